/** For authors of hooks, predicates and subcommands in TypeScript or JavaScript. No dependencies. */

export { allow, type AnswerFields, type AnswerTo, ask, context, deny, type Deniable, endRun, message, updatedInput } from "./answers.ts";
export type { Handler, Handlers } from "./hook.ts";
export type { EveryInput, InputOf, ToolResponse } from "./inputs.ts";
export { outcomeOf, type TestInput } from "./hook.ts";
export type { Predicate, PredicateAnswer, PredicateInput, PredicateWatch } from "./predicate.ts";
export { run } from "./hook.ts";
export { runPredicate } from "./predicate.ts";
export { runSubcommand } from "./subcommand.ts";
export type { Subcommand, SubcommandInput } from "./subcommand.ts";
export { predicateAnswer, type PredicateTest } from "./predicate.ts";
export { subcommandResult, type SubcommandResult, type SubcommandTest } from "./subcommand.ts";
export type { KnownToolCall, OtherToolCall, OtherToolName, PatchFields, ToolCall, ToolInputs, ToolName } from "./inputs.ts";
export type { EventName } from "../model/event.ts";
export type { Decision } from "../model/outcome.ts";
export type { Json, JsonObject } from "../model/json.ts";
