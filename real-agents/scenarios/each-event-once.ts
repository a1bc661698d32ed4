/** A plugin that counts events, and the claim that the agent's hooks told each of them once. */

import type { Plugin } from "./plugin.ts";
import { where, type Claim, type Seen } from "./scenario.ts";

const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];
const AT_END = "SessionEnd";

export const counting = (): readonly Plugin[] => [
  { name: "counting", hooks: [...EVENTS, AT_END].map((event) => ({ name: event, event, body: "exit 0" })) },
];

export function eachOnce(seen: Seen): readonly Claim[] {
  const once = (event: string): Claim => [
    `${event} came once, for the agent that runs`,
    seen.handled(event).length === 1 && (seen.handled(event)[0] ?? "").includes(seen.recipe.name),
  ];
  return [...EVENTS.map(once), ...where(seen, "session end", once(AT_END))];
}
