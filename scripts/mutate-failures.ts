/** Breaks what an ending of a handler means, and what its failure costs. */

import { seenByMatrix, seenByParts } from "./mutate-edit.ts";

export const FAILURES = [
  ...seenByMatrix(
    "outcomeByFailMode",
    ["RT-16 a hook that fails closed lets the call run", "failure === undefined || !denies(hook, isUnasked)", "true"],
    ["RT-16 a hook that fails open denies", "|| !denies(hook, isUnasked)", ""],
    ["RT-16 a hook that fails closed only asks", '{ ...outcome, decision: "deny", reason }', '{ ...outcome, decision: "ask", reason }'],
    ["RT-16 a failed hook's denial does not name the cause", "denies the call: ${failure}", "denies the call"],
  ),
  ...seenByParts("denies", [
    "RT-38 an imported hook that cannot be asked lets the call run",
    "isUnasked === true && mustBeAsked(hook)",
    "false",
  ]),
  ...seenByMatrix("failureNotice", [
    "RT-16 the user is not told which hook failed",
    "symposium: the hook ${hook.plugin}/${hook.hook} failed",
    "symposium: a hook failed",
  ]),
  ...seenByMatrix(
    "readEnd",
    [
      "RT-16 a handler that takes too long has no opinion",
      "return timedOut(`it did not answer",
      "return {}; return timedOut(`it did not answer",
    ],
    ["RT-16 a handler killed by a signal has no opinion", "return { failure: `it was ended by ${end.signal}` }", "return {}"],
  ),
  ...seenByMatrix(
    "readSymposium",
    ["RT-15 exit code 2 does not block", "if (end.code === 2)", "if (end.code === 3)"],
    ["RT-15 the reason of exit code 2 is lost", "end.stderr.trim() || answered.outcome?.reason", "answered.outcome?.reason"],
    ["RT-16 an exit code is not a failure", "end.code === 0 ? answered", "true ? answered"],
    ["RT-15 what a crashing handler printed is lost", "{ ...answered, failure:", "{ failure:"],
    ["RT-16 garbage is not a failure", 'return unclear(end, "symposium", input)', "return answered"],
  ),
  ...seenByParts("readEnd", [
    "RT-16 a handler that the system does not start has no opinion",
    "return { failure: end.message }",
    "return {}",
  ]),
  ...seenByParts("readExit", [
    "RT-15 a hook cannot say whether it blocks",
    "hook.blocking ?? meaningOf(input.event)?.blocksByDefault === true",
    "meaningOf(input.event)?.blocksByDefault === true",
  ]),
  ...seenByMatrix("askHandler", [
    "RT-16 a handler that is not there has no opinion",
    'if ("missing" in jobs) return failed(jobs.missing, "missing")',
    'if ("missing" in jobs) return { result: {}, exit: "missing", ms: 0 }',
  ]),
  ...seenByMatrix(
    "runHooks",
    ["RT-16 a failure is not told to the user", "if (result.failure !== undefined) notices.push", "if (false) notices.push"],
    [
      "RT-16 a failure is not in the trace",
      "failure: result.failure,\n      policy: result.failure === undefined ? undefined : hook.onFailure,",
      "",
    ],
    ["RT-17 handlers that were not asked are not in the trace", 'skipped.push({ id, why: "after-deny" })', ""],
  ),
  ...seenByMatrix("announcementOf", ["RT-16 a failure is reported with every call", "!reported.includes(one.key) ||", "true ||"]),
  ...seenByMatrix("withReason", ["RT-5 a reason given as context is no reason", "isRefusal ? context : undefined", "undefined"]),
  ...seenByParts("withReason", ["RT-5 a reason given as context is context as well", "isRefusal && reason === context", "false"]),
  ...seenByMatrix("DECISIONS", ["RT-7 deny is not understood", 'deny: "deny", block', "block"]),
  ...seenByMatrix(
    "handler-formats/outcomeOf",
    ["RT-3 a rewrite is not understood", "updatedInput: fields.updatedInput", "updatedInput: undefined"],
    ["RT-17 the end of the run is not understood", "fields.continue === false", "false"],
    ["RT-15 context is not understood", "    context,\n", ""],
    ["RT-15 a reason is not understood", "    reason,\n", ""],
  ),
  ...seenByParts(
    "fieldsOf",
    ["DG-8 an unknown key is skipped", "field === undefined || !isValid(field, value)) return undefined", "field === undefined) continue"],
    ["DG-8 a value of a wrong type is skipped", "|| !isValid(field, value)) return", ") return"],
  ),
  ...seenByParts(
    "selectHooks",
    [
      "RT-29 a broken gate of a closed hook lets the call pass",
      "candidates.push({ ...hook, refusal: gate.broken })",
      'skip(id, "predicate")',
    ],
    [
      "RT-29 a gate that says no is open",
      'else if (gate === "shut") skip(id, "predicate");',
      'else if (gate === "shut") candidates.push(hook);',
    ],
  ),
  ...seenByParts(
    "standing",
    [
      "DG-8 an allow stands that is not understood as a whole",
      'decision === undefined || decision === "allow" ?',
      "decision === undefined ?",
    ],
    ["DG-8 an echo of the call rewrites it", 'if (place === "whole") return', "if (true) return"],
    ["DG-8 an echo of the call speaks to the model", 'place === "inside" ? withoutTexts(kept) : kept', "kept"],
  ),
  ...seenByParts("understood", [
    "DG-8 a denial is lost to what is beside it",
    "return [...inner, standing(",
    "return [...inner, {}, {}, standing({}, place, event)]; return [standing(",
  ]),
  ...seenByParts("quoted", ["DG-8 a secret is quoted", "printable(maskSecrets(text.slice(0, MOST_MASKED)))", "printable(text)"]),
  ...seenByParts(
    "readInterchange",
    ["RT-15 a hook that does not block denies by its exit code", "code === 2 && isBlocking", "code === 2"],
    ["RT-15 an exit code is not a failure", "if (code !== 0)", "if (false)"],
  ),
  ...seenByParts(
    "claude-shape/readClaudeHandler",
    ["RT-15 exit code 2 of a native handler does not block", "if (exit.code === 2)", "if (exit.code === 3)"],
    ["RT-15 exit code 2 blocks where Claude Code passes it over", "dialect.exit2Blocks ?", "true ?"],
    [
      "RT-15 plain text is context everywhere",
      "dialect.text === undefined) return ignoredText()",
      'dialect.text !== "context") return answered({ context: text })',
    ],
    ["RT-16 a native handler's exit code is not a failure", "if (exit.code !== 0)", "if (false)"],
    ["RT-15 unknown fields reach an agent that cannot take them", "dialect.passesUnknownFields ?", "true ?"],
  ),
  ...seenByParts("guardsOf", ["RT-21 an unreadable payload passes a guard", "filter(mustBeAsked)", "filter(() => false)"]),
  ...seenByParts(
    "handlerDeadline",
    ["RT-13 the end of a session has as much time as all else", "budgetOf(event).answerMs", "58_000"],
    ["RT-13 a handler may outlive the call", "Math.min(left, ", "Math.max(left, "],
  ),
];
