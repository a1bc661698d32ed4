/** Makes the index of a workspace anew from local files. A hook call loads this only when its index is stale. */

import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { problemText } from "../../config/problem.ts";
import { readConfig } from "../../config/read-config.ts";
import type { Context } from "../../context.ts";
import { withLock } from "../../platform/lock.ts";
import type { Places } from "../../platform/places.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import { loadPlugins } from "../active-plugins.ts";
import type { AgentWords } from "../agent-words.ts";
import { stamped } from "./stamp.ts";
import { indexFile } from "./index-file.ts";
import { isIndexFresh, parseIndex } from "./read.ts";
import { registeredFiles, registrationsFor } from "./registered-files.ts";
import { indexText } from "./write.ts";

export interface RebuildRequest {
  readonly context: Pick<Context, "os" | "now">;
  readonly places: Places;
  readonly workspace: string | null;
  /** This build of the programme. */
  readonly programme: string;
  readonly agents: AgentWords;
}

export type Rebuilt =
  | { readonly ok: true; readonly text: string; readonly written: boolean }
  /** The config cannot be read, so the last good index stays. */
  | { readonly ok: false; readonly problem: string };

const LONGEST_WAIT = 2_000;

/** The new text counts even when it could not be written: the next call tries again. */
export async function rebuildIndex(request: RebuildRequest): Promise<Rebuilt> {
  const { context, places, workspace } = request;
  const file = indexFile(places, workspace);
  const lock = join(places.locks, `index-${basename(file)}`);
  const locked = withLock(lock, { now: context.now, wait: LONGEST_WAIT }, (waited): Rebuilt => {
    const other = waited ? freshIndex(file, request) : undefined;
    if (other !== undefined) return { ok: true, text: other, written: true };
    const built = build(request);
    return built.ok ? { ...built, written: write(places, file, built.text) } : built;
  });
  return locked.held ? locked.value : build(request);
}

function build({ context, places, workspace, programme, agents }: RebuildRequest): Rebuilt {
  // Taken before the files are read, so that a change in between makes the index stale.
  const [configStamp, ledgerStamp] = [stamped(places.config), stamped(places.ledger)];
  const read = readConfig(places.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const loaded = loadPlugins({ config: read.config, places, workspace, agents, os: context.os });
  const text = indexText(loaded.plugins, {
    programme,
    workspace,
    registrations: registrationsFor(registeredFiles(places.ledger), workspace),
    stamps: [configStamp, ledgerStamp, ...loaded.roots],
    watched: loaded.watched,
    logLevel: read.config.logLevel,
    problems: [...read.problems, ...loaded.problems].map(problemText),
  });
  return { ok: true, text, written: false };
}

/** What another call wrote while we waited for the lock: of many calls that find the index stale, one makes it. */
function freshIndex(file: string, { programme, workspace }: RebuildRequest): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    const index = parseIndex(text);
    return index !== undefined && index.header.workspace === workspace && isIndexFresh(index, programme, true) ? text : undefined;
  } catch {
    return undefined;
  }
}

function write(places: Places, file: string, text: string): boolean {
  try {
    mkdirSync(places.index, { recursive: true, mode: 0o700 });
    writeAtomically(file, text, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
