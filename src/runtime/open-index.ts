/** The dispatch index of a workspace: read, checked, and rebuilt in place when one of its inputs has changed. */

import { configName } from "../platform/recorded-places.ts";
import { findIndex } from "../plugins/dispatch-index/find-index.ts";
import { isIndexFresh, type OpenIndex, parseIndex } from "../plugins/dispatch-index/read.ts";
import type { HookServices } from "./hook-services.ts";

export interface IndexAccess {
  readonly index?: OpenIndex;
  readonly state: "fresh" | "rebuilt" | "last-good" | "none";
  /** Why it could not be updated. */
  readonly problem?: string;
}

/** `thorough` also checks every manifest: at session start and at a prompt, where a person can wait a moment. */
export function openIndex(services: HookServices, folder: string | null, thorough: boolean): IndexAccess | Promise<IndexAccess> {
  const index = findIndex(services.places, folder);
  if (index !== undefined && isUpToDate(index, services, thorough)) return { index, state: "fresh" };
  return renewIndex(services, folder, index);
}

/** A broken config costs only freshness: the last good index stays in use. */
export async function renewIndex(services: HookServices, folder: string | null, lastGood?: OpenIndex): Promise<IndexAccess> {
  const rebuilt = await services.rebuildIndex(folder);
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  if (index !== undefined) return { index, state: "rebuilt" };
  const problem = rebuilt.ok ? "the rebuilt index is unreadable" : rebuilt.problem;
  return lastGood === undefined ? { state: "none", problem } : { index: lastGood, state: "last-good", problem };
}

/** What stays in force in its last good version: parts of the index, or all of it. */
export function keptIn({ index, state, problem }: IndexAccess): readonly string[] {
  const parts = index?.header.kept ?? NOTHING;
  return state === "last-good" && problem !== undefined
    ? [...parts, `${problem}; what applied before stays in force until this is fixed`]
    : parts;
}

const NOTHING: readonly string[] = [];

function isUpToDate(index: OpenIndex, services: HookServices, thorough: boolean): boolean {
  try {
    // The stamps include that of the record; it is read where there is time for more.
    const isOurs = !thorough || index.header.config === configName(services.places);
    return isOurs && index.header.leavesSkills !== true && isIndexFresh(index, services.build, thorough, services.context);
  } catch {
    // Damaged.
    return false;
  }
}
