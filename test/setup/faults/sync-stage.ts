/** A sync that does everything a sync can do, to be broken off at any point: what was there before, and what is there after. */

import { chmodSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { createRepository } from "../../plugins/sources/git-sandbox.ts";
import { NOW, type Ran } from "./sandbox.ts";
import { cargoLock, cargoToml, outcomeOf, syncSandbox, type SyncSandbox, TEMPORARY, tornCopies } from "./sync-sandbox.ts";
import { type Tree, treeOf, without } from "./tree.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";

export interface SyncStage {
  readonly sandbox: SyncSandbox;
  readonly sync: (now?: () => number) => Promise<Ran>;
  /** Changes below it are those that matter here. */
  readonly root: string;
  readonly before: Tree;
  /** The outcome of a run that nothing disturbs. */
  readonly after: Tree;
}

const SOURCE = {
  "a/SYMPOSIUM.toml": manifestText("a", skillGroup(), 'crates = ["serde"]'),
  "a/skills/changed/SKILL.md": skillText("changed"),
  "a/skills/edited/SKILL.md": skillText("edited"),
  "a/skills/pair/SKILL.md": skillText("pair", "", "a"),
  "a/skills/solo/SKILL.md": skillText("solo", "", "a"),
  "b/SYMPOSIUM.toml": manifestText("b", skillGroup(), 'crates = ["tokio"]'),
  "b/skills/fresh/SKILL.md": skillText("fresh"),
  "b/skills/fresh/docs/more.md": "more\n",
  "b/skills/pair/SKILL.md": skillText("pair", "", "b"),
  "c/SYMPOSIUM.toml": manifestText("c", skillGroup(), 'crates = ["rand"]'),
  "c/skills/old/SKILL.md": skillText("old"),
  "c/skills/solo/SKILL.md": skillText("solo", "", "c"),
  "asked/SKILL.md": skillText("asked", "predicates: shell(test -e wanted)"),
};

const GIT_SOURCE = {
  "a/SYMPOSIUM.toml": manifestText("a", skillGroup(), 'crates = ["serde"]'),
  "a/skills/changed/SKILL.md": skillText("changed"),
};

/** What is the user's, before and after. */
export const USERS: Readonly<Record<string, string>> = {
  "work/src/main.rs": "fn main() {}\n",
  "work/.claude/settings.json": '{ "env": { "A": "1" } } // mine\n',
  "work/.claude/skills/mine/SKILL.md": "mine\n",
  "work/.claude/skills/edited/SKILL.md": `${skillText("edited")}And a line of mine.\n`,
  "work/.agents/skills/own/SKILL.md": skillText("own", "", "changed"),
  "work/.agents/skills/own2/SKILL.md": skillText("own2"),
};

/** A file of the user's in our copy, which is replaced around it. */
export const NOTES = { path: "work/.claude/skills/changed/notes.md", text: "my notes\n" };

/** Old answers are asked for again, and repositories looked at. */
const LATER = NOW + 700_000;

/** With a repository there is only that one besides what is the user's. */
export async function syncStage({ git }: { readonly git: boolean }): Promise<SyncStage> {
  const sandbox = await syncSandbox(["serde", "rand"], git ? GIT_SOURCE : SOURCE, {
    "work/.agents/skills/own/SKILL.md": skillText("own"),
    "work/.claude/skills/mine/SKILL.md": "mine\n",
  });
  const env = { HOME: sandbox.home, PATH: process.env["PATH"] ?? "" };
  const group = git ? createRepository(sandbox.at("group"), env, { "grouped/SKILL.md": skillText("grouped") }) : undefined;
  if (group !== undefined)
    sandbox.write(".symposium/src/g/SYMPOSIUM.toml", manifestText("g", skillGroup(`source.git = "${group.path}"`), 'crates = ["serde"]'));
  mustSucceed(await sandbox.sync());
  for (const [path, text] of Object.entries(USERS)) sandbox.write(path, text);
  sandbox.write(NOTES.path, NOTES.text);
  sandbox.write("work/Cargo.toml", cargoToml("serde", "tokio"));
  sandbox.write("work/Cargo.lock", cargoLock("serde", "tokio"));
  sandbox.write("work/wanted", "");
  sandbox.write(".symposium/src/a/skills/changed/SKILL.md", skillText("changed", "", "New text."));
  chmodSync(join(sandbox.home, ".symposium/src/a/skills/changed/SKILL.md"), 0o755);
  group?.commit({ "grouped/SKILL.md": skillText("grouped", "", "new"), "second/SKILL.md": skillText("second") });
  const before = treeOf(sandbox.home);
  const sync = (now = () => LATER) => sandbox.sync([], { now });
  mustSucceed(await sync());
  const root = git ? join(sandbox.home, ".symposium/cache/plugins") : sandbox.home;
  return { sandbox, sync, root, before, after: outcomeOf(sandbox.home) };
}

function mustSucceed({ exitCode, stderr }: Ran): void {
  if (exitCode !== 0) throw new Error(stderr);
}

/** Whatever was broken off. */
export function expectWhole(home: string, where: string): void {
  const tree = treeOf(home);
  for (const [path, text] of Object.entries(USERS)) expect(tree[path]?.slice(4), `${where}: ${path}`).toBe(text);
  const notes = Object.entries(tree).filter(([path]) => path.endsWith("/notes.md"));
  expect(
    notes.map(([, what]) => what.slice(4)),
    where,
  ).toContain(NOTES.text);
  expect(tornCopies(home, EDITED), where).toEqual([]);
}

const FETCHED = /^\.symposium\/cache\/(?:plugins\/|catalogues\/|workspaces\/.*\/synced\.json)/;
const EDITED = /skills\/edited\//;

export function expectDone(home: string, after: SyncStage["after"], where: string): void {
  const done = outcomeOf(home);
  expect(
    Object.keys(done).filter((path) => TEMPORARY.test(path)),
    where,
  ).toEqual([]);
  // A checkout that no one had noted yet stays in the cache for a day, and the next one is made beside it. The catalogue omits new manifests.
  expect(without(done, FETCHED), where).toEqual(without(after, FETCHED));
}
