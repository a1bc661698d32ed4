/** A home of our own with the plugins of one case installed. */

import { closeSync, fstatSync, openSync, readSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

export interface Home {
  readonly path: string;
  /** A folder to be started in that has nothing in it. */
  readonly work: string;
  readonly remove: () => void;
}

export function buildHome({ plugins }: Pick<Case, "plugins">): Home {
  const path = mkdtempSync(join(tmpdir(), "symposium-conformance-"));
  const work = join(path, "work");
  mkdirSync(work);
  for (const plugin of plugins) {
    const folder = join(path, "plugins", plugin.name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SYMPOSIUM.toml"), manifestOf(plugin));
    const script = scriptOf(plugin.handler);
    if (script !== undefined) writeFileSync(join(folder, SCRIPT), script);
  }
  return { path, work, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The same handler at every neutral event, told which one by its first argument. */
function manifestOf(plugin: Plugin): string {
  const { handler, onFailure, onUnsupported, timeout } = plugin;
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
  return [`name = "${plugin.name}"\ncrates = ["*"]`, ...hooks].join("\n\n");
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
  const file = join(home.path, "trace", "trace.jsonl");
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
