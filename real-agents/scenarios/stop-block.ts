import { answers } from "./plugin.ts";
import { ended, reached, type Scenario } from "./scenario.ts";

const REASON = "Run the tests before you stop.";
const block = (event: string) => answers(event, { decision: "deny", reason: REASON });
const ONCE = (event: string) => `case $input in *'"stop_hook_active":false'*) ${block(event)} ;; esac`;
const holding = (event: string, body: string) => () => [{ name: "holding", hooks: [{ name: "hold", event, body }] }];

export const stopBlock: readonly Scenario[] = [
  {
    name: "stop-block-once",
    ability: "stop block",
    plugins: holding("Stop", ONCE("Stop")),
    judge: (seen) => [
      ended(seen),
      reached(seen, REASON, 2),
      ["the model was asked twice", seen.turns.length === 2],
      ["the second call said that a stop hook is active", (seen.handled("hold")[1] ?? "").includes('"stop_hook_active":true')],
    ],
  },
  {
    name: "stop-block-limit",
    ability: "stop block",
    plugins: holding("Stop", block("Stop")),
    judge: (seen) => [ended(seen), ["the model was asked once and eight times more", seen.turns.length === 9]],
  },
  {
    name: "stop-block-subagent",
    ability: "subagent stop block",
    plugins: holding("SubagentStop", ONCE("SubagentStop")),
    steps: ({ subagent }) => subagent?.([{ say: "Looked." }, { say: "Looked again." }]) ?? [],
    judge: (seen) => [
      ended(seen),
      reached(seen, REASON, seen.turns.length),
      ["the handler was called twice", seen.handled("hold").length === 2],
    ],
  },
];
