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

export const failure: readonly Scenario[] = Object.entries(FAILURES).flatMap(([name, fails]) => [
  {
    name: `${name}-open`,
    ability: "failure, open",
    plugins: () => [failing(fails, "open")],
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), told(seen)],
  } satisfies Scenario,
  {
    name: `${name}-closed`,
    ability: "failure, closed",
    plugins: () => [failing(fails, "closed")],
    steps: runsShell,
    judge: (seen) => [ended(seen), toolBlocked(seen), reached(seen, "failing/fail", 2)],
  } satisfies Scenario,
]);

/** It is never silent: the answer that let the tool run has a message for the user (RT-16). */
function told({ calls }: Seen): Claim {
  return ["the answer tells the user which hook failed", calls.some((call) => /"output":.*systemMessage.*failing\/fail/.test(call))];
}

function failing(fails: Pick<PluginHook, "body" | "timeout">, onFailure: "open" | "closed") {
  return { name: "failing", hooks: [{ name: "fail", event: "PreToolUse", matcher: "Bash", onFailure, ...fails }] };
}
