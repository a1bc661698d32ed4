/** The tools as a handler sees them on every agent: Claude's names for them and for their fields. */

import type { Json } from "../canonical/json.ts";

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
