/** For authors of hooks: handlers in TypeScript or JavaScript that work on every agent. No dependencies. */

export { allow, type AnswerFields, type AnswerTo, ask, context, deny, type Deniable, endRun, message, updatedInput } from "./answers.ts";
export type { Handler, Handlers } from "./handlers.ts";
export type { EveryInput, InputOf, ToolResponse } from "./inputs.ts";
export { outcomeOf, type TestInput } from "./outcome-of.ts";
export { run } from "./run.ts";
export type { KnownToolCall, OtherToolCall, OtherToolName, PatchFields, ToolCall, ToolInputs, ToolName } from "./tools.ts";
export type { EventName } from "../canonical/event.ts";
export type { Decision } from "../canonical/outcome.ts";
export type { Json, JsonObject } from "../canonical/json.ts";
