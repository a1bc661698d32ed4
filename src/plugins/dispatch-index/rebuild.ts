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
import { stamped } from "../../platform/stamp.ts";
import { idleFlags, keepFlags, removeFlags } from "./idle-flags.ts";
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
    return built.ok ? publish(request, file, built) : noneIdle(places, built);
  });
  if (locked.held) return locked.value;
  const built = build(request);
  if (!built.ok) return noneIdle(places, built);
  removeFlags(places, built.idle);
  return { ok: true, text: built.text, written: false };
}

interface Built {
  readonly ok: true;
  readonly text: string;
  /** The idle flags that may exist. */
  readonly idle: ReadonlySet<string>;
}

type Unreadable = Extract<Rebuilt, { ok: false }>;

function build({ context, places, workspace, programme, agents }: RebuildRequest): Built | Unreadable {
  // Taken before the files are read, so that a change in between makes the index stale.
  const [configStamp, ledgerStamp] = [stamped(places.config), stamped(places.ledger)];
  const read = readConfig(places.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const loaded = loadPlugins({ config: read.config, places, workspace, agents, os: context.os });
  const registered = registeredFiles(places.ledger);
  const problems = [...read.problems, ...loaded.problems];
  const text = indexText(loaded.plugins, {
    programme,
    workspace,
    registrations: registrationsFor(registered, workspace),
    stamps: [configStamp, ledgerStamp, ...loaded.roots],
    watched: loaded.watched,
    logLevel: read.config.logLevel,
    problems: problems.map(problemText),
  });
  // What could not be read might be a hook for any event.
  const isWhole = problems.every(({ severity }) => severity !== "error");
  return { ok: true, text, idle: isWhole ? idleFlags(registered, loaded.plugins) : new Set() };
}

function publish({ context, places, programme }: RebuildRequest, file: string, { text, idle }: Built): Rebuilt {
  const isStillTrue = (written: boolean) => {
    const index = written ? parseIndex(text) : undefined;
    return index !== undefined && isIndexFresh(index, programme, true);
  };
  const written = keepFlags(places, context.now, idle, { write: () => write(places, file, text), isStillTrue });
  return { ok: true, text, written };
}

/** Without the config nobody knows which plugins there are, so no event is idle. */
function noneIdle(places: Places, built: Unreadable): Unreadable {
  removeFlags(places);
  return built;
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
