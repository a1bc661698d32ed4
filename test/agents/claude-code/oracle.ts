/** Claude Code 2.1.325, as measured on 2026-11-15: what it obeys, event by event. */

import { type Fields, isFields, isFlag, isText, missing, oneOf, parsed, type Shape, text, wrongTypes } from "../../oracles/fields.ts";
import {
  type HookAnswer,
  isJsonAlone,
  NOTHING,
  type Obeys,
  type Oracle,
  type Payload,
  type Reading,
  reading,
  thrownAway,
} from "../../oracles/oracle.ts";
import { EVENTS } from "./oracle-events.ts";

export const oracle: Oracle = {
  agent: "claude-code",
  events: Object.keys(EVENTS),
  means(event, { prompt }) {
    // The end of a background task arrives as if the user had typed it.
    if (event === "UserPromptSubmit" && typeof prompt === "string" && prompt.startsWith("<task-notification>")) return null;
    return EVENTS[event]?.neutral ?? null;
  },
  obeys: (event): Obeys => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
  // Two events are answered by an exit code, and what is printed at two is text.
  legal: (answer, event) =>
    isJsonAlone(answer) || (BY_EXIT.includes(event) && answer.exitCode === 2 && answer.stdout === "") || TEXTS.includes(event),
};

const BY_EXIT = ["SessionEnd", "WorktreeCreate"];
const TEXTS = ["PreCompact", "WorktreeCreate"];

const TOP: Shape = {
  continue: isFlag,
  suppressOutput: isFlag,
  stopReason: isText,
  decision: oneOf("approve", "block"),
  reason: isText,
  systemMessage: isText,
  hookSpecificOutput: isFields,
};

/** Exit 2 never looks at stdout; any other code but 0 makes the whole answer a warning for the user. */
function read(event: string, payload: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (event === "WorktreeCreate") return worktree(stdout.trim(), stderr.trim(), exitCode);
  if (exitCode === 2) {
    const told = stderr.trim();
    return law.exit2 ? reading({ blocked: true, reason: told || "hook error" }) : reading({ userMessage: told });
  }
  if (exitCode !== 0) return reading({ userMessage: stderr.trim(), void: `exit code ${exitCode}` });
  const output = stdout.trim();
  if (output === "") return reading();
  // Only a text that begins with a brace is tried as JSON: a log line before it makes everything plain text.
  if (!output.startsWith("{")) return reading(law.plainText ? { context: output } : {});
  const fields = parsed(output);
  if (!isFields(fields)) return thrownAway("not JSON");
  const flaw = flawOf(event, fields);
  const obeyed = flaw === undefined ? obey(event, payload, fields) : thrownAway(flaw);
  return event === "PreCompact" && !obeyed.blocked ? { ...obeyed, context: output, ignored: false } : obeyed;
}

/** Everything but a code 0 and the path of a folder keeps the worktree from being made. JSON is taken for a path. */
function worktree(output: string, told: string, exitCode: number): Reading {
  if (exitCode !== 0) return reading({ blocked: true, reason: told || "WorktreeCreate hook failed" });
  if (output === "") return reading({ blocked: true, reason: "WorktreeCreate hook failed: returned no worktree path" });
  return output.startsWith("/") ? reading({ own: { path: output } }) : reading({ blocked: true, reason: output, void: "not a path" });
}

/** One field of a wrong type, `null` too, voids the answer; fields it does not know are skipped. */
function flawOf(event: string, fields: Fields): string | undefined {
  const wrong = wrongTypes(fields, TOP);
  if (wrong.length > 0) return `wrong type: ${wrong.join(", ")}`;
  const nested = fields["hookSpecificOutput"];
  if (!isFields(nested)) return undefined;
  if (nested["hookEventName"] !== event) return "hookEventName is not this event";
  const shape = EVENTS[event]?.nested;
  if (shape === undefined) return "this event has no hookSpecificOutput";
  const wrongNested = wrongTypes(nested, shape);
  return wrongNested.length > 0 ? `wrong type: hookSpecificOutput.${wrongNested.join(", ")}` : undefined;
}

