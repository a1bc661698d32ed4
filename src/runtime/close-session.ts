/** What a call leaves for the next one of its session, and what the user must still be told. */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import type { Loss } from "../canonical/loss.ts";
import { printableLines } from "../platform/printable.ts";
import { changeSession, endSession, pruneSessions } from "./change-session.ts";
import type { Degraded } from "./degrade.ts";
import type { OpenSession } from "./open-session.ts";
import { isChange, type SessionState, type WantedInput } from "./session-state.ts";
import { stopChange } from "./stop-blocks.ts";
import type { HookServices } from "./hook-services.ts";

export interface Notice {
  readonly hook: string;
  readonly text: string;
}

/** Messages to the user in this answer. */
export interface Announcement {
  readonly message?: string;
  /** To be remembered for the session. */
  readonly keys: readonly string[];
}

export const NO_ANNOUNCEMENT: Announcement = { keys: [] };

export interface Troubles {
  /** Problems with plugins and config. */
  readonly problems: readonly string[];
  /** The same where the last good version stays in force. */
  readonly kept: readonly string[];
}

/**
 * Each failure once per hook and session; problems with plugins once, when the user is there to read them. The user is told that a last good
 * version is in force at the first event that can show it, and at every start and prompt until it is fixed (RT-37).
 */
export function announcementOf(
  { told }: SessionState,
  { event }: HookInput,
  notices: readonly Notice[],
  { problems, kept }: Troubles,
): Announcement {
  const isReader = meaningOf(event)?.tells === true;
  if (notices.length === 0 && kept.length === 0 && !(isReader && problems.length > 0)) return NO_ANNOUNCEMENT;
  const about = (texts: readonly string[]) => texts.map((text) => ({ key: `problem:${text}`, text: `symposium: ${text}` }));
  const stays = about(kept);
  const news = [...notices.map(({ hook, text }) => ({ key: hook, text })), ...stays, ...(isReader ? about(problems) : [])].filter(
    (one) => !told.includes(one.key) || (isReader && stays.includes(one)),
  );
  const lines = [...new Set(news.map(({ text }) => printableLines(text)))];
  return { keys: news.map(({ key }) => key), ...(lines.length === 0 ? {} : { message: lines.join("\n") }) };
}

export interface CallResult {
  readonly degraded: Degraded;
  readonly wanted: readonly WantedInput[];
  readonly told: readonly string[];
}

/** Records what the next call needs. At the end of the session waiting context is lost, and reported as lost. */
export function closeSession(
  { file, state, input }: OpenSession,
  { degraded, wanted, told }: CallResult,
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
  const change = { delivered, held, wanted, told, ...stop };
  if (isChange(change)) changeSession(file, change, services.context.now);
  return [];
}
