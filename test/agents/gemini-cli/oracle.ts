/** Gemini CLI 0.61.0, as measured on 2026-11-15: JSON counts whatever the exit code, and text with a high one is a denial. */

import { type Fields, isFields, missing, parsed, text } from "../../oracles/fields.ts";
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
  /** Fields of `hookSpecificOutput` that other agents do not have. */
  readonly own?: readonly string[];
}

const TELLS: Obeys = { ...NOTHING, tell: true };

const EVENTS: Readonly<Record<string, EventLaw>> = {
  SessionStart: { neutral: "SessionStart", can: { ...TELLS, context: true } },
  BeforeAgent: { neutral: "UserPromptSubmit", can: { ...TELLS, block: true, context: true, stop: true } },
  BeforeTool: { neutral: "PreToolUse", can: { ...TELLS, block: true, ask: true, rewrite: true, stop: true } },
  AfterTool: { neutral: "PostToolUse", can: { ...TELLS, block: true, context: true, stop: true } },
  AfterAgent: { neutral: "Stop", can: { ...TELLS, block: true, stop: true } },
  SessionEnd: { neutral: "SessionEnd", can: TELLS },
  PreCompress: { neutral: "PreCompact", can: TELLS },
  Notification: { neutral: "Notification", can: TELLS },
  // Only this agent has these (2026-11-18).
  BeforeModel: { neutral: null, can: { ...TELLS, block: true, stop: true }, own: ["llm_request", "llm_response"] },
  AfterModel: { neutral: null, can: { ...TELLS, block: true, stop: true }, own: ["llm_response"] },
  BeforeToolSelection: { neutral: null, can: NOTHING, own: ["toolConfig"] },
};

export const oracle: Oracle = {
  agent: "gemini-cli",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys(event, payload) {
    const can = EVENTS[event]?.can ?? NOTHING;
    return event === "AfterTool" && failed(payload) ? { ...can, context: false } : can;
  },
  toolInput: (payload) => payload["tool_input"],
  read,
};

function read(event: string, payload: Payload, answer: HookAnswer): Reading {
  if (EVENTS[event] === undefined) return thrownAway("no such event");
  const fields = fieldsOf(answer);
  return fields === undefined ? reading() : obey(event, payload, fields);
}

/** What is on stdout, else what is on stderr, is the answer: as JSON, or as text that the exit code gives its meaning. */
function fieldsOf({ stdout, stderr, exitCode }: HookAnswer): Fields | undefined {
  const output = stdout.trim() || stderr.trim();
  if (output === "") return undefined;
  const value = parsed(output);
  if (value !== undefined) return isFields(value) ? value : undefined;
  if (exitCode <= 1) return { systemMessage: output };
  return { decision: "deny", reason: output };
}

function obey(event: string, payload: Payload, fields: Fields): Reading {
  const can = oracle.obeys(event, payload);
  const nested = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : {};
  const userMessage = can.tell && fields["suppressOutput"] !== true ? text(fields["systemMessage"]) : undefined;
  const given = text(fields["stopReason"]) ?? text(fields["reason"]) ?? "No reason provided";
  // Of a prompt that is not sent the user is shown one text: the message, and only without one the reason.
  const reason = event === "BeforeAgent" ? (userMessage ?? given) : given;
  // Ending the run is checked first, then the denial; either leaves context and rewrite unread.
  if (fields["continue"] === false && can.stop) return reading({ userMessage, blocked: event !== "AfterAgent", reason, stopped: true });
  // After an answer of the model a denial alone only shows its reason, and the tool that the model called runs.
  if (can.block && event !== "AfterModel" && (fields["decision"] === "deny" || fields["decision"] === "block"))
    return reading({ userMessage, blocked: true, reason });
  const context = can.context ? text(nested["additionalContext"]) : undefined;
  const rewrite = can.rewrite ? rewritten(payload, nested["tool_input"]) : undefined;
  if (typeof rewrite === "string") return reading({ userMessage, blocked: true, reason: rewrite, void: rewrite });
  // The dialog shows the message for the user; the reason of a question is not shown to anyone.
  const asked = can.ask && fields["decision"] === "ask";
  const kept = Object.entries(nested).filter(([name]) => EVENTS[event]?.own?.includes(name));
  const own = kept.length === 0 ? undefined : Object.fromEntries(kept);
  return reading({ own, userMessage, asked, reason: asked ? userMessage : undefined, context, rewrittenTo: rewrite });
}

function failed(payload: Payload): boolean {
  const response = payload["tool_response"];
  return isFields(response) && response["error"] !== undefined && response["error"] !== null;
}

/** The new input takes the place of the old one whole and is validated. */
function rewritten(payload: Payload, input: unknown): Fields | string | undefined {
  if (!isFields(input)) return undefined;
  const gaps = missing(input, REQUIRED[String(payload["tool_name"])] ?? []);
  return gaps.length > 0 ? `Tool parameter modification by hook failed validation: ${gaps.join(", ")} missing` : input;
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ["command"],
  read_file: ["file_path"],
  write_file: ["file_path", "content"],
  replace: ["file_path", "instruction", "old_string", "new_string"],
  glob: ["pattern"],
  grep_search: ["pattern"],
  google_web_search: ["query"],
  web_fetch: ["prompt"],
};
