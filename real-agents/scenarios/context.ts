import type { Recipe, Folders } from "../recipes/recipe.ts";
import { answers } from "./plugin.ts";
import { ended, reached, runsShell, toolRan, type Scenario } from "./scenario.ts";

const TEXT = "The build needs the release flag.";
const noting = (event: string) => () => [
  { name: "noting", hooks: [{ name: "note", event, body: answers(event, { additionalContext: TEXT }) }] },
];

/** A tool that fails by itself: to some agents a command that ends with an error has not failed. */
const fails = ({ calls }: Recipe, { project }: Folders) => [
  { calls: [calls.read?.(`${project}/absent.txt`) ?? calls.shell("cat absent.txt")] },
];

/** Where it is given, the ability's name, and the request by which the model must have it. */
export const context: readonly Scenario[] = [
  {
    name: "context-session-start",
    ability: "context at session start",
    plugins: noting("SessionStart"),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, TEXT, 1)],
  },
  {
    name: "context-prompt",
    ability: "context at the prompt",
    plugins: noting("UserPromptSubmit"),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, TEXT, 1)],
  },
  {
    // On agents that take none before a tool it waits for the tool's result; the model has it at the same moment.
    name: "context-before-tool",
    ability: "context before a tool",
    plugins: noting("PreToolUse"),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, TEXT, 2), once(seen.turns[1] ?? "")],
  },
  {
    name: "context-after-tool",
    ability: "context after a tool",
    plugins: noting("PostToolUse"),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, TEXT, 2)],
  },
  {
    name: "context-before-failing-tool",
    ability: "context before a tool",
    plugins: noting("PreToolUse"),
    steps: (recipe, folders) => [...fails(recipe, folders), ...runsShell(recipe)],
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, TEXT, 3)],
  },
  {
    name: "context-after-tool-failure",
    ability: "context after a failed tool",
    plugins: noting("PostToolUseFailure"),
    steps: fails,
    judge: (seen) => [ended(seen), ["the handler ran", seen.handled("note").length === 1], reached(seen, TEXT, 2)],
  },
  {
    name: "context-subagent-start",
    ability: "context at subagent start",
    plugins: noting("SubagentStart"),
    steps: ({ subagent }) => subagent?.([{ say: "Looked." }]) ?? [],
    judge: (seen) => [ended(seen), reached(seen, TEXT, seen.turns.length)],
  },
];

function once(turn: string): readonly [string, boolean] {
  return ["it is there once", turn.split(TEXT).length === 2];
}
