/** A home of our own with the plugins of one case installed. */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";

import type { FileTree } from "fs-fixture";

import { createHome, type Home } from "../support/home.ts";
import { manifest } from "../support/plugin.ts";
import type { Case, Plugin } from "./case.ts";
import { scriptOf } from "./handlers.ts";

export const NEUTRAL_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "Notification",
  "PreCompact",
  "ErrorOccurred",
];

export const SCRIPT = "answer.sh";

export function createCaseHome(plugins: Case["plugins"]): Promise<Home> {
  return createHome(Object.fromEntries(plugins.map((plugin) => [plugin.name, folderOf(plugin)])));
}

/** The same handler at every neutral event, told which one by its first argument. */
function folderOf({ name, handler, onFailure, onUnsupported, timeout }: Plugin): FileTree {
  const options = [
    ...("format" in handler && handler.format !== undefined ? [`format = "${handler.format}"`] : []),
    ...(onFailure === undefined ? [] : [`on-failure = "${onFailure}"`]),
    ...(onUnsupported === undefined ? [] : [`on-unsupported = "${onUnsupported}"`]),
    ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
  ];
  const hooks = NEUTRAL_EVENTS.map((event) =>
    ["[[hooks]]", `name = "at-${event}"`, `event = "${event}"`, `command = { script = "${SCRIPT}", args = ["${event}"] }`, ...options].join(
      "\n",
    ),
  );
  const script = scriptOf(handler);
  return { ...manifest(name, hooks.join("\n\n")), ...(script === undefined ? {} : { [SCRIPT]: script }) };
}

/** What the matrix reads of a trace line. */
export interface TraceLine {
  readonly session: string | null;
  readonly event: { readonly native: string; readonly neutral: string | null };
  readonly ran: readonly { readonly hook: string; readonly failure?: string; readonly losses?: readonly { readonly code: string }[] }[];
  readonly skipped: Readonly<Record<string, readonly string[]>>;
  readonly losses: readonly { readonly code: string }[];
  readonly problems: readonly string[];
}

/** The last line that a session left in the trace. Thousands of calls of one home ask, so most read its end alone. */
export function lastTraceOf(home: Home, session: string): TraceLine | undefined {
  const file = home.getPath("trace/trace.jsonl");
  const line = lastLineWith(session, endOf(file, 32_768)) ?? lastLineWith(session, readFileSync(file, "utf8"));
  return line === undefined ? undefined : (JSON.parse(line) as TraceLine);
}

function endOf(file: string, length: number): string {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(length);
    const read = readSync(descriptor, buffer, 0, length, Math.max(0, fstatSync(descriptor).size - length));
    return buffer.toString("utf8", 0, read);
  } finally {
    closeSync(descriptor);
  }
}

/** A line without a beginning does not count. */
function lastLineWith(words: string, text: string): string | undefined {
  const at = text.lastIndexOf(words);
  const start = text.lastIndexOf("\n", at) + 1;
  return at === -1 || (start === 0 && !text.startsWith("{")) ? undefined : text.slice(start, text.indexOf("\n", at));
}
