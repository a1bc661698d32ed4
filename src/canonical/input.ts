/** The neutral input: what happened, the same for all agents. An agent's `payload.ts` makes it; handlers get it in their declared format. */

import type { EventName } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ToolCall } from "./tool.ts";

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
  readonly toolResponse?: JsonObject;
  readonly prompt?: string;
  /** Other details of this event, under Claude's names: `source`, `reason`, `trigger`, `message`, `error` … */
  readonly details: JsonObject;
  /** The payload unchanged. */
  readonly raw: JsonObject;
}
