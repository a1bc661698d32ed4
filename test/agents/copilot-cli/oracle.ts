/**
 * Copilot CLI 1.0.102, as measured on 2026-11-15. Answers are flat; the nested form counts before a tool alone, and only in
 * a file with Claude's event names. An exit code that is neither 0 nor 2 throws the answer away; before a tool and at a
 * permission every code but 0 denies.
 */

import { type Fields, isFields, missing, parsed, text } from "../../oracles/fields.ts";
import { type HookAnswer, NOTHING, type Oracle, type Payload, type Reading, reading, thrownAway } from "../../oracles/oracle.ts";
import { type EventLaw, EVENTS, REQUIRED } from "./oracle-events.ts";

export const oracle: Oracle = {
  agent: "copilot-cli",
  events: Object.keys(EVENTS),
  means(event, payload) {
    // A subagent's task no one typed; its end is told twice, and only the second event, which has its own name, takes an answer.
    if ((event === "userPromptSubmitted" || event === "agentStop") && isOfSubagent(payload)) return null;
    return EVENTS[event]?.neutral ?? null;
  },
  obeys: (event, payload) => (event === "agentStop" && isOfSubagent(payload) ? NOTHING : (EVENTS[event]?.can ?? NOTHING)),
  toolInput: (payload) => inputFrom(payload["toolArgs"] ?? payload["toolInput"] ?? payload["tool_input"]),
  read,
};

function read(event: string, payload: Payload, answer: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  const isErrored = answer.exitCode !== 0 && answer.exitCode !== 2;
  const value = answer.stdout.trim() === "" ? {} : parsed(answer.stdout);
  // What the hook wrote to stderr is lost.
  if (event === "preToolUse" && isErrored) return reading({ blocked: true, reason: "(hook errored)" });
  if (event === "permissionRequest" && (isErrored || !isFields(value)))
    return reading({ blocked: true, reason: "Permission request hook failed" });
  if (isErrored) return thrownAway(`exit code ${answer.exitCode}`);
  const seen = readFields(event, law, payload, isFields(value) ? value : {}, answer);
  return isFields(value) || seen.blocked ? seen : thrownAway("not one JSON object on stdout");
}

function readFields(event: string, law: EventLaw, payload: Payload, fields: Fields, answer: HookAnswer): Reading {
  const isExit2 = answer.exitCode === 2;
  if (event === "preToolUse") return beforeTool(payload, fields, isExit2);
  if (event === "permissionRequest") return permission(fields, isExit2);
  const reason = text(fields["reason"]);
  const blocked = oracle.obeys(event, payload).block && fields["decision"] === "block" && reason !== undefined;
  if (blocked) return reading({ blocked, reason });
  const said = law.context === true ? textOf(fields["additionalContext"]) : undefined;
  const context = isExit2 && law.stderr === true ? answer.stderr.trim() : said;
  return reading({ context: context?.slice(0, law.limit) });
}

function beforeTool(payload: Payload, given: Fields, isExit2: boolean): Reading {
  const nested = given["hookSpecificOutput"];
  const { updatedInput, ...own }: Fields = isClaudeForm(payload) && isFields(nested) ? nested : {};
  const fields: Fields = { ...(updatedInput === undefined ? {} : { modifiedArgs: updatedInput }), ...own, ...given };
  const context = textOf(fields["additionalContext"]);
  const decision = fields["permissionDecision"];
  const reason = textOf(fields["permissionDecisionReason"]);
  if (decision === "deny") return reading({ blocked: true, reason: reason ?? "No reason provided", context });
  if (isExit2) return reading({ blocked: true, reason: "hook exited with code 2", context });
  const rewrite = rewritten(payload, fields["modifiedArgs"]);
  if (typeof rewrite === "string") return reading({ blocked: true, reason: rewrite, void: rewrite });
  const asked = decision === "ask";
  return reading({ asked, reason: asked ? reason : undefined, allowed: decision === "allow", rewrittenTo: rewrite, context });
}

/** Flat, and in the words of no one else. */
function permission(fields: Fields, isExit2: boolean): Reading {
  if (fields["behavior"] === "deny") return reading({ blocked: true, reason: text(fields["message"]) ?? "Permission denied by hook." });
  if (isExit2) return reading({ blocked: true, reason: "Permission denied by hook." });
  return reading({ allowed: fields["behavior"] === "allow" });
}

function isOfSubagent(payload: Payload): boolean {
  return "parentAgentId" in payload || "parent_agent_id" in payload;
}

function isClaudeForm(payload: Payload): boolean {
  return typeof payload["hook_event_name"] === "string";
}

/** Any value is passed on, whatever its type: `null` reaches the model as a word. */
function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : text(String(value));
}

/** Arguments are an object, an object as text, or (a patch) text that is not JSON. */
function inputFrom(value: unknown): Fields | undefined {
  if (typeof value !== "string") return isFields(value) ? value : undefined;
  const inside = parsed(value);
  return isFields(inside) ? inside : { text: value };
}

/** The new arguments take the place of the old ones whole and are validated; a patch stays plain text. */
function rewritten(payload: Payload, args: unknown): Fields | string | undefined {
  const input = inputFrom(args);
  if (input === undefined) return undefined;
  const tool = String(payload["toolName"] ?? payload["tool_name"]);
  if (tool === "apply_patch" && typeof args !== "string") return "a patch is text";
  const gaps = missing(input, REQUIRED[tool] ?? []);
  return gaps.length > 0 ? `Invalid input: ${gaps.join(", ")}: Required` : input;
}
