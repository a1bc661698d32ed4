/**
 * Which calls of a session an entry has answered (RT-23): the proof by which another entry, called for the same by an agent that reads both
 * files, may stand back. One line per call, in a private file beside the session's. Without it guards run twice, so nothing here must succeed.
 */

import { existsSync, rmSync, statSync } from "node:fs";

import type { HookInput } from "../canonical/input.ts";
import { appendLine } from "../platform/private-files.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { shortHash } from "../platform/short-hash.ts";
import type { HookServices } from "./hook-services.ts";
import { answeredFile, sessionFile } from "./session-state.ts";

const MOST_BYTES = 64 * 1024;

/** An agent asks both entries before it goes on, and waits a minute for each. */
const LONGEST_MS = 120_000;

export function noteAnswered(entry: string, input: HookInput, { places, context }: Pick<HookServices, "places" | "context">): void {
  if (input.sessionId === null) return;
  const file = answeredFile(sessionFile(places, input.agent, input.sessionId));
  try {
    if (existsSync(file) && statSync(file).size > MOST_BYTES) rmSync(file);
    appendLine(file, `${context.now()} ${wordsFor(entry, input)}`);
  } catch {
    // Then the other entry's guards run as well.
  }
}

export function wasAnswered(entry: string, input: HookInput, { places, context }: Pick<HookServices, "places" | "context">): boolean {
  if (input.sessionId === null) return false;
  const file = answeredFile(sessionFile(places, input.agent, input.sessionId));
  const text = readRegularTextIfAny(file, { maxBytes: 2 * MOST_BYTES, isOurs: true }) ?? "";
  const [now, words] = [context.now(), wordsFor(entry, input)];
  return text.split("\n").some((line) => {
    const [time = "", ...rest] = line.split(" ");
    const age = now - Number(time);
    return rest.join(" ") === words && age >= 0 && age <= LONGEST_MS;
  });
}

/** What both forms of a payload have in common: an agent may name a tool differently for another's file. */
function wordsFor(entry: string, { event, nativeToolInput, prompt }: HookInput): string {
  return `${entry} ${event} ${shortHash(JSON.stringify([nativeToolInput, prompt]))}`;
}
