/** Claude Code's answer: its own shape, except where it reads exit codes alone or rejects nested fields. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject } from "../../canonical/json.ts";
import { type Answer, type Reply, SILENCE } from "../../canonical/outcome.ts";
import { lookUp } from "../../lookup.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { events } from "./events.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  if (lookUp(events, input.nativeEvent)?.byExitCode === true) return byExitCode(answer, input);
  if (answer.skillsChanged === true) return encodeClaudeShape(reloadingSkills(answer), input);
  return encodeClaudeShape(answer.decision === "deny" && takesNoMore(input) ? bare(answer) : answer, input);
}

/** With exit code 2 Claude Code shows stderr and reads nothing else. */
function byExitCode(answer: Answer, input: HookInput): Reply {
  const words = [answer.decision === "deny" ? answer.reason : undefined, answer.systemMessage].filter((text) => text !== undefined);
  return words.length === 0 ? encodeClaudeShape(answer, input) : { ...SILENCE, stderr: `${words.join("\n")}\n`, exitCode: 2 };
}

/** At events of its own a denial goes without fields that might say otherwise, such as an answer to the question of an MCP server. */
function takesNoMore({ event }: HookInput): boolean {
  return event === null;
}

function bare({ native = {}, ...answer }: Answer): Answer {
  const { hookSpecificOutput: _, ...top } = native;
  return { ...answer, native: top };
}

/** Claude Code lists skills before a new session's hooks run, and again when a hook asks for it. */
function reloadingSkills(answer: Answer): Answer {
  const nested = answer.native?.["hookSpecificOutput"];
  return { ...answer, native: { ...answer.native, hookSpecificOutput: { ...(isObject(nested) ? nested : {}), reloadSkills: true } } };
}
