/**
 * On request only (`SYMPOSIUM_HOOK_TRACE=<file>`): also the texts of a call, in the Rust tool's format. A project can set that
 * variable for an agent, and chooses part of the text: only a file that can be nothing but such a trace is touched.
 */

import type { HookInput } from "../canonical/input.ts";
import { parseJson } from "../canonical/json.ts";
import type { Reply } from "../canonical/outcome.ts";
import { appendLine } from "../platform/private-files.ts";
import { readRegularText } from "../platform/read-regular.ts";

export function writeFullTrace(file: string, event: string, input: Pick<HookInput, "agent" | "raw">, reply: Reply): void {
  if (!isTrace(file)) return;
  const output = parseJson(reply.stdout) ?? reply.stdout;
  appendLine(file, JSON.stringify({ event, agent: input.agent, input: input.raw, output }));
}

/** Extensions of files that no shell and no agent runs. */
const ENDINGS = [".json", ".jsonl", ".log", ".txt"];
const MOST_BYTES = 64 * 1024 * 1024;

function isTrace(file: string): boolean {
  if (!ENDINGS.some((ending) => file.endsWith(ending))) return false;
  try {
    const text = readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true });
    return text === "" || text.startsWith('{"event":');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
