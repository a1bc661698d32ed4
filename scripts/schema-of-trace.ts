/** The trace line as a schema, from which the published one is made. No hook call loads it. */

import * as v from "valibot";

import { TRACE_VERSION, type TraceLine } from "../src/hook/trace.ts";
import { type LossCode, LOSSES } from "../src/model/outcome.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.description("Milliseconds."));

const losses = v.array(
  v.strictObject({
    code: v.picklist(Object.keys(LOSSES) as LossCode[]),
    hook: v.exactOptional(v.string()),
    field: v.exactOptional(v.string()),
  }),
);

/** Lengths stand for texts. */
const outcome = {
  decision: v.exactOptional(v.string()),
  context: v.exactOptional(count),
  rewrite: v.exactOptional(v.literal(true)),
  stop: v.exactOptional(v.literal(true)),
  systemMessage: v.exactOptional(count),
};

const ran = v.strictObject({
  hook: v.pipe(v.string(), v.description("plugin/hook")),
  source: v.string(),
  format: v.string(),
  ms: milliseconds,
  exit: v.pipe(
    v.union([v.number(), v.string()]),
    v.description("Exit code, name of a signal, timed-out, missing, no-time, interrupted, internal-error, started or not-started."),
  ),
  outcome: v.exactOptional(v.strictObject(outcome)),
  failure: v.exactOptional(v.string()),
  policy: v.exactOptional(v.picklist(["open", "closed"])),
  losses: v.exactOptional(losses),
});

export const TraceLineSchema = v.pipe(
  v.strictObject({
    version: v.literal(TRACE_VERSION),
    id: v.string(),
    time: v.pipe(v.string(), v.isoTimestamp()),
    agent: v.strictObject({
      registered: v.string(),
      recognised: v.nullable(v.string()),
      doubt: v.exactOptional(
        v.pipe(v.array(v.string()), v.description("Others who may have called: guards ran for each, and the answer is written for all.")),
      ),
    }),
    event: v.strictObject({ native: v.string(), neutral: v.nullable(v.string()) }),
    session: v.nullable(v.string()),
    cwd: v.nullable(v.string()),
    workspace: v.nullable(v.string()),
    index: v.picklist(["fresh", "rebuilt", "last-good", "none"]),
    ran: v.array(ran),
    skipped: v.pipe(v.record(v.string(), v.array(v.string())), v.description("Reason to the hooks that did not run because of it.")),
    outcome: v.strictObject({ ...outcome, held: v.exactOptional(count), delivered: v.exactOptional(count) }),
    losses,
    problems: v.array(v.string()),
    exit: v.number(),
    answerBytes: count,
    ms: milliseconds,
  }),
  v.description("One line of the trace: one hook call."),
);

/** Fails to compile when the line and its schema part ways. */
true satisfies v.InferOutput<typeof TraceLineSchema> extends TraceLine ? true : false;
