import { agentNamed } from "../../src/agents/agents-by-name.ts";
import { lookUp } from "../../src/lookup.ts";
import type { EventName } from "../../src/model/event.ts";
import { registration } from "./registration.ts";
import { ended, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** Here every call looks for new plugins. */
const ALWAYS: readonly EventName[] = ["SessionStart", "UserPromptSubmit"];

/** Our program is started only for events at which a plugin has something to do, and where it looks for new ones. */
export const idle: readonly Scenario[] = [
  registration({
    name: "idle-without-plugins",
    ability: "idle events",
    plugins: () => [],
    judge: (seen) => [ended(seen), toolRan(seen), startedFor(seen, ALWAYS)],
  }),
  registration({
    // What a session remembers of its handlers is forgotten at its end, so that event counts as used with any other.
    name: "idle-but-for-one-event",
    ability: "idle events",
    plugins: () => [{ name: "watching", hooks: [{ name: "watch", event: "PostToolUse", body: "exit 0" }] }],
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      startedFor(seen, [...ALWAYS, "PostToolUse"], ["SessionEnd"]),
      ["the handler ran once", seen.handled("watch").length === 1],
    ],
  }),
];

function startedFor({ recipe, starts }: Seen, events: readonly EventName[], maybe: readonly EventName[] = []): Claim {
  const table = agentNamed(recipe.name).events;
  const started = new Set(starts.map((start) => lookUp(table, start.split(" ")[1] ?? "")?.event ?? start));
  const others = [...started].filter((event) => ![...events, ...maybe].some((one) => one === event));
  return [`our program was started for ${events.join(", ")} alone`, others.length === 0 && events.every((event) => started.has(event))];
}
