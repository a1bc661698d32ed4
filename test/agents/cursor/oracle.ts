/**
 * Cursor, by the code of `@cursor/sdk` 1.0.32 and its documentation (https://cursor.com/docs/hooks), both of 2026-11-15:
 * what it obeys, event by event.
 */

import { type Fields, isFields, isFlag, isText, oneOf, parsed, type Shape, text, wrongTypes } from "../../oracles/fields.ts";
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
import { EVENTS, TAKEN } from "./oracle-events.ts";

/** Longer context is dropped whole. */
const MOST_CONTEXT = 10_000;

export const oracle: Oracle = {
  agent: "cursor",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys,
  toolInput: (payload) => payload["tool_input"],
  read,
};

function obeys(event: string, payload: Payload): Obeys {
  const can = EVENTS[event]?.can ?? NOTHING;
  // A turn that failed or was broken off is over, whatever a hook says.
  if (event === "stop" && "status" in payload && payload["status"] !== "completed") return { ...can, block: false };
  return event === "preToolUse" && isFields(payload["tool_input"]) ? { ...can, rewrite: canRewrite(payload) } : can;
}

/** Whether the text a tool is about can be changed: the content of a file that is written cannot. */
function canRewrite({ tool_name: name, tool_input: input }: Payload): boolean {
  const taken = TAKEN[String(name)];
  return taken === undefined || (taken.length > 0 && !(isFields(input) && "content" in input));
}

const SHAPE: Shape = {
  permission: oneOf("allow", "deny", "ask"),
  user_message: isText,
  agent_message: isText,
  updated_input: isFields,
  additional_context: isText,
  followup_message: isText,
  continue: isFlag,
};

function read(event: string, payload: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (exitCode === 2) {
    const reason = stdout.trim() || stderr.trim() || "Hook blocked this action";
    return law.permission || law.exit2 ? reading({ blocked: true, reason }) : reading({ void: "exit code 2 means nothing here" });
  }
  if (exitCode !== 0) return thrownAway(`exit code ${exitCode}`);
  if (stdout.trim() === "") return reading();
  const fields = lastDocument(stdout.trim());
  const flaw = isFields(fields) ? wrongTypes(fields, SHAPE).join(", ") : "not a JSON object";
  if (flaw !== "") return law.permission ? reading({ blocked: true, reason: "blocked for safety", void: flaw }) : thrownAway(flaw);
  return obey(event, payload, fields as Fields);
}

/** The whole text, or the object it ends in: words before the answer do no harm. */
function lastDocument(output: string): unknown {
  const whole = parsed(output);
  if (whole !== undefined || !output.endsWith("}")) return whole;
  for (let at = output.lastIndexOf("{"); at >= 0; at = at === 0 ? -1 : output.lastIndexOf("{", at - 1)) {
    const value = parsed(output.slice(at));
    if (value !== undefined) return value;
  }
  return undefined;
}

function obey(event: string, payload: Payload, fields: Fields): Reading {
  const can = obeys(event, payload);
  const context = can.context ? within(text(fields["additional_context"])) : undefined;
  switch (event) {
    case "preToolUse":
      return preToolUse(payload, fields, context);
    case "subagentStart":
      return reading(fields["permission"] === "deny" ? { blocked: true, reason: text(fields["user_message"]) } : {});
    case "beforeSubmitPrompt":
      // A prompt that is not sent takes its context with it.
      return fields["continue"] === false ? reading({ blocked: true, reason: text(fields["user_message"]) }) : reading({ context });
    case "stop":
    case "subagentStop": {
      const reason = text(fields["followup_message"]) ?? (fields["decision"] === "block" ? text(fields["reason"]) : undefined);
      return reading({ blocked: can.block && reason !== undefined, reason: can.block ? reason : undefined });
    }
    case "preCompact":
      return reading({ userMessage: text(fields["user_message"]) });
    default:
      return EVENTS[event]?.permission ? permitted(event, fields) : reading({ context });
  }
}

/** `ask` is known only where a command or an MCP tool is about to run; elsewhere it makes the answer one that cannot be read. */
function permitted(event: string, fields: Fields): Reading {
  const reason = text(fields["agent_message"]) ?? text(fields["user_message"]) ?? "Hook blocked this action";
  if (fields["permission"] === "deny") return reading({ blocked: true, reason });
  if (fields["permission"] !== "ask") return reading({ allowed: fields["permission"] === "allow" });
  if (EVENTS[event]?.can.ask === true) return reading({ asked: true, reason });
  return reading({ blocked: true, reason: "blocked for safety", void: "permission: ask" });
}

/** `ask` passes the validator, and no one is asked. */
function preToolUse(payload: Payload, fields: Fields, context: string | undefined): Reading {
  if (fields["permission"] === "deny") return reading({ blocked: true, reason: toldTwice(fields), context });
  return reading({ allowed: fields["permission"] === "allow", context, rewrittenTo: rewritten(payload, fields["updated_input"]) });
}

/** The code tells the model `user_message`, the page says `agent_message`: only a reason that stands in both is sure to arrive. */
function toldTwice({ user_message: user, agent_message: agent }: Fields): string {
  return text(user) !== undefined && user === agent ? String(user) : "blocked by preToolUse hook";
}

/** The new fields are laid over the old input; those that are not taken are skipped silently. */
function rewritten({ tool_name: name, tool_input: input }: Payload, updated: unknown): Fields | undefined {
  if (!isFields(updated)) return undefined;
  const fields = TAKEN[String(name)];
  const taken = Object.entries(updated).filter(([key]) => fields === undefined || fields.includes(key));
  return taken.length === 0 ? undefined : { ...(isFields(input) ? input : {}), ...Object.fromEntries(taken) };
}

function within(context: string | undefined): string | undefined {
  return context !== undefined && context.trim().length > MOST_CONTEXT ? undefined : context;
}
