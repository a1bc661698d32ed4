/** Codex CLI 0.166.0, as measured on 2026-11-15: a strict reader that drops a whole answer over one field too many. */

import { type Fields, isFields, missing, parsed, type Shape, text, unknownNames, wrongTypes } from "../../oracles/fields.ts";
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
import { EVENTS, type EventLaw } from "./oracle-events.ts";

export const oracle: Oracle = {
  agent: "codex",
  events: Object.keys(EVENTS),
  // The task of a subagent arrives as a prompt, with the subagent's id.
  means: (event, payload) => (event === "UserPromptSubmit" && "agent_id" in payload ? null : (EVENTS[event]?.neutral ?? null)),
  obeys: (event): Obeys => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
};

function read(event: string, payload: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (exitCode === 2) return exitTwo(law, stderr.trim());
  if (exitCode !== 0) return thrownAway(`exit code ${exitCode}`);
  const output = stdout.trim();
  if (output === "" || law.top === undefined) return reading();
  const value = parsed(output);
  if (!isFields(value)) {
    const plain = law.plainText === true && !/^[{[]/.test(output);
    return plain ? reading({ context: output }) : thrownAway("not a JSON object");
  }
  const fields = withoutNulls(value);
  const flaw = flawOf(event, law, law.top, fields);
  return flaw === undefined ? obey(event, law, payload, fields) : thrownAway(flaw);
}

/** A block needs its words: exit 2 with an empty stderr is a failed hook. */
function exitTwo(law: EventLaw, told: string): Reading {
  if (law.exit2 !== true) return thrownAway("exit code 2 means nothing at this event");
  return told === "" ? thrownAway("exit code 2 without a reason") : reading({ blocked: true, reason: told });
}

/** `null` is the same as leaving the field out. */
function withoutNulls(fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, isFields(value) && name !== "updatedInput" ? withoutNulls(value) : value]));
}

function flawOf(event: string, law: EventLaw, top: Shape, fields: Fields): string | undefined {
  const strangers = unknownNames(fields, top);
  if (strangers.length > 0) return `unknown field: ${strangers.join(", ")}`;
  const wrong = wrongTypes(fields, top);
  if (wrong.length > 0) return `wrong type: ${wrong.join(", ")}`;
  const nested = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : undefined;
  if (nested !== undefined && law.nested !== undefined) {
    if (nested["hookEventName"] !== event) return "hookEventName is not this event";
    const deepStrangers = unknownNames(nested, law.nested);
    if (deepStrangers.length > 0) return `unknown field: hookSpecificOutput.${deepStrangers.join(", ")}`;
    const deepWrong = wrongTypes(nested, law.nested);
    if (deepWrong.length > 0) return `wrong type: hookSpecificOutput.${deepWrong.join(", ")}`;
  }
  return law.flaws.find(([, applies]) => applies(fields, nested ?? {}))?.[0];
}

function obey(event: string, law: EventLaw, payload: Payload, fields: Fields): Reading {
  const nested = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : {};
  const ends = fields["continue"] === false ? (text(fields["stopReason"]) ?? "stopped by hook") : undefined;
  const said = {
    context: shortened(text(nested["additionalContext"])),
    userMessage: law.can.tell ? text(fields["systemMessage"]) : undefined,
  };
  const reason = fields["decision"] === "block" ? text(fields["reason"]) : undefined;
  switch (event) {
    case "PreToolUse":
      return preToolUse(payload, nested, reason, said);
    case "PermissionRequest":
      return permissionRequest(nested, said);
    case "PostToolUse":
      // All three ways of objecting replace the tool's output by the text; the session goes on.
      return reading((reason ?? ends) === undefined ? said : { ...said, blocked: true, reason: reason ?? ends });
    case "UserPromptSubmit":
      // A prompt that is not sent takes its context with it.
      if ((reason ?? ends) === undefined) return reading(said);
      return reading({ ...said, context: undefined, blocked: true, reason: reason ?? ends, stopped: ends !== undefined });
    case "Stop":
    case "SubagentStop":
      // The run ends as it was about to: this is stronger than refusing the stop.
      if (ends !== undefined) return reading({ ...said, stopped: law.can.stop });
      return reason === undefined ? reading(said) : reading({ ...said, blocked: true, reason });
    case "PreCompact":
      return reading(ends === undefined ? said : { ...said, blocked: true, reason: ends, stopped: true });
    default:
      return reading({ ...said, stopped: ends !== undefined && law.can.stop });
  }
}

interface Said {
  readonly context: string | undefined;
  readonly userMessage: string | undefined;
}

function preToolUse(payload: Payload, nested: Fields, topReason: string | undefined, said: Said): Reading {
  const reason = nested["permissionDecision"] === "deny" ? text(nested["permissionDecisionReason"]) : topReason;
  if (reason !== undefined) return reading({ ...said, blocked: true, reason });
  const input = nested["updatedInput"];
  if (!isFields(input)) return reading(said);
  const gaps = missing(input, REQUIRED[String(payload["tool_name"])] ?? []);
  if (gaps.length === 0) return reading({ ...said, rewrittenTo: input });
  const error = `updatedInput without ${gaps.join(", ")}`;
  return reading({ ...said, blocked: true, reason: error, void: error });
}

function permissionRequest(nested: Fields, said: Said): Reading {
  const decision = isFields(nested["decision"]) ? nested["decision"] : {};
  if (decision["behavior"] === "deny") return reading({ ...said, blocked: true, reason: text(decision["message"]) ?? "denied by hook" });
  return reading({ ...said, allowed: decision["behavior"] === "allow" });
}

/** Long context is cut in the middle, and a warning says so. */
function shortened(context: string | undefined): string | undefined {
  return context !== undefined && Buffer.byteLength(context) > 10_000
    ? `${context.slice(0, 5_000)} … ${context.slice(-5_000)} (cut)`
    : context;
}

/** Shell and patch alike take their text in `command`. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = { Bash: ["command"], apply_patch: ["command"] };
