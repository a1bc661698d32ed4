import { answers } from "./plugin.ts";
import { ended, runsShell, toolBlocked, toolRan, where, type Claim, type Scenario, type Seen } from "./scenario.ts";

const COPY = "cp ran.txt marker.txt";
const files = { "ran.txt": "ran\n" };
const copies: Scenario["steps"] = ({ calls }) => [{ calls: [calls.shell(COPY)] }];
const allowing = (more: object) => () => [
  {
    name: "allowing",
    hooks: [{ name: "allow", event: "PreToolUse", matcher: "Bash", body: answers("PreToolUse", { decision: "allow", ...more }) }],
  },
];
/** Some agents look at the user's rules first, and ask no hook then. */
const notByUs = ({ trace }: Seen): Claim => ["our answers refused nothing", trace.every(({ outcome }) => outcome.decision !== "deny")];

/** A handler that allows a call is heard, unless the user's own rule forbids the call. */
export const userRule: readonly Scenario[] = [
  {
    name: "explicit-allow",
    ability: "an explicit allow",
    plugins: allowing({}),
    files,
    steps: copies,
    judge: (seen) => [ended(seen), ["the handler allowed it", seen.handled("allow").length === 1], toolRan(seen)],
  },
  {
    name: "explicit-allow-of-the-forbidden",
    ability: "the user's own deny rule beats an allow",
    forbidden: "cp",
    plugins: allowing({}),
    files,
    steps: copies,
    judge: (seen) => [ended(seen), notByUs(seen), ["the model went on", seen.turns.length === 2], toolBlocked(seen)],
  },
  {
    // A rewrite is what some agents take together with an allow only.
    name: "explicit-allow-and-rewrite-to-the-forbidden",
    ability: "the user's own deny rule beats an allow",
    forbidden: "cp",
    plugins: allowing({ updatedInput: { command: COPY } }),
    files,
    steps: runsShell,
    judge: (seen) => [ended(seen), ...where(seen, "rewrite of a shell command", notByUs(seen)), toolBlocked(seen)],
  },
];
