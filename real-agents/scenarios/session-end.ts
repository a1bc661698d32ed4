import { ended, runsShell, toolRan, type Scenario } from "./scenario.ts";

export const sessionEnd: readonly Scenario[] = [
  {
    name: "session-end",
    ability: "session end",
    plugins: () => [
      {
        name: "closing",
        hooks: [
          { name: "close", event: "SessionEnd", body: "sleep 0.3; echo closed > closed.txt" },
          { name: "linger", event: "SessionEnd", body: "sleep 20; echo lingered > closed.txt" },
        ],
      },
    ],
    // At a session's end Claude Code shows the user what failed only with exit code 2.
    exitCodes: ["0", "2"],
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      ["the handler ran once, to its end", seen.handled("close").length === 1 && seen.file("closed.txt") === "closed"],
      [
        "one that takes too long was cut",
        seen.trace.some(({ ran }) => ran.some(({ hook, exit }) => hook === "closing/linger" && exit === "timed-out")),
      ],
    ],
  },
];
