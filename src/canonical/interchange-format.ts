/** The `interchange` format: the output contract of the Hook Interchange Format, with our documented input envelope. */

import { EVENTS, type EventName } from "./event.ts";
import type { HookInput } from "./input.ts";
import { compact, isObject, type JsonObject, parseJson, stringOr } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { decisionFrom } from "./symposium-format.ts";

/** What a handler of this format reads on stdin; absent keys are omitted. */
export function interchangeInput(input: HookInput & { readonly event: EventName }): JsonObject {
  const { tool } = input;
  return compact({
    event: EVENTS[input.event].interchange,
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

export type InterchangeReading =
  | { readonly kind: "answer"; readonly outcome: Outcome }
  | { readonly kind: "failure"; readonly message: string };

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
  if (!isObject(value)) return { kind: "failure", message: "its output is not a JSON object" };
  return readFields(value);
}

function readFields(fields: JsonObject): InterchangeReading {
  const given = fields["decision"] ?? undefined;
  const decision = decisionFrom(given);
  if (given !== undefined && decision === undefined) return { kind: "failure", message: "its decision is none of allow, ask and deny" };
  const reason = stringOr(fields["reason"], undefined);
  const context = stringOr(fields["context"], undefined);
  const systemMessage = stringOr(fields["system_message"], undefined);
  const updated = fields["updated_input"];
  return {
    kind: "answer",
    outcome: {
      ...(decision === undefined ? {} : { decision }),
      ...(reason ? { reason } : {}),
      ...(context ? { context } : {}),
      ...(isObject(updated) || typeof updated === "string" ? { updatedInput: updated } : {}),
      ...(fields["continue"] === false ? { stop: reason ? { reason } : {} } : {}),
      ...(systemMessage ? { systemMessage } : {}),
      ...(fields["suppress_output"] === true ? { suppressOutput: true } : {}),
    },
  };
}
