/** For authors of hooks, predicates and subcommands in TypeScript or JavaScript. No dependencies. */

export { allow, type AnswerFields, type AnswerTo, ask, context, deny, type Deniable, endRun, message, updatedInput } from "./answers.ts";
export type { Handler, Handlers } from "./handlers.ts";
export type { EveryInput, InputOf, ToolResponse } from "./inputs.ts";
export { outcomeOf, type TestInput } from "./outcome-of.ts";
export type { Predicate, PredicateAnswer, PredicateInput, PredicateWatch } from "./predicate.ts";
export { run } from "./run.ts";
export { runPredicate } from "./run-predicate.ts";
export { runSubcommand } from "./run-subcommand.ts";
export type { Subcommand, SubcommandInput } from "./subcommand.ts";
export { predicateAnswer, type PredicateTest, subcommandResult, type SubcommandResult, type SubcommandTest } from "./test-programs.ts";
export type { KnownToolCall, OtherToolCall, OtherToolName, PatchFields, ToolCall, ToolInputs, ToolName } from "./tools.ts";
export type { EventName } from "../canonical/event.ts";
export type { Decision } from "../canonical/outcome.ts";
export type { Json, JsonObject } from "../canonical/json.ts";
