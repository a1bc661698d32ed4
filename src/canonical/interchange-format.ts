/** The `interchange` format: the output contract of the Hook Interchange Format, with our documented input envelope. */

import { tableOf } from "../lookup.ts";
import { type AnswerKeys, type AnswerReading, fieldsOf, outcomeOf, UNCLEAR } from "./answer-fields.ts";
import type { HookInput } from "./input.ts";
import { compact, isObject, type JsonObject, parseJson } from "./json.ts";

/** What a handler of this format reads on stdin; absent keys are omitted. `event` is the format's name. */
export function interchangeInput(input: HookInput, event: string): JsonObject {
  const { tool } = input;
  return compact({
    event,
    agent: input.agent,
    session_id: input.sessionId,
    cwd: input.cwd,
    tool: tool && compact({ name: tool.neutral ?? tool.name, native: tool.native, mcp: tool.mcp && { ...tool.mcp } }),
    input: input.toolInput,
    result: input.toolResponse,
    prompt: input.prompt,
    raw: input.raw,
  });
}

export const INTERCHANGE_KEYS: AnswerKeys = tableOf({
  decision: "decision",
  reason: "reason",
  context: "context",
  updated_input: "updatedInput",
  continue: "continue",
  system_message: "systemMessage",
  suppress_output: "suppressOutput",
});

export type InterchangeReading = AnswerReading | { readonly kind: "failure"; readonly message: string };

/**
 * The format's truth table. A hook that is not blocking cannot block with exit code 2, but its `decision: deny` with
 * exit 0 does: the table requires it.
 */
export function readInterchange(code: number, stdout: string, stderr: string, isBlocking: boolean): InterchangeReading {
  if (code === 2 && isBlocking) {
    const reason = stderr.trim();
    return { kind: "answer", outcome: { decision: "deny", ...(reason === "" ? {} : { reason }) } };
  }
  if (code !== 0) return { kind: "failure", message: `it exited with code ${code}` };
  const text = stdout.trim();
  const value = text === "" ? {} : parseJson(text);
  const fields = isObject(value) ? fieldsOf(value, INTERCHANGE_KEYS) : undefined;
  return fields === undefined ? UNCLEAR : { kind: "answer", outcome: outcomeOf(fields) };
}
