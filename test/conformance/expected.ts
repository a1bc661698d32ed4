/** What a case expects, in neutral terms, and the rules by which it depends on what the agent can do at the event. */

import type { Obeys } from "../oracles/oracle.ts";

/** What can work at the event, and what can be made up for at a later one. */
export interface Abilities extends Obeys {
  /** The session is named, and some event of the agent carries context: what waits is heard in the end. */
  readonly later: boolean;
}

export interface Expected {
  /** Texts the reason holds; absent: nothing is blocked. */
  readonly blocked?: readonly string[];
  /** Whether anything is blocked is not this case's business. */
  readonly mayBlock?: true;
  readonly asked?: readonly string[];
  readonly allowed?: true;
  /** Text of the one field that was replaced. */
  readonly rewritten?: string;
  /** Texts that reach the model now, in this order. */
  readonly context?: readonly string[];
  /** How the context ends, wherever it is delivered: an agent that cuts it leaves its own end. */
  readonly ends?: RegExp;
  /** Texts that reach the model now, with the reason, or at the next event of the session that carries context. */
  readonly reaches?: readonly string[];
  /** The model is told a form in which the call passes: at once, or never, because the handler then wants another. */
  readonly demands?: "at-once" | "never";
  readonly stopped?: true;
  /** Texts the user is told. */
  readonly told?: readonly string[];
  /** The user is told once a session and not again. */
  readonly once?: true;
  /** Part of it is told every time. */
  readonly repeated?: true;
  /** Codes of the recorded losses, all of them. */
  readonly losses: readonly string[];
  /** Codes that may be recorded besides. */
  readonly mayLose?: readonly string[];
  /** Hooks that ended in failure, as `plugin/hook`. */
  readonly failed?: readonly string[];
  /** Plugins whose hooks were not asked because a denial already stood. */
  readonly spared?: readonly string[];
}

/** Where a decision means something on every agent; elsewhere it is a loss even if one agent would take it. */
export const DECIDED = [
  "PreToolUse",
  "PostToolUse",
  "PermissionRequest",
  "UserPromptSubmit",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "PreCompact",
];

export const SILENT: Expected = { losses: [] };

export function denied(can: Obeys, neutral: string, ...texts: readonly string[]): Expected {
  if (can.block) return { blocked: texts, losses: [], ...ends(can) };
  // The user reads what was denied in vain, and after a tool the model.
  const heard = can.context && neutral.startsWith("PostToolUse") ? { context: texts } : {};
  return { losses: ["deny-unsupported"], ...(can.tell ? { told: texts, repeated: true } : {}), ...heard };
}

function ends({ blockStops }: Obeys): Pick<Expected, "stopped"> {
  return blockStops === true ? { stopped: true } : {};
}

/** The safe side wins: where no one can be asked, the call is denied. */
export function asked(can: Obeys, ...texts: readonly string[]): Expected {
  if (can.ask) return { asked: texts, losses: [] };
  return can.block ? { blocked: texts, losses: ["ask-became-deny"], ...ends(can) } : { losses: ["ask-unsupported"] };
}

export function allowed(can: Obeys): Expected {
  return can.allow ? { allowed: true, losses: [] } : { losses: ["allow-not-passed"] };
}

/** Before a tool, a demand that cannot be carried out is one that must be met by the model itself. */
export function rewritten(can: Obeys, neutral: string, text: string): Expected {
  if (can.rewrite) return { rewritten: text, losses: [] };
  const demands = can.block && (neutral === "PreToolUse" || neutral === "PermissionRequest");
  return demands ? { blocked: ["Allowed only in this form:", text], losses: ["rewrite-became-deny"] } : { losses: ["rewrite-unsupported"] };
}

/** Context is told now, or waits for the next event of the session; after the last event there is none. */
export function told(can: Abilities, neutral: string, ...texts: readonly string[]): Expected {
  if (can.context) return { context: texts, losses: [] };
  return neutral === "SessionEnd" || !can.later ? { losses: ["context-lost"] } : { reaches: texts, losses: ["context-held"] };
}

/** Ending the run before a tool also keeps that tool from running. Where a run cannot be ended, its prompt or the tool's result is blocked. */
export function stopped(can: Obeys, neutral: string, text: string): Expected {
  const before = neutral === "PreToolUse" && can.block ? { blocked: [text] } : { mayBlock: true as const };
  if (can.stop) return { ...before, stopped: true, losses: [] };
  const isPrevented = ["PreToolUse", "UserPromptSubmit", "PostToolUse"].includes(neutral) && can.block;
  return isPrevented ? { blocked: [text], losses: ["stop-left-out"] } : { losses: ["stop-unsupported"] };
}

/** What is expected of two answers at once. */
export function both(one: Expected, other: Expected): Expected {
  return { ...one, ...other, losses: [...one.losses, ...other.losses], mayLose: [...(one.mayLose ?? []), ...(other.mayLose ?? [])] };
}
