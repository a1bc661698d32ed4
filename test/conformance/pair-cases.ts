/** Two plugins at one event: they agree, disagree, or both rewrite. */

import { answering, type Case, CONTEXT_LOSSES, type Plugin } from "./case.ts";
import { asked, both, denied, type Expected, rewritten, told } from "./expected.ts";
import { failed } from "./failure-cases.ts";
import { SAW } from "./handlers.ts";

const deny = { decision: "deny", reason: "too risky" } as const;
const crash: Plugin = { name: "alpha", handler: { kind: "exits", code: 1, stderr: "Traceback" } };
const rewrite = (name: string, text: string, sees?: string): Plugin => ({
  name,
  handler: { kind: "rewrites", text, ...(sees === undefined ? {} : { sees }) },
});

/** Once a denial stands, no one else is asked; one that cannot be enforced stops no one. */
const deniedFirst = (expected: Expected, ...spared: string[]): Expected =>
  expected.blocked === undefined ? expected : { ...expected, spared };

export const PAIRS: readonly Case[] = [
  {
    name: "RT-17 two denials",
    class: "several",
    plugins: [answering("alpha", deny), answering("beta", { decision: "deny", reason: "not today" })],
    expect: (can, neutral) => deniedFirst(denied(can, neutral, "too risky", "alpha"), "beta"),
  },
  {
    name: "RT-17 two contexts",
    class: "several",
    plugins: [answering("alpha", { additionalContext: "first of %EVENT%" }), answering("beta", { additionalContext: "second of %EVENT%" })],
    expect: (can, neutral) => told(can, neutral, `first of ${neutral}\n\nsecond of ${neutral}`),
  },
  {
    name: "RT-17 allow, then deny",
    class: "several",
    plugins: [answering("alpha", { decision: "allow" }), answering("beta", deny)],
    expect: (can, neutral) => denied(can, neutral, "too risky", "beta"),
  },
  {
    name: "RT-17 deny, then allow",
    class: "several",
    plugins: [answering("alpha", deny), answering("beta", { decision: "allow" })],
    expect: (can, neutral) => deniedFirst(denied(can, neutral, "too risky", "alpha"), "beta"),
  },
  {
    name: "RT-17 ask, then allow",
    class: "several",
    plugins: [answering("alpha", { decision: "ask", reason: "are you sure" }), answering("beta", { decision: "allow" })],
    expect: (can) => asked(can, "are you sure", "alpha"),
  },
  {
    name: "RT-17 ask, then deny",
    class: "several",
    plugins: [answering("alpha", { decision: "ask", reason: "are you sure" }), answering("beta", deny)],
    expect: (can, neutral) => denied(can, neutral, "too risky", "beta"),
  },
  {
    name: "RT-17 a failure, then deny",
    class: "several",
    plugins: [crash, answering("beta", deny)],
    expect: (can, neutral) => ({ ...failed(can, neutral), ...denied(can, neutral, "too risky", "beta") }),
  },
  {
    name: "RT-17 context, then deny",
    class: "several",
    plugins: [answering("alpha", { additionalContext: "try a dry run at %EVENT%" }), answering("beta", deny)],
    expect: (can, neutral) => {
      if (!can.block) return both(denied(can, neutral), told(can, neutral, `try a dry run at ${neutral}`));
      return { ...denied(can, neutral, "too risky", "beta"), reaches: [`try a dry run at ${neutral}`], mayLose: CONTEXT_LOSSES };
    },
  },
  {
    name: "RT-17 both rewrite",
    class: "several",
    plugins: [rewrite("alpha", "the safer form"), rewrite("beta", "the safest form", "the safer form")],
    expect: (can, neutral) => {
      if (can.rewrite) return { rewritten: `the safest form ${SAW}`, losses: [] };
      const demand = rewritten(can, neutral, "the safer form");
      return demand.blocked === undefined ? { losses: ["rewrite-unsupported"] } : deniedFirst(demand, "beta");
    },
  },
  {
    name: "RT-17 rewrite, then deny",
    class: "several",
    plugins: [rewrite("alpha", "the safer form"), answering("beta", deny)],
    expect: (can, neutral) => {
      if (can.rewrite) return denied(can, neutral, "too risky", "beta");
      const demand = rewritten(can, neutral, "the safer form");
      return demand.blocked === undefined ? both(demand, denied(can, neutral, "too risky", "beta")) : deniedFirst(demand, "beta");
    },
  },
];
