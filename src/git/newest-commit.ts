/** The commit that an address means now. */

import { mkdirSync } from "node:fs";

import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";
import type { GitAddress } from "./address.ts";
import { askRemote, type Failure, type GitCalls } from "./ask-remote.ts";
import { type Decision, decideRef } from "./remote-refs.ts";
import { LARGEST, TIME_LIMIT_MS } from "./update-tree.ts";

export interface CommitQuestion {
  readonly address: GitAddress;
  readonly context: Pick<Context, "os" | "env">;
  readonly places: Pick<Places, "cache">;
}

/** Never rejects. */
export async function newestCommit({ address, context, places }: CommitQuestion): Promise<Decision | Failure> {
  try {
    mkdirSync(places.cache, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { failure: `cannot write the cache: ${error instanceof Error ? error.message : String(error)}` };
  }
  return decideCommit(gitCalls({ address, context, cwd: places.cache }));
}

export async function decideCommit(calls: GitCalls): Promise<Decision | Failure> {
  const { wanted } = calls.address;
  const refs = wanted.kind === "rev" ? { commits: new Map<string, string>() } : await askRemote(calls);
  if ("failure" in refs) return refs;
  const decision = decideRef(wanted, refs);
  return "message" in decision ? { failure: decision.message } : decision;
}

/** With the limits of plugin sources. */
export function gitCalls(calls: Pick<GitCalls, "address" | "context" | "cwd"> & Partial<Pick<GitCalls, "limitMs" | "largest">>): GitCalls {
  const { limitMs = TIME_LIMIT_MS, largest = LARGEST } = calls;
  const until = performance.now() + limitMs;
  return { ...calls, limitMs, largest, left: () => until - performance.now() };
}
