/** The fields Codex accepts at each of its events, and the answers it refuses although their fields are known. */

import { type Fields, isFields, isFlag, isText, oneOf, type Shape, text, unknownNames } from "../../oracles/fields.ts";
import { NOTHING, type Obeys } from "../../oracles/oracle.ts";

/** A name for the refusal, and when it applies. */
export type Flaw = readonly [why: string, applies: (fields: Fields, nested: Fields) => boolean];

export interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
  /** Exit code 2 with words on stderr blocks. */
  readonly exit2?: true;
  /** Plain text on stdout reaches the model. */
  readonly plainText?: true;
  /** The accepted fields; one more voids the answer. */
  readonly top?: Shape;
  readonly nested?: Shape;
  readonly flaws: readonly Flaw[];
}

const UNIVERSAL: Shape = { continue: isFlag, stopReason: isText, suppressOutput: isFlag, systemMessage: isText };
const BLOCK: Shape = { ...UNIVERSAL, decision: oneOf("block"), reason: isText };
const NAMED: Shape = { hookEventName: isText };
const CONTEXT: Shape = { ...NAMED, additionalContext: isText };
const TELLS: Obeys = { ...NOTHING, tell: true };

const suppresses: Flaw = ["suppressOutput is not supported", (fields) => fields["suppressOutput"] === true];
const wordless: Flaw = ["a block needs a reason", (fields) => fields["decision"] === "block" && blank(fields["reason"])];
const pointless: Flaw = ["a reason needs a decision", (fields) => fields["reason"] !== undefined && fields["decision"] === undefined];
const ends: readonly Flaw[] = [
  ["continue: false is not supported", (fields) => fields["continue"] === false],
  ["stopReason is not supported", (fields) => fields["stopReason"] !== undefined],
];

export const EVENTS: Readonly<Record<string, EventLaw>> = {
  PreToolUse: {
    neutral: "PreToolUse",
    can: { ...TELLS, block: true, rewrite: true, context: true },
    exit2: true,
    top: { ...BLOCK, decision: oneOf("approve", "block"), hookSpecificOutput: isFields },
    nested: { ...CONTEXT, permissionDecision: oneOf("allow", "deny", "ask"), permissionDecisionReason: isText, updatedInput: isFields },
    flaws: [
      ...ends,
      suppresses,
      wordless,
      pointless,
      ["approve is not supported", (fields) => fields["decision"] === "approve"],
      ["ask is not supported", (_, nested) => nested["permissionDecision"] === "ask"],
      ["allow alone is not supported", (_, nested) => nested["permissionDecision"] === "allow" && nested["updatedInput"] === undefined],
      ["updatedInput needs allow", (_, nested) => nested["updatedInput"] !== undefined && nested["permissionDecision"] !== "allow"],
      ["a denial needs a reason", (_, nested) => nested["permissionDecision"] === "deny" && blank(nested["permissionDecisionReason"])],
      [
        "a reason needs a decision",
        (_, nested) => nested["permissionDecisionReason"] !== undefined && nested["permissionDecision"] === undefined,
      ],
    ],
  },
  PostToolUse: {
    neutral: "PostToolUse",
    can: { ...TELLS, block: true, context: true },
    exit2: true,
    top: { ...BLOCK, hookSpecificOutput: isFields },
    nested: { ...CONTEXT, updatedMCPToolOutput: () => true },
    flaws: [
      suppresses,
      wordless,
      pointless,
      ["updatedMCPToolOutput is not supported", (_, nested) => nested["updatedMCPToolOutput"] !== undefined],
    ],
  },
  PermissionRequest: {
    neutral: "PermissionRequest",
    can: { ...TELLS, block: true },
    exit2: true,
    top: { ...UNIVERSAL, hookSpecificOutput: isFields },
    nested: { ...NAMED, decision: isPermission },
    flaws: [...ends, suppresses],
  },
  UserPromptSubmit: {
    neutral: "UserPromptSubmit",
    can: { ...TELLS, block: true, context: true, stop: true },
    exit2: true,
    plainText: true,
    top: { ...BLOCK, hookSpecificOutput: isFields },
    nested: CONTEXT,
    flaws: [wordless],
  },
  SessionStart: {
    neutral: "SessionStart",
    can: { ...TELLS, context: true, stop: true },
    plainText: true,
    top: { ...UNIVERSAL, hookSpecificOutput: isFields },
    nested: CONTEXT,
    flaws: [],
  },
  // Nothing that is printed here has an effect, so nothing can spoil it either.
  SessionEnd: { neutral: "SessionEnd", can: NOTHING, flaws: [] },
  Stop: { neutral: "Stop", can: { ...TELLS, block: true, stop: true }, exit2: true, top: BLOCK, flaws: [wordless] },
  SubagentStart: {
    neutral: "SubagentStart",
    can: { ...TELLS, context: true },
    top: { ...UNIVERSAL, hookSpecificOutput: isFields },
    nested: CONTEXT,
    flaws: [],
  },
  SubagentStop: { neutral: "SubagentStop", can: { ...TELLS, block: true }, exit2: true, top: BLOCK, flaws: [wordless] },
  // `continue: false` keeps the conversation as it is, and ends the run.
  PreCompact: { neutral: "PreCompact", can: { ...NOTHING, block: true, stop: true, blockStops: true }, top: UNIVERSAL, flaws: [] },
  PostCompact: { neutral: null, can: { ...NOTHING, stop: true }, top: UNIVERSAL, flaws: [] },
  PreModelRequest: { neutral: null, can: NOTHING, flaws: [] },
  PostModelRequest: { neutral: null, can: NOTHING, flaws: [] },
};

/** Changing the input, the permissions or interrupting is refused here, and takes the decision with it. */
function isPermission(value: unknown): boolean {
  if (!isFields(value) || !oneOf("allow", "deny")(value["behavior"])) return false;
  return (
    unknownNames(value, { behavior: isText, message: isText }).length === 0 && (value["message"] === undefined || isText(value["message"]))
  );
}

function blank(value: unknown): boolean {
  return text(value)?.trim() === undefined || text(value)?.trim() === "";
}
