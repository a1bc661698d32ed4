/** A workspace that takes more to read than the budget allows. The user's own plugins count as always, and closed hooks do not wait for its dependencies. */

import { mkdirSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type BudgetLimits, IN_CALL } from "../../src/host/reading-budget.ts";
import { chooseLines, findIndex, isIndexFresh, type OpenIndex, parseIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const gated = (name: string, more = "") => ({ ...manifest(name, hook("h", "PreToolUse", more)) });

const PLUGINS = {
  everywhere: manifest("everywhere", hook("h", "PreToolUse")),
  closed: gated("closed", 'on-failure = "closed"\ndepends-on = ["npm:needed"]'),
  open: gated("open", 'depends-on = ["npm:needed"]'),
};

/** Members that each cost a few looks. */
function project(ours: Ours, dependencies: Readonly<Record<string, string>> = {}): string {
  const folder = ours.path("project");
  mkdirSync(`${folder}/.git`, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ name: "p", workspaces: ["*"], dependencies }));
  for (let n = 0; n < 20; n++) {
    mkdirSync(`${folder}/m${n}`, { recursive: true });
    writeFileSync(`${folder}/m${n}/package.json`, `{"name":"m${n}"}`);
  }
  return folder;
}

async function rebuilt({ context, places }: Ours, folder: string, limits: BudgetLimits): Promise<OpenIndex> {
  const made = await rebuildIndex({ context, places, folder, program: "1", limits });
  if (!made.ok) throw new Error(made.problem);
  return parseIndex(made.text)!;
}

const running = (index: OpenIndex) =>
  Object.keys(index.header.sections).flatMap((section) => chooseLines(index, section, "all").meant.map(({ id }) => id));

const SPENT: readonly (readonly [what: string, limits: BudgetLimits, said: string])[] = [
  ["looks", { ...IN_CALL, looks: 30 }, "more than 30 files and folders"],
  ["bytes", { ...IN_CALL, bytes: 100 }, "more than 0 MiB"],
  ["time", { ...IN_CALL, milliseconds: -1 }, "more than -0.001 s"],
];

test.each(SPENT)("RT-37 a budget in %s: the user's hooks run, and closed ones without the dependencies", async (_, limits, said) => {
  await using ours = await ourDirectory({ plugins: PLUGINS });
  const index = await rebuilt(ours, project(ours), limits);
  expect(running(index)).toEqual(["closed/h", "everywhere/h"]);
  expect(index.header).toMatchObject({ unread: true, workspace: ours.path("project") });
  expect(index.header.problems.join()).toContain(said);
});

test("RT-37 the same workspace within the budget", async () => {
  await using ours = await ourDirectory({ plugins: PLUGINS });
  expect(running(await rebuilt(ours, project(ours), IN_CALL))).toEqual(["everywhere/h"]);
  const index = await rebuilt(ours, project(ours, { needed: "1" }), IN_CALL);
  expect(running(index)).toEqual(["closed/h", "everywhere/h", "open/h"]);
  expect(index.header.unread).toBeUndefined();
});

test("RT-28 what is known of it is stored: the next call does not begin again before something changes", async () => {
  await using ours = await ourDirectory({ plugins: PLUGINS });
  const folder = project(ours);
  await rebuilt(ours, folder, SPENT[0]![1]);
  const found = findIndex(ours.places, folder)!;
  expect([isIndexFresh(found, "1", false), isIndexFresh(found, "1", true)]).toEqual([true, true]);
  writeFileSync(`${folder}/package.json`, '{"name":"now-small"}');
  expect(findIndex(ours.places, folder) === undefined || !isIndexFresh(found, "1", false)).toBe(true);
  await rebuilt(ours, folder, IN_CALL);
  expect(findIndex(ours.places, folder)!.header.unread).toBeUndefined();
});

test("RT-37 a plugin that the user adds counts while the workspace is not read", async () => {
  await using ours = await ourDirectory({ plugins: PLUGINS });
  const folder = project(ours, { needed: "1" });
  await rebuilt(ours, folder, IN_CALL);
  mkdirSync(ours.path("plugins/new"), { recursive: true });
  for (const [name, text] of Object.entries(manifest("new", hook("h", "PreToolUse", 'on-failure = "closed"'))))
    writeFileSync(ours.path(`plugins/new/${name}`), text as string);
  expect(running(await rebuilt(ours, folder, SPENT[0]![1]))).toEqual(["closed/h", "everywhere/h", "new/h"]);
});
