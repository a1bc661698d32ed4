/** The input of a handler, event by event, and the tools as a handler sees them on every agent: Claude's names for them and for their fields. */

import type { EventName } from "../model/event.ts";
import type { Json, JsonObject } from "../model/json.ts";

export interface EveryInput {
  /** The agent's name for the session. */
  readonly session_id: string | null;
  /** The folder the agent works in. */
  readonly cwd: string | null;
  /** Which agent calls, such as `claude-code`. */
  readonly agent?: string;
  /** The agent's own names. */
  readonly native?: { readonly event: string; readonly tool_name?: string; readonly tool_input?: Json };
}

/** More fields of an event; only some agents send fields with a `?`. */
export interface EventFields {
  readonly PreToolUse: ToolCall;
  readonly PostToolUse: ToolCall & { readonly tool_response: ToolResponse };
  readonly PostToolUseFailure: ToolCall & { readonly error?: string };
  readonly PermissionRequest: ToolCall;
  readonly UserPromptSubmit: { readonly prompt: string };
  readonly SessionStart: { readonly source?: Open<"startup" | "resume" | "clear" | "compact"> };
  readonly SessionEnd: { readonly reason?: string };
  readonly Stop: Stopping;
  readonly SubagentStart: Subagent;
  readonly SubagentStop: Stopping & Subagent;
  readonly Notification: { readonly message?: string };
  readonly PreCompact: { readonly trigger?: Open<"auto" | "manual"> };
  readonly ErrorOccurred: { readonly error?: Json };
}

export type InputOf<Event extends EventName> = EveryInput & EventFields[Event];

/** `stdout` of a shell, `text` of other tools, beside the agent's own fields; `{}` where it sends nothing. */
export type ToolResponse = JsonObject & { readonly stdout?: string; readonly text?: string };

interface Stopping {
  /** The agent is already continuing because a hook did not let it stop. */
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
}

interface Subagent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** The known words, and any other. */
type Open<Word extends string> = Word | (string & Record<never, never>);

/**
 * The input of every tool with a common name. Only portable fields are listed: fields of one agent alone are
 * present as well, but a hook that needs them does not work everywhere.
 */
export interface ToolInputs {
  readonly Bash: { readonly command: string; readonly description?: string };
  readonly Read: { readonly file_path: string; readonly offset?: number; readonly limit?: number };
  readonly Write: { readonly file_path: string; readonly content?: string } & PatchFields;
  readonly Edit: {
    readonly file_path: string;
    readonly old_string?: string;
    readonly new_string?: string;
    readonly replace_all?: boolean;
  } & PatchFields;
  readonly Grep: { readonly pattern: string; readonly path?: string; readonly glob?: string };
  readonly Glob: { readonly pattern: string; readonly path?: string };
  readonly WebFetch: { readonly url?: string; readonly prompt?: string };
  readonly WebSearch: { readonly query: string };
  readonly Agent: { readonly prompt?: string; readonly description?: string; readonly subagent_type?: string };
}

/** Some models edit by patch: then these describe the change, instead of `content`, `old_string` and `new_string`. */
export interface PatchFields {
  /** Every file the patch touches, including targets of moves. */
  readonly files?: readonly string[];
  readonly patch?: string;
}

export type ToolName = keyof ToolInputs;

export type KnownToolCall = {
  readonly [Name in ToolName]: { readonly tool_name: Name; readonly tool_input: ToolInputs[Name] };
}[ToolName];

export interface OtherToolCall {
  readonly tool_name: OtherToolName;
  /** The tool's input; a few tools take plain text. */
  readonly tool_input: Json;
}

/** Comparing `tool_name` with a common name narrows the type of `tool_input`. */
export type ToolCall = KnownToolCall | OtherToolCall;

/**
 * Tools of MCP servers (`mcp__<server>__<tool>`) and an agent's own. TypeScript cannot express "any text but these names", so
 * first letters distinguish them: a name with another first letter may come too, and is compared as `const name: string`.
 */
export type OtherToolName = `${OtherInitial}${string}`;

type OtherInitial = Lowercase<Letter> | Exclude<Letter, InitialOf<ToolName>>;
type InitialOf<Name> = Name extends `${infer Initial}${string}` ? Initial : never;
type Letter =
  | ("A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M")
  | ("N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z");
