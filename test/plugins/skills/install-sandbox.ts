/** A workspace in a temporary folder with sources beside it, and what installing makes of it. */

import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import type { Chosen, Retained } from "../../../src/plugins/skills/chosen.ts";
import { readSkill } from "../../../src/plugins/skills/read-skill.ts";
import { type Applied, applyCopies } from "../../../src/setup/skills/apply-copies.ts";
import { type CopiesPlan, type CopiesWish, planCopies } from "../../../src/setup/skills/plan-copies.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

export const NOW = 1_800_000_000_000;

export async function installSandbox(tree: FileTree) {
  const there = await temporaryHome({ files: tree, project: "w" });
  const { at } = there;

  const chosen = (folder: string, more: Partial<Chosen> = {}): Chosen => {
    const { skill } = readSkill(at(folder), { isOwn: true });
    if (skill === undefined) throw new Error(`no skill in ${folder}`);
    return { skill: { ...skill, origin: { kind: "folder", source: "s", path: at(folder) } }, source: "s", plugin: "p", ...more };
  };
  const request = (skills: readonly Chosen[], more: Partial<CopiesWish> = {}): CopiesWish => ({
    targets: [{ path: at("w/.claude/skills"), agents: ["claude-code"] }],
    known: [at("w/.agents/skills"), at("w/.claude/skills"), at("w/.kiro/skills")],
    within: at("w"),
    chosen: skills,
    kept: [],
    debounceSeconds: 0,
    now: NOW,
    ...more,
  });
  const install = (skills: readonly Chosen[], more: Partial<CopiesWish> = {}): { plan: CopiesPlan; done: Applied } => {
    const plan = planCopies(request(skills, more));
    return { plan, done: applyCopies(plan, more.now ?? NOW) };
  };
  return {
    ...there,
    chosen,
    request,
    install,
    /** Paths and contents below a folder; links and modes too. */
    tree: (folder = "w") => treeOf(at(folder)),
  };
}

export const KEEP_ALL: readonly Retained[] = [{ kind: "everything" }];

export function treeOf(folder: string, below = ""): Record<string, string> {
  const tree: Record<string, string> = {};
  if (!existsSync(join(folder, below))) return tree;
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) Object.assign(tree, { [`${path}/`]: "" }, treeOf(folder, path));
    else if (stats.isFile()) tree[path] = readFileSync(join(folder, path), "utf8");
    else tree[path] = "something else";
  }
  return tree;
}

/** Names of the skills in a folder. */
export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
