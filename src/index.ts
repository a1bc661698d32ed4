/** The library. Everything it offers is listed here by name. */

export { EVENTS, EVENT_NAMES, eventFromWord, type EventMeaning, type EventName } from "./canonical/event.ts";
export type { Abilities, HookInput } from "./canonical/input.ts";
export { LOSSES, type Loss, type LossCode } from "./canonical/loss.ts";
export type { Answer, Decision, Outcome, Reply } from "./canonical/outcome.ts";
export { NEUTRAL_TOOLS, type NeutralTool, type ToolCall } from "./canonical/tool.ts";
export { UserError, InternalError } from "./errors.ts";
export { VERSION } from "./version.ts";
