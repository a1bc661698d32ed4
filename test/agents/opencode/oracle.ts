/**
 * OpenCode 1.18.33, as measured on 2026-11-15. It knows plugins, not commands, so this oracle runs our plugin file and looks at
 * what OpenCode would: whether the hook threw, and what became of the objects it was given.
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
import { type Observed, runPlugin } from "./oracle-host.ts";

interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
}

const TELLS_MODEL: Obeys = { ...NOTHING, context: true };

const EVENTS: Readonly<Record<string, EventLaw>> = {
  "session-created": { neutral: "SessionStart", can: TELLS_MODEL },
  "subagent-created": { neutral: "SubagentStart", can: TELLS_MODEL },
  "chat-message": { neutral: "UserPromptSubmit", can: { ...TELLS_MODEL, block: true } },
  "tool-execute-before": { neutral: "PreToolUse", can: { ...NOTHING, block: true, rewrite: true } },
  "tool-execute-after": { neutral: "PostToolUse", can: { ...TELLS_MODEL, block: true } },
  "session-idle": { neutral: "Stop", can: NOTHING },
  "subagent-idle": { neutral: "SubagentStop", can: NOTHING },
  "session-error": { neutral: "ErrorOccurred", can: NOTHING },
  "permission-asked": { neutral: "Notification", can: NOTHING },
  "session-compacting": { neutral: "PreCompact", can: NOTHING },
  "session-end": { neutral: "SessionEnd", can: NOTHING },
};

export const oracle: Oracle<Promise<Reading>> = {
  agent: "opencode",
  events: Object.keys(EVENTS),
  // The message that a subagent begins with no one typed.
  means: (event, payload) => (event === "chat-message" && "parentID" in payload ? null : (EVENTS[event]?.neutral ?? null)),
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => fieldsIn(payload, "output")["args"] ?? fieldsIn(payload, "input")["args"],
  read,
};

async function read(event: string, payload: Payload, answer: HookAnswer): Promise<Reading> {
  if (EVENTS[event] === undefined) return thrownAway("no such event");
  const observed = await runOnce(event, payload, answer);
  const seen = observed.thrown === undefined ? effects(event, payload, observed) : refused(event, observed);
  const isReadable = answer.stdout.trim() === "" || isFields(parsed(answer.stdout));
  return isReadable || !seen.ignored ? seen : thrownAway("not one JSON object on stdout");
}

const runs = new Map<string, Promise<Observed>>();

/** The same hook, told the same and answered the same, does the same: what was seen once need not be run again. */
function runOnce(event: string, payload: Payload, answer: HookAnswer): Promise<Observed> {
  const { sessionID: _, ...rest } = payload;
  const key = JSON.stringify([event, rest, answer]);
  const run = runs.get(key) ?? runPlugin(event, payload, answer);
  runs.set(key, run);
  return run;
}

/** The model is given what was thrown. At a prompt OpenCode shows the user an error without it: the plugin has to tell. */
function refused(event: string, { thrown, shown }: Observed): Reading {
  return reading({ blocked: true, reason: event === "chat-message" ? text(shown.join("\n")) : thrown });
}

function effects(event: string, payload: Payload, { output, system }: Observed): Reading {
  const given = fieldsIn(payload, "output");
  if (event === "tool-execute-before") return rewritten(payload, given["args"], output["args"]);
  if (event === "tool-execute-after") return retold(resultText(given), resultText(output));
  if (event === "chat-message") return reading({ context: added(textsIn(given["parts"]), textsIn(output["parts"])) });
  return reading({ context: added([], system) });
}

/** The changed input is what runs, once it has passed validation. */
function rewritten(payload: Payload, before: unknown, after: unknown): Reading {
  if (JSON.stringify(before) === JSON.stringify(after)) return reading();
  const gaps = isFields(after) ? missing(after, REQUIRED[String(fieldsIn(payload, "input")["tool"])] ?? []) : ["args"];
  const complaint = `called with invalid arguments: ${gaps.join(", ")} missing`;
  return gaps.length > 0 ? reading({ blocked: true, reason: complaint, void: complaint }) : reading({ rewrittenTo: after });
}

/** More text after the result is context; another text in its place keeps the result from the model. */
function retold(before: string, after: string): Reading {
  if (after.startsWith(before)) return reading({ context: text(after.slice(before.length).trim()) });
  return reading({ blocked: true, reason: after });
}

/** A tool of an MCP server gives a list of blocks, another one a text. */
function resultText(output: Fields): string {
  return typeof output["output"] === "string" ? output["output"] : textsIn(output["content"]).join("\n\n");
}

function added(before: readonly string[], after: readonly string[]): string | undefined {
  return text(after.slice(before.length).join("\n\n"));
}

function textsIn(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return [];
  return parts.map((part: unknown) => (isFields(part) && part["type"] === "text" ? String(part["text"]) : ""));
}

function fieldsIn(payload: Payload, key: "input" | "output"): Fields {
  return isFields(payload[key]) ? payload[key] : {};
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  bash: ["command"],
  read: ["filePath"],
  write: ["filePath", "content"],
  edit: ["filePath", "oldString", "newString"],
  apply_patch: ["patchText"],
  glob: ["pattern"],
  grep: ["pattern"],
  webfetch: ["url"],
  task: ["description", "prompt", "subagent_type"],
};
