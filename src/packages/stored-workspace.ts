/** Stores a workspace as a command last read it, and as it was when it last had no mistake. Hook calls use their index. */

import { BUILD, type Context, type Environment } from "../context.ts";
import { openMemo, readSealed, writeSealed } from "../files/memo.ts";
import { type Problem, withLastGood } from "../files/problem.ts";
import { statOf } from "../host/files.ts";
import { lookUp } from "../lookup.ts";
import { sameJson } from "../model/json.ts";
import type { RootSurroundings } from "./ecosystem.ts";
import { ECOSYSTEMS } from "./list.ts";
import { readRoots, repositoryAround, type Workspace, workspaceOf, type WorkspaceRoots } from "./workspace.ts";

/** The result of `readWorkspace`, read from `file` or written to it. One with problems, or without a lock file, is read again. */
export function cachedWorkspace(file: string, start: string, where: RootSurroundings & Pick<Context, "now">): Workspace {
  const watchedOf = ({ roots, between }: WorkspaceRoots) => [
    ...roots.flatMap(({ checked, watched }) => [...checked, ...watched]),
    ...between,
  ];
  const memo = openMemo<WorkspaceRoots>({ file, kind: kindOf(start, where), now: where.now, watchedOf });
  const known = memo.find(start);
  if (known !== undefined) return workspaceOf(known);
  const read = readRoots(start, where);
  const workspace = workspaceOf(read);
  if (workspace.problems.length > 0 || read.roots.some(({ isUnlocked }) => isUnlocked)) return workspace;
  memo.add(start, read);
  memo.save();
  return workspace;
}

/** What the result depends on besides files. */
function kindOf(start: string, where: RootSurroundings): readonly string[] {
  return ["symposium-workspace 1", where.home, JSON.stringify([repositoryAround(start, where), variablesIn(where.env)])];
}

/** Whether a workspace that was read with one environment is the same with the other. */
export function hasSameVariables(one: Environment, other: Environment): boolean {
  return sameJson(variablesIn(one), variablesIn(other));
}

function variablesIn(env: Environment): readonly (string | null)[] {
  return ECOSYSTEMS.flatMap(({ variables }) => variables.map((name) => lookUp(env, name) ?? null));
}

export function mistakeIn(workspace: Workspace | null): Problem | undefined {
  return workspace?.problems.find(isMistake);
}

function isMistake({ severity }: Problem): boolean {
  return severity === "error";
}

const kindOfGood = (start: string) => ["symposium-good-workspace 1", BUILD, start];

/** `start` is where reading began. */
export function rememberWorkspace(file: string, start: string, workspace: Workspace): void {
  if (mistakeIn(workspace) !== undefined) return;
  const roots = workspace.roots.map((root) => ({ ...root, checked: [], watched: [], problems: [] }));
  const read: WorkspaceRoots = { start, repository: workspace.repository, roots, between: [] };
  writeSealed(file, kindOfGood(start), read);
}

/**
 * While a manifest is broken, roots, members and dependencies stay what they were (RT-37), and everything that is not part of the workspace is
 * read as always. What is watched is what the mistake was found in. `undefined` where nothing is remembered.
 */
export function recalledWorkspace(file: string, start: string, broken: Workspace): Workspace | undefined {
  const read = readSealed(file, kindOfGood(start)) as WorkspaceRoots | undefined;
  const since = read && statOf(file)?.mtimeMs;
  if (read === undefined || since === undefined) return undefined;
  // A manifest of a member is not checked in every call, and the end of its mistake must be noticed in the next one.
  const kept = (problem: Problem): Problem => (isMistake(problem) ? { ...withLastGood(problem, since), mayPass: true } : problem);
  return { ...workspaceOf(read), checked: broken.checked, watched: broken.watched, problems: broken.problems.map(kept) };
}
