/** goose 1.52.0, as measured on 2026-11-15: two events take a decision, the other ten only tell what happened. */

import { isFields, isText, oneOf, parsed, type Shape, text, wrongTypes } from "../../oracles/fields.ts";
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
}

const BLOCKS: Obeys = { ...NOTHING, block: true };

const EVENTS: Readonly<Record<string, EventLaw>> = {
  SessionStart: { neutral: "SessionStart", can: NOTHING },
  UserPromptSubmit: { neutral: "UserPromptSubmit", can: NOTHING },
  PreToolUse: { neutral: "PreToolUse", can: BLOCKS },
  PostToolUse: { neutral: "PostToolUse", can: NOTHING },
  PostToolUseFailure: { neutral: "PostToolUseFailure", can: NOTHING },
  Stop: { neutral: "Stop", can: BLOCKS },
  SessionEnd: { neutral: "SessionEnd", can: NOTHING },
  // The same tool call once more, under names only this agent has.
  PreToolUseResult: { neutral: null, can: NOTHING },
  BeforeReadFile: { neutral: null, can: NOTHING },
  AfterFileEdit: { neutral: null, can: NOTHING },
  BeforeShellExecution: { neutral: null, can: NOTHING },
  AfterShellExecution: { neutral: null, can: NOTHING },
};

export const oracle: Oracle = {
  agent: "goose",
  events: Object.keys(EVENTS),
  means: (event) => EVENTS[event]?.neutral ?? null,
  obeys: (event) => EVENTS[event]?.can ?? NOTHING,
  toolInput: (payload) => payload["tool_input"],
  read,
};

/** What stands for the reason where none is given. */
const NO_REASON = "denied by plugin hook";

const DECISION: Shape = { decision: oneOf("allow", "block"), reason: (value) => value === null || isText(value) };

function read(event: string, _: Payload, { stdout, stderr, exitCode }: HookAnswer): Reading {
  const law = EVENTS[event];
  if (law === undefined) return thrownAway("no such event");
  if (!law.can.block) return reading();
  // With exit code 2 no one looks at stdout; with any other code the JSON there counts.
  if (exitCode === 2) return blocked(stderr.trim());
  if (stdout.trim() === "") return reading();
  const fields = parsed(stdout);
  if (!isFields(fields)) return thrownAway("neither an allow nor a block on stdout");
  const wrong = wrongTypes(fields, DECISION);
  if (wrong.length > 0) return thrownAway(`not understood: ${wrong.join(", ")}`);
  return fields["decision"] === "block" ? blocked(fields["reason"]) : reading();
}

function blocked(reason: unknown): Reading {
  return reading({ blocked: true, reason: text(reason) ?? NO_REASON });
}
