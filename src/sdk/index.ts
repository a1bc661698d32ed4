/** For authors of hooks, predicates and subcommands in TypeScript or JavaScript. No dependencies. */

export { allow, type AnswerFields, type AnswerTo, ask, context, deny, type Deniable, endRun, message, updatedInput } from "./answers.ts";
export { type Handler, type Handlers, outcomeOf, run, type TestInput } from "./hook.ts";
export type { EveryInput, InputOf, KnownToolCall, OtherToolCall, OtherToolName, PatchFields } from "./inputs.ts";
export type { ToolCall, ToolInputs, ToolName, ToolResponse } from "./inputs.ts";
export { type Predicate, predicateAnswer, type PredicateAnswer, type PredicateInput, type PredicateTest } from "./predicate.ts";
export { type PredicateWatch, runPredicate } from "./predicate.ts";
export { runSubcommand, type Subcommand, type SubcommandInput } from "./subcommand.ts";
export { subcommandResult, type SubcommandResult, type SubcommandTest } from "./subcommand.ts";
export type { EventName } from "../model/event.ts";
export type { Decision } from "../model/outcome.ts";
export type { Json, JsonObject } from "../model/json.ts";
