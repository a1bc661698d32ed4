/** What scenarios of guards have in common: a plugin that denies every tool call and is closed on failure, and the claims that it held. */

import { answers, type Plugin } from "./plugin.ts";
import { ended, reached, runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

export const REASON = "No tool is allowed here.";

const DENIES = answers("PreToolUse", { decision: "deny", reason: REASON });

export function guarded(scenario: Omit<Scenario, "group" | "plugins" | "steps"> & Partial<Scenario>): Scenario {
  return { group: "guards", plugins: () => [guarding(DENIES)], steps: runsShell, ...scenario };
}

/** The body may do something before it denies. */
export function guarding(body: string): Plugin {
  return { name: "guarding", hooks: [{ name: "guard", event: "PreToolUse", body, onFailure: "closed" }] };
}

export function denying(first: string): string {
  return `${first}\n${DENIES}`;
}

/** Where the guard's manifest is. */
export const MANIFEST = ".symposium/plugins/guarding/SYMPOSIUM.toml";

/** A command that leaves a file, numbered, so that each call of a run can be distinguished. */
export function leaves(place: number): string {
  return `echo ran > ${markerOf(place)}`;
}

export function markerOf(place: number): string {
  return `marker-${place}.txt`;
}

/** No call left its file. */
export function denied(seen: Seen, cases: readonly string[]): readonly Claim[] {
  return [
    ended(seen),
    ...cases.map((words, place): Claim => [`denied: ${words}`, seen.file(markerOf(place)) === ""]),
    [`the model was asked ${cases.length + 1} times`, seen.turns.length >= cases.length + 1],
  ];
}

/** The same, and the model was told why by the guard itself. */
export function held(seen: Seen, cases: readonly string[]): readonly Claim[] {
  return [...denied(seen, cases), reached(seen, REASON, 2)];
}

/** Whatever the agent asked about, we said no. */
export function everyCallDenied({ trace }: Seen): Claim {
  const asked = trace.filter(({ event }) => event.neutral === "PreToolUse");
  return ["we denied whenever we were asked", asked.length > 0 && asked.every(({ outcome }) => outcome.decision === "deny")];
}
