import { answers } from "./plugin.ts";
import { ended, reached, runsShell, toolBlocked, type Scenario } from "./scenario.ts";

export const twoPlugins: readonly Scenario[] = [
  {
    name: "two-plugins-disagree",
    ability: "two plugins",
    plugins: () => [
      { name: "allowing", hooks: [{ name: "allow", event: "PreToolUse", body: answers("PreToolUse", { decision: "allow" }) }] },
      {
        name: "denying",
        hooks: [{ name: "deny", event: "PreToolUse", body: answers("PreToolUse", { decision: "deny", reason: "One of us says no." }) }],
      },
    ],
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolBlocked(seen),
      reached(seen, "One of us says no.", 2),
      ["both handlers ran", seen.handled("allow").length === 1 && seen.handled("deny").length === 1],
    ],
  },
];
