/** Handlers that replace a field of the tool input. */

import type { Obeys } from "../oracles/oracle.ts";
import { type Case, CONTEXT_LOSSES, type Plugin } from "./case.ts";
import { allowed, asked, both, type Expected, rewritten, told } from "./expected.ts";
import { type AnswerFields, SAW_NOT } from "./handlers.ts";

const rewriting = (more: Partial<Plugin> = {}, fields: AnswerFields = {}): Plugin[] => [
  { name: "alpha", handler: { kind: "rewrites", text: "the safer form", fields }, ...more },
];

export const REWRITES: readonly Case[] = [
  {
    name: "RT-3 RT-18 rewrite",
    class: "rewrite",
    plugins: rewriting(),
    expect: (can, neutral) => demanded(rewritten(can, neutral, "the safer form"), "at-once"),
  },
  {
    name: "RT-18 rewrite that would go on for ever",
    class: "rewrite",
    plugins: [{ name: "alpha", handler: { kind: "rewrites", text: "the safer form", sees: "the safer form" } }],
    expect: (can, neutral) => demanded(rewritten(can, neutral, `the safer form ${SAW_NOT}`), "never"),
  },
  {
    name: "RT-15 rewrite in the interchange format",
    class: "rewrite",
    plugins: [{ name: "alpha", handler: { kind: "rewrites", text: "the safer form", format: "interchange" } }],
    expect: (can, neutral) => rewritten(can, neutral, "the safer form"),
  },
  {
    name: "RT-18 rewrite that may be dropped",
    class: "rewrite",
    plugins: rewriting({ onUnsupported: "warn" }),
    expect: (can, neutral) => {
      const strict = rewritten(can, neutral, "the safer form");
      return strict.blocked === undefined ? strict : { losses: ["rewrite-dropped"] };
    },
  },
  { name: "RT-7 rewrite with allow", class: "rewrite", plugins: rewriting({}, { decision: "allow" }), expect: rewrittenWithAllow },
  {
    name: "RT-17 rewrite with ask",
    class: "rewrite",
    plugins: rewriting({}, { decision: "ask", reason: "are you sure" }),
    expect: rewrittenAndAsked,
  },
  {
    name: "RT-19 rewrite with context",
    class: "rewrite",
    plugins: rewriting({}, { additionalContext: "changed at %EVENT%" }),
    expect: (can, neutral) => {
      const rewrite = rewritten(can, neutral, "the safer form");
      if (rewrite.blocked === undefined) return both(rewrite, told(can, neutral, `changed at ${neutral}`));
      return { ...rewrite, reaches: [`changed at ${neutral}`], mayLose: CONTEXT_LOSSES };
    },
  },
];

function demanded(rewrite: Expected, demands: "at-once" | "never"): Expected {
  return rewrite.blocked === undefined ? rewrite : { ...rewrite, demands };
}

/** An allow may only travel with a rewrite on some agents; there it does no more than carry it. */
function rewrittenWithAllow(can: Obeys, neutral: string): Expected {
  const rewrite = rewritten(can, neutral, "the safer form");
  if (rewrite.blocked !== undefined) return rewrite;
  if (can.rewrite) return { ...rewrite, ...(can.allow ? { allowed: true } : {}), mayLose: ["allow-not-passed"] };
  return both(rewrite, allowed(can));
}

function rewrittenAndAsked(can: Obeys, neutral: string): Expected {
  const [rewrite, question] = [rewritten(can, neutral, "the safer form"), asked(can, "are you sure", "alpha")];
  if (rewrite.blocked !== undefined) return rewrite;
  return can.rewrite && !can.ask ? question : both(rewrite, question);
}
