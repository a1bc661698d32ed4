import { answers } from "./plugin.ts";
import { runsShell, toolBlocked, type Scenario } from "./scenario.ts";

const REASON = "No work on a Sunday.";

export const promptBlock: readonly Scenario[] = [
  {
    name: "prompt-block",
    ability: "prompt block",
    plugins: () => [
      {
        name: "resting",
        hooks: [{ name: "rest", event: "UserPromptSubmit", body: answers("UserPromptSubmit", { decision: "deny", reason: REASON }) }],
      },
    ],
    steps: runsShell,
    judge: (seen) => [
      ["the agent ended", !seen.run.timedOut],
      ["the handler was given the prompt", seen.handled("rest").some((given) => given.includes("scripted work"))],
      ["the model was asked nothing", seen.turns.length === 0],
      toolBlocked(seen),
    ],
  },
];
