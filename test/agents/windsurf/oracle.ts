/** Windsurf, by its documentation of 2026-11-15 (https://docs.windsurf.com/windsurf/cascade/hooks): what it obeys. */

import { isFields } from "../../oracles/fields.ts";
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
  readonly neutral: string | null;
  readonly can: Obeys;
}

const BLOCKS: Obeys = { ...NOTHING, block: true };

const EVENTS: Readonly<Record<string, EventLaw>> = {
  pre_run_command: { neutral: "PreToolUse", can: BLOCKS },
  pre_write_code: { neutral: "PreToolUse", can: BLOCKS },
  pre_read_code: { neutral: "PreToolUse", can: BLOCKS },
  pre_mcp_tool_use: { neutral: "PreToolUse", can: BLOCKS },
  post_run_command: { neutral: "PostToolUse", can: NOTHING },
  post_write_code: { neutral: "PostToolUse", can: NOTHING },
  post_read_code: { neutral: "PostToolUse", can: NOTHING },
  post_mcp_tool_use: { neutral: "PostToolUse", can: NOTHING },
  pre_user_prompt: { neutral: "UserPromptSubmit", can: BLOCKS },
  post_cascade_response: { neutral: "Stop", can: NOTHING },
  // The same moment once more, and one that no other agent has.
  post_cascade_response_with_transcript: { neutral: null, can: NOTHING },
  post_setup_worktree: { neutral: null, can: NOTHING },
};

/** The arguments of an MCP tool stand one deeper than what is told of the other tools. */
const ARGUMENTS = "mcp_tool_arguments";

export const oracle: Oracle = {
  agent: "windsurf",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: ({ tool_info: info }) => (isFields(info) && ARGUMENTS in info ? info[ARGUMENTS] : info),
  commandField: "command_line",
  read,
  legal,
};

/** Only the exit code is checked; what is written is shown to the user where the entry asks for it. */
function read(event: string, _: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (exitCode === 2 && law.can.block) return reading({ blocked: true, reason: stderr.trim() });
  const cause = exitCode === 0 ? (stdout.trim() === "" ? undefined : "stdout is not read") : `exit code ${exitCode} at ${event}`;
  return reading({ void: cause });
}

/** Silence, or a reason on stderr with exit 2 and nothing beside it. */
function legal({ stdout, stderr, exitCode }: HookAnswer): boolean {
  if (stdout !== "") return false;
  return exitCode === 0 ? stderr === "" : exitCode === 2 && stderr.trim() !== "";
}
