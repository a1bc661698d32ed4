/** The dispatch index of a workspace: read, checked, and rebuilt in place when something it was made from has changed. */

import { readFileSync } from "node:fs";

import { indexFile } from "../plugins/dispatch-index/index-file.ts";
import { isIndexFresh, type OpenIndex, parseIndex } from "../plugins/dispatch-index/read.ts";
import type { World } from "./world.ts";

export interface IndexAccess {
  readonly index?: OpenIndex;
  readonly state: "fresh" | "rebuilt" | "last-good" | "none";
  /** Why it could not be brought up to date. */
  readonly problem?: string;
}

/** `thorough` also looks at every manifest: at session start and at a prompt, where a person can wait a moment. */
export function openIndex(world: World, workspace: string | null, thorough: boolean): IndexAccess | Promise<IndexAccess> {
  const index = readIndex(world, workspace);
  if (index !== undefined && isUpToDate(index, world, thorough)) return { index, state: "fresh" };
  return renewIndex(world, workspace, index);
}

/** A broken config costs nothing but freshness: the last good index goes on working. */
export async function renewIndex(world: World, workspace: string | null, lastGood?: OpenIndex): Promise<IndexAccess> {
  const rebuilt = await world.rebuildIndex(workspace);
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  if (index !== undefined) return { index, state: "rebuilt" };
  const problem = rebuilt.ok ? "the rebuilt index cannot be read" : rebuilt.problem;
  return lastGood === undefined ? { state: "none", problem } : { index: lastGood, state: "last-good", problem };
}

function isUpToDate(index: OpenIndex, world: World, thorough: boolean): boolean {
  try {
    return isIndexFresh(index, world.build, thorough);
  } catch {
    // Damaged.
    return false;
  }
}

function readIndex(world: World, workspace: string | null): OpenIndex | undefined {
  try {
    const index = parseIndex(readFileSync(indexFile(world.places, workspace), "utf8"));
    return index?.header.workspace === workspace ? index : undefined;
  } catch {
    return undefined;
  }
}
