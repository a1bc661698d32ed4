import { counting, eachOnce } from "./each-event-once.ts";
import { answers } from "./plugin.ts";
import { ended, initFor, reached, runsShell, toolBlocked, toolRan, type Scenario } from "./scenario.ts";

const REASON = "Commands that leave a marker are forbidden here.";

export const otherFiles: readonly Scenario[] = [
  {
    name: "claude-and-copilot-files",
    ability: "Claude's and Copilot's files in one project",
    about: { agents: ["claude-code", "copilot-cli"], others: "reads neither of the two files" },
    registering: () => [initFor(["claude-code", "copilot-cli"], "project")],
    plugins: counting,
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), ...eachOnce(seen)],
  },
  {
    name: "claude-file-alone",
    ability: "another agent's file",
    about: { agents: ["copilot-cli"], others: "reads no other agent's files" },
    registering: () => [initFor(["claude-code"], "project")],
    plugins: () => [
      {
        name: "guarding",
        hooks: [{ name: "guard", event: "PreToolUse", matcher: "Bash", body: answers("PreToolUse", { decision: "deny", reason: REASON }) }],
      },
    ],
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolBlocked(seen),
      reached(seen, REASON, 2),
      [
        "the handler was called once, for the caller",
        seen.handled("guard").length === 1 && (seen.handled("guard")[0] ?? "").includes(seen.recipe.name),
      ],
    ],
  },
];
