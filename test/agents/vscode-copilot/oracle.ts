/**
 * VS Code with Copilot (Local harness), by its documentation (https://code.visualstudio.com/docs/agents/reference/hooks-reference) and
 * the published source of its extension, both of 2026-11-15: what it obeys, event by event.
 */

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
  readonly neutral: string;
  readonly can: Obeys;
}

const TELLS: Obeys = { ...NOTHING, tell: true };
const STOPS: Obeys = { ...TELLS, block: true, stop: true };

const EVENTS: Readonly<Record<string, EventLaw>> = {
  PreToolUse: { neutral: "PreToolUse", can: { ...STOPS, ask: true, rewrite: true, context: true } },
  PostToolUse: { neutral: "PostToolUse", can: { ...STOPS, context: true } },
  UserPromptSubmit: { neutral: "UserPromptSubmit", can: { ...STOPS, context: true } },
  SessionStart: { neutral: "SessionStart", can: { ...TELLS, context: true } },
  Stop: { neutral: "Stop", can: STOPS },
  SubagentStart: { neutral: "SubagentStart", can: { ...TELLS, context: true } },
  SubagentStop: { neutral: "SubagentStop", can: STOPS },
  PreCompact: { neutral: "PreCompact", can: NOTHING },
};

export const oracle: Oracle = {
  agent: "vscode-copilot",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
};

function read(event: string, payload: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const can = EVENTS[event]?.can;
  if (can === undefined) return thrownAway("no such event");
  if (exitCode === 2) {
    const reason = stderr.trim();
    // A stop is refused for a reason or not at all.
    const blocked = can.block && (reason !== "" || !isStop(event));
    return blocked ? reading({ blocked, reason }) : thrownAway("exit code 2 means nothing here");
  }
  if (exitCode !== 0) return reading({ userMessage: can.tell ? stderr.trim() : undefined, void: `exit code ${exitCode}` });
  if (stdout === "") return reading();
  const fields = parsed(stdout);
  if (!isFields(fields)) return thrownAway("not a JSON object");
  if (named(fields, event)) return obey(event, payload, fields, can);
  return thrownAway("hookEventName is not this event");
}

/** Absent it is this event's; and a refusal for the end of an agent counts for a subagent's too. */
function named({ hookEventName: name }: Fields, event: string): boolean {
  if (typeof name !== "string" || name === event) return true;
  return (name === "Stop" && event === "SubagentStop") || (name === "SessionStart" && event === "SubagentStart");
}

function obey(event: string, payload: Payload, fields: Fields, can: Obeys): Reading {
  const stopReason = typeof fields["stopReason"] === "string" ? fields["stopReason"] : undefined;
  if (fields["continue"] === false || stopReason !== undefined) {
    // Nothing else of the answer is used, even where the run cannot be ended.
    if (!can.stop) return thrownAway("the end of the run voids the answer here");
    return reading({ stopped: true, blocked: !isStop(event), reason: stopReason });
  }
  const specific = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : {};
  const nested = named(specific, event) ? specific : {};
  const said = {
    userMessage: can.tell ? text(fields["systemMessage"]) : undefined,
    context: can.context ? text(nested["additionalContext"]) : undefined,
  };
  if (event === "PreToolUse") return preToolUse(payload, nested, said);
  if (isStop(event)) {
    const reason = nested["decision"] === "block" ? text(nested["reason"]) : undefined;
    return reading({ ...said, blocked: reason !== undefined, reason });
  }
  if (!can.block || fields["decision"] !== "block") return reading(said);
  const reason = text(fields["reason"]) ?? "No reason provided";
  // A prompt that is not sent takes its context with it.
  return reading({ ...said, context: event === "UserPromptSubmit" ? undefined : said.context, blocked: true, reason });
}

interface Said {
  readonly userMessage: string | undefined;
  readonly context: string | undefined;
}

function preToolUse(payload: Payload, nested: Fields, said: Said): Reading {
  const decision = nested["permissionDecision"];
  const reason = text(nested["permissionDecisionReason"]);
  if (decision === "deny") return reading({ ...said, blocked: true, reason });
  const input = nested["updatedInput"];
  // Which fields a tool requires is not documented, so every one that was sent counts.
  const sent = isFields(payload["tool_input"]) ? Object.keys(payload["tool_input"]) : [];
  const gaps = isFields(input) ? missing(input, sent) : [];
  // An input that does not fit the tool is dropped, and the tool runs with the old one.
  const rewrite = isFields(input) && gaps.length === 0 ? input : undefined;
  return reading({
    ...said,
    asked: decision === "ask",
    reason: decision === "ask" ? reason : undefined,
    allowed: decision === "allow",
    rewrittenTo: rewrite,
    void: gaps.length === 0 ? undefined : `schema validation failed: ${gaps.join(", ")} missing`,
  });
}

function isStop(event: string): boolean {
  return event === "Stop" || event === "SubagentStop";
}
