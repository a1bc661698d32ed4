/** The neutral input: what happened, the same for all agents. An agent's `payload.ts` makes it; handlers get it in their declared format. */

import { lookUp } from "../lookup.ts";
import type { EventName } from "./event.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { quotedPath } from "./safe-text.ts";
import { servedCommand, type ToolCall } from "./tool.ts";

/** What an agent can do with an answer at one event. */
export interface Abilities {
  /** A denial is obeyed. */
  readonly block: boolean;
  /** The user can be asked. */
  readonly ask: boolean;
  /** The tool input can be replaced. */
  readonly rewrite: boolean;
  /** Text reaches the model. */
  readonly context: boolean;
  /** The whole run can be ended. */
  readonly stop: boolean;
}

export interface HookInput {
  /** Our name for the agent that is really calling. */
  readonly agent: string;
  /** The neutral event, or `null` for a native event without a counterpart. */
  readonly event: EventName | null;
  readonly nativeEvent: string;
  readonly sessionId: string | null;
  readonly cwd: string | null;
  readonly can: Abilities;
  readonly tool?: ToolCall;
  /** The tool's input in Claude's field names. */
  readonly toolInput?: Json;
  /** Why the tool may do something else than its input says: guards deny it. */
  readonly unclear?: string;
  /** The tool's input as the agent sent it. */
  readonly nativeToolInput?: Json;
  readonly toolResponse?: () => JsonObject;
  readonly prompt?: string;
  /** Other details of this event, under Claude's names: `source`, `reason`, `trigger`, `message`, `error` … */
  readonly details: JsonObject;
  /** The payload unchanged. */
  readonly raw: JsonObject;
}

/**
 * A plugin's command that an agent calls as a tool of Symposium's own MCP server (MC-7). Hooks for a shell apply to it (RT-10), so they also find
 * the call as it would look there. The tool itself has no such field.
 */
export function withServedCommand(input: HookInput): HookInput {
  const command = shellText(input);
  if (command === undefined || !isObject(input.toolInput)) return input;
  return { ...input, toolInput: { ...input.toolInput, command } };
}

/** The fields that a handler wants, without ours; `undefined` where it wants another command, which no input of the tool can express. */
export function withoutServedCommand(input: HookInput, fields: Json): Json | undefined {
  const command = shellText(input);
  if (command === undefined || !isObject(fields)) return fields;
  const { command: wanted, ...rest } = fields;
  return wanted === undefined || wanted === command ? rest : undefined;
}

function shellText({ tool, nativeToolInput }: HookInput): string | undefined {
  const name = tool === undefined ? undefined : servedCommand(tool);
  if (name === undefined) return undefined;
  const args = isObject(nativeToolInput) ? lookUp(nativeToolInput, "args") : undefined;
  const words = Array.isArray(args) ? args.map((word) => (typeof word === "string" ? word : JSON.stringify(word))) : [];
  return ["symposium", name, ...words.map(quotedPath)].join(" ");
}
