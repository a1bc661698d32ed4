import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { isIndexFresh, parseIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { ledgerText } from "../plugins/ledger-text.ts";
import { ourDirectory } from "../plugins/our-directory.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

async function indexOf({ context, places }: Ours, workspace: string | null = null) {
  const rebuilt = await rebuildIndex({ context, places, folder: workspace, program: "1" });
  return parseIndex(rebuilt.ok ? rebuilt.text : "")!;
}

const USER = { file: "/h/.codex/hooks.json", agents: ["codex"] };
const PROJECT = {
  file: "/w/.github/hooks/symposium.json",
  agents: ["copilot-cli", "vscode-copilot"],
  scope: "project",
  workspace: "/w",
} as const;

test("RT-23 RT-28 the index lists what is registered for the user and in its workspace, for each agent that a file serves", async () => {
  await using ours = await ourDirectory({ "ledger.json": ledgerText(USER, PROJECT) });
  const users = { agent: "codex", entry: "codex", scope: "user", file: USER.file };
  const shared = { entry: "copilot-cli", scope: "project", file: PROJECT.file };
  expect((await indexOf(ours, "/w")).header.registrations).toEqual([
    users,
    { ...shared, agent: "copilot-cli" },
    { ...shared, agent: "vscode-copilot" },
  ]);
  expect((await indexOf(ours, "/other")).header.registrations).toEqual([users]);
  expect((await indexOf(ours)).header.registrations).toEqual([users]);
});

test.skipIf(process.platform === "win32")("RT-23 a workspace that is reached through a link is the same", async () => {
  await using ours = await ourDirectory({});
  mkdirSync(ours.path("real"));
  symlinkSync(ours.path("real"), ours.path("link"));
  writeFileSync(ours.places.ledger, ledgerText({ ...PROJECT, workspace: ours.path("real") }));
  expect((await indexOf(ours, ours.path("link"))).header.registrations).toHaveLength(2);
});

test.each([
  ["is missing", undefined],
  ["is torn", ledgerText(USER).slice(0, 60)],
  ["is not an object", "[]"],
  ["is of another version", ledgerText(USER).replace('"version":1', '"version":2')],
  ["has a wrong type", '{"format":"symposium-ledger","version":1,"files":{}}'],
  ["has a file without agents", ledgerText({ ...USER, agents: "codex" as never })],
  ["has null for a file", '{"format":"symposium-ledger","version":1,"files":[null]}'],
])("RT-28 nothing is registered where the ledger %s", async (_, text) => {
  await using ours = await ourDirectory(text === undefined ? {} : { "ledger.json": text });
  expect((await indexOf(ours)).header.registrations).toEqual([]);
});

test("RG-7 an index is stale for every call as soon as something is registered or taken out", async () => {
  await using ours = await ourDirectory({});
  const before = await indexOf(ours);
  expect(isIndexFresh(before, "1", false)).toBe(true);
  writeFileSync(ours.places.ledger, ledgerText(USER));
  expect(isIndexFresh(before, "1", false)).toBe(false);
  const after = await indexOf(ours);
  expect(isIndexFresh(after, "1", false)).toBe(true);
  rmSync(ours.places.ledger);
  expect(isIndexFresh(after, "1", false)).toBe(false);
});
