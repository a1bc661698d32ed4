/**
 * A workspace when it last had no mistake. While one of its manifests is broken, its roots, members and dependencies stay what they were (RT-37), and everything
 * that is not part of it is read as always.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import { type Problem, withLastGood } from "../documents/problem.ts";
import { readRegularText } from "../platform/read-regular.ts";
import { writeIfChanged } from "../platform/write-if-changed.ts";
import { BUILD } from "../version.ts";
import { isStoredFrom } from "./stored-roots.ts";
import { type Workspace, workspaceOf, type WorkspaceRoots } from "./workspace.ts";

const MOST_BYTES = 64 * 1024 * 1024;

export function mistakeIn(workspace: Workspace | null): Problem | undefined {
  return workspace?.problems.find(isMistake);
}

function isMistake({ severity }: Problem): boolean {
  return severity === "error";
}

/** `start` is where reading began. */
export function rememberWorkspace(file: string, start: string, workspace: Workspace): void {
  if (mistakeIn(workspace) !== undefined) return;
  const roots = workspace.roots.map((root) => ({ ...root, checked: [], watched: [], problems: [] }));
  const read: WorkspaceRoots = { start, repository: workspace.repository, roots, between: [] };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeIfChanged(file, `${JSON.stringify({ build: BUILD, read })}\n`, { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

/** What is watched is what the mistake was found in. `undefined` where nothing is remembered. */
export function recalledWorkspace(file: string, start: string, broken: Workspace): Workspace | undefined {
  try {
    const value = parseJson(readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true }));
    if (!isObject(value) || value["build"] !== BUILD) return undefined;
    const read: unknown = value["read"];
    if (!isStoredFrom(start, read)) return undefined;
    const since = statSync(file).mtimeMs;
    // A manifest of a member is not checked in every call, and the end of its mistake must be noticed in the next one.
    const kept = (problem: Problem): Problem => (isMistake(problem) ? { ...withLastGood(problem, since), mayPass: true } : problem);
    return { ...workspaceOf(read), checked: broken.checked, watched: broken.watched, problems: broken.problems.map(kept) };
  } catch {
    // Missing or damaged.
    return undefined;
  }
}
