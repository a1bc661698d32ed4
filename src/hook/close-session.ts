/**
 * What a call leaves for the next one of its session, and what must still be reported to the user. A failed write is ignored: the answer is valid
 * without memory.
 */

import { exists, linkStatOf, removeAll } from "../host/files.ts";
import { withLock } from "../host/lock.ts";
import { namesIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { writePrivately } from "../host/write-file.ts";
import { meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import type { Loss } from "../model/outcome.ts";
import { printableLines } from "../model/safe-text.ts";
import type { Degraded } from "./degrade.ts";
import type { HooksRun } from "./run-hooks.ts";
import type { HookServices } from "./services.ts";
import {
  answeredFile,
  changed,
  isChange,
  type OpenSession,
  readSession,
  type SessionChange,
  type SessionState,
  stopChange,
  variablesFolder,
} from "./session.ts";

/** Messages to the user in this answer. */
interface Announcement {
  readonly message?: string;
  /** To be remembered for the session. */
  readonly keys: readonly string[];
}

export const NO_ANNOUNCEMENT: Announcement = { keys: [] };

/**
 * Each failure once per hook and session; problems with plugins once, when the user is there to read them. The user is told that a last good
 * version is in force at the first event that can show it, and at every start and prompt until it is fixed (RT-37).
 */
export function announcementOf(
  { reported }: SessionState,
  { event }: HookInput,
  notices: HooksRun["notices"],
  /** Problems with plugins and config, and the same where the last good version stays in force. */
  { problems, kept }: { readonly problems: readonly string[]; readonly kept: readonly string[] },
): Announcement {
  const isReader = meaningOf(event)?.tells === true;
  if (notices.length === 0 && kept.length === 0 && !(isReader && problems.length > 0)) return NO_ANNOUNCEMENT;
  const about = (texts: readonly string[]) => texts.map((text) => ({ key: `problem:${text}`, text: `symposium: ${text}` }));
  const stays = about(kept);
  const news = [...notices.map(({ hook, text }) => ({ key: hook, text })), ...stays, ...(isReader ? about(problems) : [])].filter(
    (one) => !reported.includes(one.key) || (isReader && stays.includes(one)),
  );
  const lines = [...new Set(news.map(({ text }) => printableLines(text)))];
  return { keys: news.map(({ key }) => key), message: lines.length === 0 ? undefined : lines.join("\n") };
}

/** Records what the next call needs. At the end of the session waiting context is lost, and reported as lost. */
export function closeSession(
  { file, state, input }: OpenSession,
  { degraded, wanted, reported }: { readonly degraded: Degraded } & Pick<SessionChange, "wanted" | "reported">,
  services: HookServices,
): readonly Loss[] {
  if (file === undefined) return [];
  const edge = meaningOf(input.event)?.session;
  if (edge === "start") pruneSessions(services.places, input.agent, services.context.now());
  if (edge === "end") {
    endSession(file);
    return state.waiting.map(() => ({ code: "context-lost" as const }));
  }
  const { answer, delivered, held } = degraded;
  const stop = stopChange(input, state, answer.decision === "deny" ? answer.reason : undefined);
  const change = { delivered, held, wanted, reported, ...stop };
  if (isChange(change)) changeSession(file, change, services.context.now);
  return [];
}

/** Agents run tools in parallel, and each call writes; on a busy machine the last of them waits for seconds. */
const LONGEST_WAIT = 5_000;

/** A new session removes old ones: not every agent reports the start of a session, and its end may be idle. */
export function changeSession(file: string, change: SessionChange, now: () => number): void {
  const folder = file.slice(0, file.lastIndexOf("/"));
  const isNew = !exists(file);
  try {
    const write = () => writePrivately(file, JSON.stringify(changed(readSession(file), change)));
    if (!withLock(`${file}.lock`, { now, wait: LONGEST_WAIT }, write).held) write();
  } catch {
    // The answer is valid without memory.
  }
  if (isNew) prune(folder, now());
}

function endSession(file: string): void {
  for (const path of [file, answeredFile(file), variablesFolder(file)]) removeAll(path);
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes the files of sessions unused for a week. */
export function pruneSessions(places: Pick<Places, "sessions">, agent: string, now: number): void {
  prune(`${places.sessions}/${agent}`, now);
}

function prune(folder: string, now: number): void {
  for (const name of namesIn(folder)) {
    try {
      const age = now - (linkStatOf(`${folder}/${name}`)?.mtimeMs ?? now);
      if (age > WEEK_MS) removeAll(`${folder}/${name}`);
    } catch {
      // Another call may be pruning as well.
    }
  }
}
