import { answers } from "./plugin.ts";
import { runsShell, toolBlocked, type Scenario } from "./scenario.ts";

export const ask: readonly Scenario[] = [
  {
    // Without a terminal no one can say yes: where asking is native the agent refuses or ends, elsewhere we deny.
    name: "ask-without-terminal",
    ability: "a question that no one can answer",
    plugins: () => [
      {
        name: "asking",
        hooks: [
          {
            name: "ask",
            event: "PreToolUse",
            matcher: "Bash",
            body: answers("PreToolUse", { decision: "ask", reason: "Is this wanted?" }),
          },
        ],
      },
    ],
    steps: runsShell,
    judge: (seen) => [["the agent ended", !seen.run.timedOut], ["the handler ran", seen.handled("ask").length > 0], toolBlocked(seen)],
  },
];
