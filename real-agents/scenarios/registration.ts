/** What scenarios of registration have in common: their place in the table, the form they are played in, a plugin that denies. */

import { answers } from "./plugin.ts";
import { ended, reached, runsShell, toolBlocked, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";

const REASON = "Commands that leave a marker are forbidden here.";

/** What is written into agents' files is the same for both forms of the program, so one of them shows it. */
export function registration(scenario: Omit<Scenario, "group" | "plugins" | "steps"> & Partial<Scenario>): Scenario {
  return { group: "registration", forms: ["native"], plugins: guarding, steps: runsShell, ...scenario };
}

const guarding: Scenario["plugins"] = () => [
  {
    name: "guarding",
    hooks: [{ name: "guard", event: "PreToolUse", matcher: "Bash", body: answers("PreToolUse", { decision: "deny", reason: REASON }) }],
  },
];

export function denied(seen: Seen): readonly Claim[] {
  return [ended(seen), toolBlocked(seen), reached(seen, REASON, 2), ["the handler ran once", seen.handled("guard").length === 1]];
}

/** The agent works as if there were no hooks. */
export function undisturbed(seen: Seen): readonly Claim[] {
  return [
    ended(seen),
    toolRan(seen),
    ["the model was asked twice", seen.turns.length === 2],
    ["no handler ran", seen.handled("guard").length === 0],
  ];
}
