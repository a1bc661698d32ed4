/**
 * A manifest of the Hook Interchange Format (`hooks/1.0`, `hooks/0.1`) as its reader gives it: field names as in the file, checked,
 * with `darwin` for `osx` and `file_changed` for `file_saved`. Fields that the format does not know stay in the objects, and
 * survive a rewrite.
 */

import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { EVENT_NAMES, type EventName, EVENTS, meaningOf } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";

export const SPECS = ["hooks/1.0", "hooks/0.1"] as const;

export type Spec = (typeof SPECS)[number];

export interface HookManifest {
  readonly spec: Spec;
  /** In the order in which those of one event run. */
  readonly hooks: readonly ManifestHook[];
  /** By path from the manifest's folder, `sha256:…`: what files must be before anything runs. */
  readonly content_hashes?: Readonly<Record<string, string>>;
}

export interface ManifestHook {
  readonly name?: string;
  /** A name of the registry, or one that we do not know. */
  readonly event: string;
  /** Absent: every tool. Kept, without effect, on an event without a tool. */
  readonly matcher?: ManifestMatcher;
  readonly handler: ManifestHandler;
  readonly blocking?: boolean;
  readonly degradation?: Readonly<Record<string, Strategy>>;
  /** What has no neutral place, by the agent's name. */
  readonly provider_data?: Readonly<Record<string, JsonObject>>;
  /** Says what the command's output may contain; nothing else follows from it. */
  readonly capabilities?: readonly string[];
}

export type ManifestMatcher = MatcherElement | readonly MatcherElement[];

export type MatcherElement =
  /** A neutral tool, or a tool's native name. */
  | string
  /** Found somewhere in a neutral name, or in a native one. */
  | { readonly pattern: string }
  /** Without `tool`: every tool of the server. */
  | { readonly mcp: { readonly server: string; readonly tool?: string } };

export function elementsOf(matcher: ManifestMatcher): readonly MatcherElement[] {
  return Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher as MatcherElement];
}

/** The place in `provider_data` that Symposium reads itself, and its only key there. */
const OWN = "symposium";
const DIALECT = "dialect";

/** The agent whose payload the command reads and in whose words it answers, as `provider_data.symposium.dialect` says; absent: the format's own. */
export function dialectOf({ provider_data = {} }: Pick<ManifestHook, "provider_data">): string | undefined {
  const dialect = lookUp(lookUp(provider_data, OWN) ?? {}, DIALECT);
  return typeof dialect === "string" ? dialect : undefined;
}

export function dialectData(dialect: string): NonNullable<ManifestHook["provider_data"]> {
  return { [OWN]: { [DIALECT]: dialect } };
}

export const HANDLER_TYPES = ["command", "http", "prompt", "agent"] as const;

export type HandlerType = (typeof HANDLER_TYPES)[number];

/** Which fields are there depends on the type; `command` has a command, `http` a URL, `prompt` a prompt. */
export interface ManifestHandler {
  /** One of `HANDLER_TYPES`, or one that we do not know. */
  readonly type: string;
  readonly command?: string;
  readonly platform?: Readonly<Partial<Record<ManifestPlatform, string>>>;
  /** Below the project. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In seconds; 0 and absent mean the default. */
  readonly timeout?: number;
  readonly timeout_action?: "warn" | "block";
  readonly async?: boolean;
  readonly status_message?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowed_env_vars?: readonly string[];
  readonly prompt?: string;
  readonly model?: string;
  readonly agent?: Json;
}

const MANIFEST_PLATFORMS = ["windows", "linux", "darwin"] as const;

export type ManifestPlatform = (typeof MANIFEST_PLATFORMS)[number];

/** What becomes of a hook that needs a capability which the agent lacks. */
export const STRATEGIES = ["block", "warn", "exclude"] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** The capabilities of the format, and what happens by default where an agent lacks one. */
export const CAPABILITIES = {
  structured_output: "warn",
  input_rewrite: "block",
  llm_evaluated: "exclude",
  http_handler: "warn",
  async_execution: "warn",
  platform_commands: "warn",
  custom_env: "warn",
  configurable_cwd: "warn",
} as const satisfies Record<string, Strategy>;

export type Capability = keyof typeof CAPABILITIES;

export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/** The format's default for a handler's timeout. */
export const DEFAULT_SECONDS = 30;

const PLATFORMS = { linux: "linux", macos: "darwin", windows: "windows" } as const satisfies Record<OperatingSystem, ManifestPlatform>;

/** The command that counts on an operating system. */
export function commandOn({ command = "", platform = {} }: Pick<ManifestHandler, "command" | "platform">, os: OperatingSystem): string {
  return lookUp(platform, PLATFORMS[os]) || command;
}

interface ScriptCall {
  /** From the manifest's folder. */
  readonly script: string;
  /** What follows the script, blanks included. */
  readonly rest: string;
}

const FIRST_WORD = /^(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*)(?=\s|$)/;

/** A first word that begins with `./` or has a slash names a file; `undefined` for any other line. An absolute path is what it is. */
export function scriptCall(command: string): ScriptCall | undefined {
  const [word = "", script = ""] = FIRST_WORD.exec(command) ?? [];
  return word.startsWith("./") || script.includes("/") ? { script, rest: command.slice(word.length) } : undefined;
}

/** Conformance level Core asks for these. */
export const CORE_EVENTS = [
  "before_tool_execute",
  "after_tool_execute",
  "session_start",
  "session_end",
  "before_prompt",
  "agent_stop",
] as const;

/** Level Extended: where the agent has them. */
export const EXTENDED_EVENTS = [
  "before_compact",
  "after_compact",
  "notification",
  "error_occurred",
  "tool_use_failure",
  "file_changed",
  "subagent_start",
  "subagent_stop",
  "permission_request",
  "permission_denied",
  "before_model",
  "after_model",
  "before_tool_selection",
] as const;

/** Level Full: events of one agent, for round trips. */
export const EXCLUSIVE_EVENTS = [
  "config_change",
  "instructions_loaded",
  "task_created",
  "task_completed",
  "teammate_idle",
  "cwd_changed",
  "elicitation",
  "elicitation_result",
  "worktree_create",
  "worktree_remove",
  "file_created",
  "file_deleted",
  "before_task",
  "after_task",
  "manual_trigger",
  "windsurf_transcript_response",
  "windsurf_worktree_setup",
  "opencode_command_before",
  "opencode_command_after",
  "opencode_chat_params",
  "opencode_chat_headers",
  "opencode_shell_env",
  "opencode_tool_definition",
  "opencode_tui_events",
  "cursor_agent_thought",
  "cursor_tab_file_read",
  "cursor_tab_file_edit",
] as const;

/** Another spelling in older texts of the format. */
export const EVENT_ALIASES = { file_saved: "file_changed" } as const;

const KNOWN: ReadonlySet<string> = new Set([...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS]);

export function isKnownManifestEvent(name: string): boolean {
  return KNOWN.has(name);
}

/** Our event of that interchange name; `undefined` for one that we know only by name, or not at all. */
export function neutralEvent(name: string): EventName | undefined {
  return EVENT_NAMES.find((event) => EVENTS[event].interchange === name);
}

/** Whether the event fires for one tool call, so that a matcher applies. */
export function hasTool(name: string): boolean {
  const event = neutralEvent(name);
  return event === undefined ? name === "permission_denied" : EVENTS[event].hasTool;
}

/** Whether a denial prevents something at the event. */
export function prevents(name: string): boolean {
  return meaningOf(neutralEvent(name))?.prevents === true;
}
