import { appendFileSync, chmodSync, writeFileSync } from "node:fs";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { agentPlugin, ours, packageText, serversText } from "../../support/agent-plugin.ts";
import { openConsents, standingOf } from "../../../src/consent/consent-book.ts";
import { answer, decide, decideSettled, subjectIn } from "../../support/consented.ts";
import { commandHook, hooksText } from "../../support/hook-manifest.ts";
import { createHome, type Home } from "../../support/home.ts";

const HOOKS = hooksText([commandHook("../guard.sh", { name: "no", blocking: true })]);
const DENY = '#!/bin/sh\necho "not here" >&2\nexit 2\n';
const GIT = { ".git": { HEAD: "ref: refs/heads/main\n" } };
const DENIED = "deny: not here (tools/no)";

function guarded(files: FileTree = {}): FileTree {
  const fields = ours({ hooks: "dev.symposium/hooks.json" });
  return agentPlugin(fields, { "dev.symposium": { "hooks.json": HOOKS }, "guard.sh": DENY, "c.json": "{}", ...files });
}

const CARGO = {
  "Cargo.toml":
    '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n[workspace]\nexclude = ["widget"]\n',
  "Cargo.lock":
    'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n[[package]]\nname = "widget"\nversion = "1.0.0"\n',
};
const WIDGET = { "Cargo.toml": '[package]\nname = "widget"\nversion = "1.0.0"\n' };
const MEMBERS = { "Cargo.toml": '[workspace]\nmembers = ["one"]\n', "Cargo.lock": "version = 4\n" };
const MEMBER = { "Cargo.toml": '[package]\nname = "one"\nversion = "0.1.0"\n', src: { "lib.rs": "" } };

/** Where the plugin is → the project with it. */
const PLACES: readonly (readonly [place: string, folder: string, work: FileTree, config: string])[] = [
  ["a repository's own", "work", { ...GIT, ...guarded() }, ""],
  ["a member's own", "work/one", { ...GIT, ...MEMBERS, one: { ...MEMBER, ...guarded() } }, ""],
  ["a package's", "work/widget", { ...GIT, ...CARGO, widget: { ...WIDGET, ...guarded() } }, '[plugins]\nuse = ["widget"]\n'],
];

async function homeWith(folder: string, work: FileTree, config: string): Promise<Home> {
  const home = await createHome({}, { work, "config.toml": `[defaults]\nsymposium-recommendations = false\n${config}` });
  chmodSync(home.getPath(folder, "guard.sh"), 0o755);
  return home;
}

describe.each(PLACES)("AP-1 PL-16 PL-26 %s Agent Plugin", (_, folder, work, config) => {
  test("runs nothing before the user agreed, and everything afterwards", async () => {
    await using home = await homeWith(folder, work, config);
    expect(await answer(home)).toBe("");
    decide(home, "accepted");
    expect(await answer(home)).toBe(DENIED);
    decide(home, "declined");
    expect(await answer(home)).toBe("");
  });

  test("asks with every hook and server that would run", async () => {
    await using home = await homeWith(folder, work, config);
    const { parts } = subjectIn(home).subject;
    expect(parts.map(({ kind, name, commands, variables }) => [kind, name, ...commands, ...variables])).toEqual([
      ["hook", "no", "./guard.sh"],
      ["server", "local", "./bin/server --data '${PLUGIN_DATA}'", "CONFIG=${PLUGIN_ROOT}/c.json"],
      ["server", "remote", "https://mcp.example.com/mcp", "X-Team=a"],
    ]);
  });

  test.each([
    [
      "plugin.json",
      (at: (name: string) => string) =>
        writeFileSync(at("plugin.json"), packageText({ ...ours({ hooks: "dev.symposium/hooks.json" }), version: "2" })),
    ],
    [
      "mcp.json",
      (at: (name: string) => string) => writeFileSync(at("mcp.json"), serversText({ local: { type: "stdio", command: "evil" } })),
    ],
    [
      "the hook manifest",
      (at: (name: string) => string) => writeFileSync(at("dev.symposium/hooks.json"), hooksText([commandHook("touch ran")])),
    ],
    ["a file that a server names", (at: (name: string) => string) => appendFileSync(at("bin/server"), "\n")],
    ["a file that a server is given", (at: (name: string) => string) => appendFileSync(at("c.json"), "\n")],
    ["a script of a hook", (at: (name: string) => string) => appendFileSync(at("guard.sh"), "\n")],
  ])("asks again when %s changes; until then the part does not run, of a package nothing, and its guard denies", async (what, change) => {
    await using home = await homeWith(folder, work, config);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toBe(DENIED);
    change((name) => home.getPath(folder, name));
    const isOfGuard = config !== "" || what.includes("hook");
    expect(await answer(home)).toMatch(
      isOfGuard ? /denies this call: it (?:changed|was removed or renamed) since you accepted it/ : DENIED,
    );
  });
});

test("AP-1 PL-17 servers that appear after the user agreed ask again, and the guard stays", async () => {
  const { "mcp.json": servers, ...without } = guarded() as Record<string, FileTree>;
  await using home = await homeWith("work", { ...GIT, ...without } as FileTree, "");
  await decideSettled(home, "accepted");
  expect(await answer(home)).toBe(DENIED);
  writeFileSync(home.getPath("work/mcp.json"), servers as unknown as string);
  expect(await answer(home)).toBe(DENIED);
  const { subject, places } = subjectIn(home);
  expect(standingOf(openConsents(places), subject)).toMatchObject({
    state: "changed",
    because: expect.stringContaining("server `local` is new"),
  });
});
