import { agentNamed } from "../../src/agents/registrable.ts";
import type { EventName } from "../../src/canonical/event.ts";
import { registration } from "./registration.ts";
import { ended, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** Our programme is started only for events at which a plugin has something to do, and where it looks for new plugins. */
export const idle: readonly Scenario[] = [
  registration({
    name: "idle-without-plugins",
    ability: "idle events",
    plugins: () => [],
    judge: (seen) => [ended(seen), toolRan(seen), startedFor(seen, ["SessionStart", "UserPromptSubmit"])],
  }),
  registration({
    name: "idle-but-for-one-event",
    ability: "idle events",
    plugins: () => [{ name: "watching", hooks: [{ name: "watch", event: "Stop", body: "exit 0" }] }],
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      startedFor(seen, ["SessionStart", "UserPromptSubmit", "Stop"]),
      ["the handler ran once", seen.handled("watch").length === 1],
    ],
  }),
];

function startedFor({ recipe, starts }: Seen, events: readonly EventName[]): Claim {
  const table = agentNamed(recipe.name).facts.events;
  const started = new Set(starts.map((start) => table[start.split(" ")[1] ?? ""]?.event));
  return [`our programme was started for ${events.join(", ")} alone`, sameMembers([...started], events)];
}

function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && other.every((member) => one.includes(member));
}
