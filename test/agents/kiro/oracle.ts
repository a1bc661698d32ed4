/** Kiro CLI 2.x, by its documentation of 2026-11-15 (https://kiro.dev/docs/cli/hooks/): what it obeys, event by event. */

import {
  type HookAnswer,
  NOTHING,
  type Obeys,
  type Oracle,
  type Payload,
  type Reading,
  reading,
  thrownAway,
} from "../../oracles/oracle.ts";

interface EventLaw {
  readonly neutral: string;
  readonly can: Obeys;
}

const EVENTS: Readonly<Record<string, EventLaw>> = {
  agentSpawn: { neutral: "SessionStart", can: { ...NOTHING, context: true } },
  userPromptSubmit: { neutral: "UserPromptSubmit", can: { ...NOTHING, context: true } },
  preToolUse: { neutral: "PreToolUse", can: { ...NOTHING, block: true } },
  postToolUse: { neutral: "PostToolUse", can: NOTHING },
  stop: { neutral: "Stop", can: NOTHING },
};

export const oracle: Oracle = {
  agent: "kiro",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
  legal,
};

/** JSON means nothing here: whatever is on stdout is taken as it stands. */
function read(event: string, _: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (exitCode === 0) return law.can.context || stdout.trim() === "" ? reading({ context: cut(stdout) }) : thrownAway("stdout is not read");
  if (exitCode === 2 && law.can.block) return reading({ blocked: true, reason: stderr.trim() });
  return reading({ userMessage: stderr.trim(), void: `exit code ${exitCode} at ${event}` });
}

/** `max_output_size` of an entry, 10,240 bytes where it has none: what is longer loses its end. */
function cut(output: string): string {
  return Buffer.from(output).subarray(0, 10_240).toString().trim();
}

/** A text with exit 0, or a reason on stderr with exit 2 and nothing beside it. */
function legal({ stdout, stderr, exitCode }: HookAnswer): boolean {
  return exitCode === 0 ? stderr === "" : exitCode === 2 && stdout === "" && stderr.trim() !== "";
}
