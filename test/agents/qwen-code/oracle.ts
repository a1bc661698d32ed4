/**
 * Qwen Code 0.24.4, as measured on 2026-11-15. Its forms are Claude's, its obedience is not: nothing is rewritten before a tool,
 * `decision` after a tool means nothing, and `continue: false` is one more way to block.
 */

import { type Fields, isFields, parsed, text } from "../../oracles/fields.ts";
import { type HookAnswer, NOTHING, type Oracle, type Payload, type Reading, reading, thrownAway } from "../../oracles/oracle.ts";
import { EVENTS } from "./oracle-events.ts";

export const oracle: Oracle = {
  agent: "qwen-code",
  events: Object.keys(EVENTS),
  means(event, payload) {
    // After each turn with tools it sends itself an empty prompt.
    if (event === "UserPromptSubmit" && payload["prompt"] === "") return null;
    return EVENTS[event]?.neutral ?? null;
  },
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
};

function read(event: string, _: Payload, answer: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  const fields = fieldsOf(answer, law.plainText === true);
  if (fields === "broken") return thrownAway("begins like JSON and is none");
  const nested = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : {};
  const context = law.context === true ? escaped(nested["additionalContext"]) : undefined;
  const userMessage = law.shown === true ? text(fields["systemMessage"]) : undefined;
  if (event === "PermissionRequest") return permission(nested["decision"]);
  if (event === "PreToolUse") return beforeTool(fields, nested);

  const halted = fields["continue"] === false;
  const decided = law.decision === true && (fields["decision"] === "block" || fields["decision"] === "deny");
  const reason = text(fields["stopReason"]) ?? text(fields["reason"]) ?? NO_REASON;
  if (decided || (halted && law.can.block && law.goesOn !== true))
    return reading({ blocked: true, reason, stopped: halted && law.can.stop, userMessage });
  return reading({ context, userMessage });
}

const NO_REASON = "No reason provided";

/** With exit code 2 stderr is the answer, and JSON there counts as JSON; otherwise stdout, else stderr. */
function fieldsOf({ stdout, stderr, exitCode }: HookAnswer, isPlainTextContext: boolean): Fields | "broken" {
  const output = exitCode === 2 ? stderr.trim() : stdout.trim() || stderr.trim();
  if (output === "") return {};
  const value = unwrapped(output);
  if (isFields(value)) return value;
  if (exitCode === 2) return { decision: "deny", reason: output };
  if (value === undefined && output.startsWith("{")) return "broken";
  const isContext = exitCode === 0 && stdout.trim() !== "" && isPlainTextContext;
  return isContext ? { hookSpecificOutput: { additionalContext: output } } : { systemMessage: output };
}

/** JSON inside a JSON string is read too. */
function unwrapped(output: string): unknown {
  const value = parsed(output);
  return typeof value === "string" ? parsed(value) : value;
}

/** The nested decision is stronger than the one at the top, and `continue` is only looked at where neither decides. */
function beforeTool(fields: Fields, nested: Fields): Reading {
  const own = NESTED_DECISIONS.find((word) => word === nested["permissionDecision"]);
  const decision = own ?? fields["decision"];
  const given = typeof nested["permissionDecisionReason"] === "string" ? nested["permissionDecisionReason"] : fields["reason"];
  const effective = text(fields["stopReason"]) ?? text(fields["reason"]) ?? NO_REASON;
  if (decision === "deny" || decision === "block") return reading({ blocked: true, reason: text(given) ?? effective });
  // Where no one can be asked the tool does not run and the model gets the reason.
  if (decision === "ask") return reading({ asked: true, reason: text(given) ?? "User confirmation required" });
  return fields["continue"] === false ? reading({ blocked: true, reason: effective }) : reading();
}

const NESTED_DECISIONS = ["allow", "deny", "ask"];

/** Whatever is decided and is not an allow is a denial. */
function permission(decision: unknown): Reading {
  if (!isFields(decision)) return reading();
  if (decision["behavior"] !== "allow") return reading({ blocked: true, reason: text(decision["message"]) });
  const input = decision["updatedInput"];
  return reading({ allowed: true, rewrittenTo: isFields(input) ? input : undefined });
}

function escaped(context: unknown): string | undefined {
  return text(context)?.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
