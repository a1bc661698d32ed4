import { answers } from "./plugin.ts";
import { ended, toolBlocked, toolRan, type Scenario } from "./scenario.ts";

/** The same call twice: a handler that allows it is heard, unless the user's own rule forbids it. */
const allowedCopy = {
  plugins: () => [
    {
      name: "allowing",
      hooks: [{ name: "allow", event: "PreToolUse", matcher: "Bash", body: answers("PreToolUse", { decision: "allow" }) }],
    },
  ],
  files: { "ran.txt": "ran\n" },
  steps: ({ calls }) => [{ calls: [calls.shell("cp ran.txt marker.txt")] }],
} satisfies Partial<Scenario>;

export const userRule: readonly Scenario[] = [
  {
    name: "explicit-allow",
    ability: "an explicit allow",
    ...allowedCopy,
    judge: (seen) => [ended(seen), ["the handler ran", seen.handled("allow").length === 1], toolRan(seen)],
  },
  {
    name: "explicit-allow-of-the-forbidden",
    ability: "the user's own deny rule beats an allow",
    forbidden: "cp",
    ...allowedCopy,
    judge: (seen) => [ended(seen), ["the model went on", seen.turns.length === 2], toolBlocked(seen)],
  },
];
