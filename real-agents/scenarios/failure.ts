import type { PluginHook } from "./plugin.ts";
import { ended, reached, runsShell, toolBlocked, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** How a handler can fail; each is tried under both fail policies. */
const FAILURES: Readonly<Record<string, Pick<PluginHook, "body" | "timeout">>> = {
  crash: { body: "echo broken >&2; exit 3" },
  signal: { body: "kill -s SEGV $$" },
  timeout: { body: "sleep 30", timeout: 0.5 },
  garbage: { body: "echo 'no JSON at all'" },
  missing: {},
};

export const failure: readonly Scenario[] = [
  ...Object.entries(FAILURES).flatMap(([name, fails]): readonly Scenario[] => [
    {
      name: `${name}-open`,
      ability: "failure, open",
      plugins: () => [failing(fails, "open")],
      steps: runsShell,
      judge: (seen) => [ended(seen), toolRan(seen), traced(seen, "open")],
    },
    {
      name: `${name}-closed`,
      ability: "failure, closed",
      plugins: () => [failing(fails, "closed")],
      steps: runsShell,
      judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, "failing/fail", 2), traced(seen, "closed")],
    },
  ]),
  {
    // It fails at two calls of one session.
    name: "failure-told-once",
    ability: "failure told to the user",
    plugins: () => [failing(FAILURES["crash"] ?? {}, "open")],
    steps: (recipe) => [...runsShell(recipe), ...runsShell(recipe)],
    judge: (seen) => [ended(seen), toolRan(seen), traced(seen, "open"), toldOnce(seen)],
  },
];

/** It is never silent (RT-16). */
function traced({ trace }: Seen, policy: "open" | "closed"): Claim {
  const failed = trace.flatMap(({ ran }) => ran).filter((one) => one.hook === "failing/fail");
  return ["the trace says that the hook failed", failed.length > 0 && failed.every((one) => one.failure && one.policy === policy)];
}

/** In a message that only the user gets, at the first of the calls. */
function toldOnce({ calls, turns }: Seen): Claim {
  const told = calls.filter((call) => /"output":.*systemMessage.*failing\/fail/.test(call));
  return [
    "one answer tells the user which hook failed, and the model is not told",
    told.length === 1 && !turns.join().includes("failing/fail"),
  ];
}

function failing(fails: Pick<PluginHook, "body" | "timeout">, onFailure: "open" | "closed") {
  return { name: "failing", hooks: [{ name: "fail", event: "PreToolUse", matcher: "Bash", onFailure, ...fails }] };
}
