/**
 * The outcomes of the conformance matrix, written once for all agents: what the plugins do, and what must come of it in
 * neutral terms. `expect` gets what the agent's oracle says can work at the event.
 */

import type { Obeys } from "../oracles/oracle.ts";
import { answering, type Case, CONTEXT_LOSSES, type Plugin } from "./case.ts";
import { type Abilities, allowed, asked, both, denied, type Expected, SILENT, stopped, told } from "./expected.ts";
import { FAILURES } from "./failure-cases.ts";
import type { AnswerFields } from "./handlers.ts";
import { PAIRS } from "./pair-cases.ts";
import { REWRITES } from "./rewrite-cases.ts";

const one = (fields: AnswerFields) => [answering("alpha", fields)];
const inInterchange = (fields: AnswerFields): Plugin[] => [{ name: "alpha", handler: { kind: "answers", fields, format: "interchange" } }];
const exiting = (code: number, stderr = ""): Plugin[] => [{ name: "alpha", handler: { kind: "exits", code, stderr } }];

/** Longer than any agent takes at once. */
const LONG = `${"It is a long story. ".repeat(3000)}The end.`;

const SINGLE: readonly Case[] = [
  { name: "RT-7 no opinion", class: "silence", plugins: exiting(0), expect: () => SILENT },
  { name: "RT-7 an empty answer", class: "silence", plugins: one({}), expect: () => SILENT },
  { name: "RT-7 allow", class: "allow", plugins: one({ decision: "allow" }), expect: allowed },
  {
    name: "RT-6 deny",
    class: "deny",
    plugins: one({ decision: "deny", reason: "too risky" }),
    expect: (can, neutral) => denied(can, neutral, "too risky", "alpha"),
  },
  {
    name: "RT-5 deny without a reason",
    class: "deny",
    plugins: one({ decision: "deny" }),
    expect: (can, neutral) => denied(can, neutral, "Denied by alpha/"),
  },
  {
    name: "RT-5 deny with an empty reason",
    class: "deny",
    plugins: one({ decision: "deny", reason: "" }),
    expect: (can, neutral) => denied(can, neutral, "Denied by alpha/"),
  },
  {
    name: "RT-5 deny with the reason as context",
    class: "deny",
    plugins: one({ decision: "deny", additionalContext: "too risky" }),
    expect: (can, neutral) => denied(can, neutral, "too risky", "alpha"),
  },
  {
    name: "RT-15 exit code 2",
    class: "deny",
    plugins: exiting(2, "too risky"),
    expect: (can, neutral) => denied(can, neutral, "too risky", "alpha"),
  },
  {
    name: "RT-5 exit code 2 without words",
    class: "deny",
    plugins: exiting(2),
    expect: (can, neutral) => denied(can, neutral, "Denied by alpha/"),
  },
  {
    name: "RT-15 deny in the interchange format",
    class: "deny",
    plugins: inInterchange({ decision: "deny", reason: "too risky" }),
    expect: (can, neutral) => denied(can, neutral, "too risky", "alpha"),
  },
  {
    name: "RT-19 deny with context",
    class: "deny",
    plugins: one({ decision: "deny", reason: "too risky", additionalContext: "try a dry run at %EVENT%" }),
    expect: (can, neutral) => deniedWithContext(can, neutral, `try a dry run at ${neutral}`),
  },
  {
    name: "RT-17 deny with output suppressed",
    class: "deny",
    plugins: one({ decision: "deny", reason: "too risky", suppressOutput: true }),
    expect: (can, neutral) => ({ ...denied(can, neutral, "too risky", "alpha"), mayLose: ["suppress-output-unsupported"] }),
  },
  {
    name: "RT-17 deny with a message for the user",
    class: "deny",
    plugins: one({ decision: "deny", reason: "too risky", systemMessage: "good morning" }),
    expect: (can, neutral) => both(denied(can, neutral, "too risky", "alpha"), message(can)),
  },
  {
    name: "RT-17 deny and end of the run",
    class: "deny",
    plugins: one({ decision: "deny", reason: "too risky", continue: false, stopReason: "enough for today" }),
    expect: deniedAndStopped,
  },
  {
    name: "RT-18 ask",
    class: "ask",
    plugins: one({ decision: "ask", reason: "are you sure" }),
    expect: (can) => asked(can, "are you sure", "alpha"),
  },
  {
    name: "RT-15 ask in the interchange format",
    class: "ask",
    plugins: inInterchange({ decision: "ask", reason: "are you sure" }),
    expect: (can) => asked(can, "are you sure", "alpha"),
  },
  {
    name: "RT-19 context",
    class: "context",
    plugins: one({ additionalContext: "context of %EVENT%" }),
    expect: (can, neutral) => told(can, neutral, `context of ${neutral}`),
  },
  {
    name: "RT-15 context in the interchange format",
    class: "context",
    plugins: inInterchange({ additionalContext: "context of %EVENT%" }),
    expect: (can, neutral) => told(can, neutral, `context of ${neutral}`),
  },
  {
    name: "RT-19 more context than the agent takes",
    class: "context",
    plugins: one({ additionalContext: LONG }),
    expect: (can, neutral) => ({
      ...told(can, neutral, "It is a long story."),
      ends: /The end\.$|shortened/,
      mayLose: ["context-shortened"],
    }),
  },
  {
    name: "RT-17 end of the run",
    class: "stop",
    plugins: one({ continue: false, stopReason: "enough for today" }),
    expect: (can, neutral) => stopped(can, neutral, "enough for today"),
  },
  { name: "RT-6 message for the user", class: "message", plugins: one({ systemMessage: "good morning" }), expect: message },
];

function deniedWithContext(can: Abilities, neutral: string, text: string): Expected {
  if (!can.block) return both(denied(can, neutral), told(can, neutral, text));
  return { ...denied(can, neutral, "too risky", "alpha"), reaches: [text], mayLose: CONTEXT_LOSSES };
}

function message(can: Obeys): Expected {
  return can.tell ? { told: ["good morning"], losses: [] } : { losses: [], mayLose: ["system-message-unsupported"] };
}

/** Both at once ask for the same, except at a stop, where a denial means to go on. */
function deniedAndStopped(can: Obeys, neutral: string): Expected {
  if (!can.stop)
    return { ...denied(can, neutral, "too risky"), losses: can.block ? ["stop-left-out"] : ["deny-unsupported", "stop-unsupported"] };
  if (neutral === "Stop" || neutral === "SubagentStop") return { stopped: true, mayBlock: true, losses: [] };
  return { ...denied(can, neutral), stopped: true };
}

export const CASES: readonly Case[] = [...SINGLE, ...REWRITES, ...FAILURES, ...PAIRS];