function obey(event: string, payload: Payload, fields: Fields): Reading {
  const law = EVENTS[event];
  const nested = isFields(fields["hookSpecificOutput"]) ? fields["hookSpecificOutput"] : {};
  const stops = fields["continue"] === false;
  const said = {
    context: law?.can.context ? preview(text(nested["additionalContext"])) : undefined,
    userMessage: law?.can.tell && event !== "SessionEnd" ? text(fields["systemMessage"]) : undefined,
    own: ownOf(law?.own ?? [], nested),
    stopped: stops && law?.can.stop,
  };
  const top = fields["decision"] === "block" && law?.decision ? (text(fields["reason"]) ?? "Blocked by hook") : undefined;
  switch (event) {
    case "PreToolUse":
      return preToolUse(payload, nested, top, said);
    case "PermissionRequest":
      return permissionRequest(payload, nested, said);
    case "Elicitation":
    case "ElicitationResult": {
      const refused = top ?? (["decline", "cancel"].includes(String(nested["action"])) ? "declined" : undefined);
      return refused === undefined ? reading(said) : reading({ ...said, own: undefined, blocked: true, reason: refused });
    }
    case "UserPromptExpansion":
    case "UserPromptSubmit": {
      const stopReason = stops ? (text(fields["stopReason"]) ?? "stopped by hook") : undefined;
      // A prompt that is not sent takes its context with it.
      if ((top ?? stopReason) === undefined) return reading(said);
      return reading({ ...said, context: undefined, blocked: true, reason: top ?? stopReason });
    }
    case "Stop":
    case "SubagentStop": {
      const context = text(nested["additionalContext"]);
      // Ending the run is stronger than refusing to stop, and context alone refuses it as well.
      if (stops) return reading({ ...said, context: undefined });
      return reading({ ...said, context, blocked: top !== undefined || context !== undefined, reason: top });
    }
    default:
      return reading(top === undefined ? said : { ...said, blocked: true, reason: top });
  }
}

function ownOf(names: readonly string[], nested: Fields): Fields | undefined {
  const given = Object.entries(nested).filter(([name]) => names.includes(name));
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

interface Said {
  readonly own: Fields | undefined;
  readonly context: string | undefined;
  readonly userMessage: string | undefined;
  readonly stopped: boolean | undefined;
}

/** `continue: false` does not keep the tool from running: the session stops after it. In a terminal `defer` is ignored. */
function preToolUse(payload: Payload, nested: Fields, top: string | undefined, said: Said): Reading {
  const decision = nested["permissionDecision"];
  const reason = text(nested["permissionDecisionReason"]) ?? top ?? "Blocked by hook";
  if (decision === "deny" || top !== undefined) return reading({ ...said, blocked: true, reason });
  const rewrite = rewritten(payload, nested["updatedInput"]);
  if (typeof rewrite === "string") return reading({ ...said, blocked: true, reason: rewrite, void: rewrite });
  if (decision === "ask") return reading({ ...said, asked: true, reason, rewrittenTo: rewrite });
  const own = decision === "defer" ? { permissionDecision: decision } : undefined;
  return reading({ ...said, own, allowed: decision === "allow", rewrittenTo: rewrite });
}

function permissionRequest(payload: Payload, nested: Fields, said: Said): Reading {
  const decision = isFields(nested["decision"]) ? nested["decision"] : {};
  if (decision["behavior"] === "deny") return reading({ ...said, blocked: true, reason: text(decision["message"]) ?? "Denied by hook" });
  if (decision["behavior"] !== "allow") return reading(said);
  const rewrite = rewritten(payload, decision["updatedInput"]);
  if (typeof rewrite === "string") return reading({ ...said, blocked: true, reason: rewrite, void: rewrite });
  return reading({ ...said, allowed: true, rewrittenTo: rewrite });
}

/** The new input takes the place of the old one whole, and is validated: what is missing is not filled in. */
function rewritten(payload: Payload, input: unknown): Fields | string | undefined {
  if (!isFields(input)) return undefined;
  const gaps = missing(input, REQUIRED[String(payload["tool_name"])] ?? []);
  return gaps.length > 0 ? `InputValidationError: ${gaps.join(", ")} missing` : input;
}

/** Long context is put into a file, and the model is shown its beginning. */
function preview(context: string | undefined): string | undefined {
  return context !== undefined && context.length > 10_000 ? context.slice(0, 2_000) : context;
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Bash: ["command"],
  Read: ["file_path"],
  Write: ["file_path", "content"],
  Edit: ["file_path", "old_string", "new_string"],
  Grep: ["pattern"],
  Glob: ["pattern"],
  WebFetch: ["url", "prompt"],
  WebSearch: ["query"],
  Agent: ["description", "prompt"],
};
