import { answers } from "./plugin.ts";
import { ended, reached, RUN_MARKER, runsShell, toolBlocked, toolRan, type Scenario } from "./scenario.ts";

const REASON = "Commands that leave a marker are forbidden here.";

const guard = (body: string) => () => [{ name: "guarding", hooks: [{ name: "guard", event: "PreToolUse", matcher: "Bash", body }] }];

export const deny: readonly Scenario[] = [
  {
    name: "deny-with-reason",
    ability: "deny",
    plugins: guard(answers("PreToolUse", { decision: "deny", reason: REASON })),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, REASON, 2), reached(seen, "guarding", 2)],
  },
  {
    name: "deny-by-exit-code",
    ability: "deny",
    plugins: guard(`echo '${REASON}' >&2; exit 2`),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, REASON, 2)],
  },
  {
    name: "deny-without-reason",
    ability: "deny",
    plugins: guard(answers("PreToolUse", { decision: "deny" })),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, "guarding/guard", 2)],
  },
  {
    name: "deny-with-context",
    ability: "deny",
    plugins: guard(answers("PreToolUse", { decision: "deny", reason: REASON, additionalContext: "Use the tool instead." })),
    steps: runsShell,
    judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, REASON, 2), reached(seen, "Use the tool instead.", 2)],
  },
  {
    name: "deny-file-edit",
    ability: "deny",
    plugins: () => [
      {
        name: "guarding",
        hooks: [{ name: "guard", event: "PreToolUse", matcher: "Edit", body: answers("PreToolUse", { decision: "deny", reason: REASON }) }],
      },
    ],
    files: { "notes.txt": "alpha\nbeta\n" },
    steps: ({ calls }, { project }) => [
      ...(calls.read === undefined ? [] : [{ calls: [calls.read(`${project}/notes.txt`)] }]),
      { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
    ],
    judge: (seen) => [
      ended(seen),
      ["the file is as it was", seen.file("notes.txt") === "alpha\nbeta"],
      reached(seen, REASON, seen.turns.length),
    ],
  },
  {
    // The tool has run; the model gets the reason with its result, or in its place.
    name: "deny-result",
    ability: "deny after a tool",
    plugins: () => [
      {
        name: "checking",
        hooks: [
          { name: "check", event: "PostToolUse", matcher: "Bash", body: answers("PostToolUse", { decision: "deny", reason: REASON }) },
        ],
      },
    ],
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), reached(seen, REASON, 2)],
  },
  {
    name: "no-opinion",
    ability: "no opinion",
    plugins: guard("exit 0"),
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      [
        "the handler was given Claude's name and the command",
        seen.handled("guard").some((given) => given.includes('"Bash"') && given.includes(RUN_MARKER)),
      ],
    ],
  },
];
