/** Breaks how the outcomes of several handlers become one. */

import { seenByMatrix, seenByParts } from "./mutate-edit.ts";

export const COMBINE = [
  ...seenByMatrix("isStricter", ["RT-17 the weaker decision wins", "STRENGTH[next] > STRENGTH[now]", "STRENGTH[next] < STRENGTH[now]"]),
  ...seenByMatrix("STRENGTH", ["RT-17 asking is stronger than denying", "ask: 2, deny: 3", "ask: 3, deny: 2"]),
  ...seenByParts("readAgain", ["RT-10 after a rewrite the MCP server is unknown", "return isUnsettled && ", "return false && "]),
  ...seenByMatrix(
    "isDenied",
    ["RT-17 a denial does not keep further handlers from being asked", 'return decision === "deny" && input.can.block', "return false"],
    [
      "RT-17 a denial that cannot be enforced keeps handlers from being asked",
      'decision === "deny" && input.can.block',
      'decision === "deny"',
    ],
  ),
  ...seenByMatrix(
    "absorb",
    ["RT-17 contexts come in the wrong order", "[...now.contexts, ...context]", "[...context, ...now.contexts]"],
    ["RT-17 the last context is the only one", "[...now.contexts, ...context]", "context"],
    ["RT-17 the end of the run is forgotten", "stop: stopOf(outcome, hook)", ""],
    ["RT-17 a message for the user is forgotten", "[...now.systemMessages, outcome.systemMessage]", "now.systemMessages"],
  ),
  ...seenByMatrix("readAgain", [
    "RT-17 the next handler does not see the rewrite",
    "hookTime.read(hookTime.withToolInput(input.raw, whole), input.nativeEvent)",
    "{ ...input, nativeToolInput: whole }",
  ]),
  ...seenByMatrix(
    "rewrite",
    ["RT-17 a rewrite is forgotten", "isRewritten: true, ", ""],
    ["RT-18 a rewrite that cannot be made is let go", 'decide(now, "deny", demand, hook)', "now"],
    ["RT-18 the wanted form is not shown", "JSON.stringify(wanted.fields)", '"{}"'],
    ["RT-18 one hook may not let the original run", 'author.onUnsupported === "warn"', "false"],
    [
      "RT-6 a rewrite where nothing can be replaced is not recorded",
      'denial === undefined) return lose(now, "rewrite-unsupported", hook)',
      "denial === undefined) return now",
    ],
  ),
  ...seenByMatrix(
    "namedReason",
    ["RT-5 a reason does not name the plugin", "text.includes(hook) ? text : `${text} (${hook})`", "text"],
    ["RT-5 a denial without a reason has none", "return `Denied by ${hook}`", 'return ""'],
  ),
  ...seenByMatrix("isInWantedForm", [
    "RT-18 every call passes once a form was wanted",
    "sameJson(form(whole), form(input.nativeToolInput))",
    "true",
  ]),
  ...seenByParts(
    "rewrite",
    ["RT-18 the wanted form is not remembered", "wanted: [...now.wanted, wanted]", "wanted: now.wanted"],
    ["RT-17 a rewrite to what is there already counts as one", "sameJson(whole, input.nativeToolInput)", "false"],
  ),
  ...seenByParts("absorb", [
    "RT-17 of two ends of the run the later stands",
    "outcome.stop === undefined || now.stop !== undefined",
    "outcome.stop === undefined",
  ]),
  ...seenByParts(
    "mergeNative",
    ["RT-15 of two native fields the earlier stands", "{ ...earlier, ...later,", "{ ...later, ...earlier,"],
    ["RT-15 nested native fields of earlier handlers are lost", "{ ...before, ...after }", "after"],
  ),
  ...seenByParts("isInWantedForm", ["RT-18 another hook's wanted form lets the call pass", "earlier.hook !== now.hook || ", ""]),
  ...seenByParts("withoutDescription", [
    "RT-18 the description of an MCP tool's input is taken for a comment",
    " || tool?.neutral === undefined",
    "",
  ]),
  ...seenByParts("changedFields", [
    "RT-18 the demand hides a field that was taken out",
    "if (Object.keys(before).some((key) => !hasWord(after, key))) return after;",
    "",
  ]),
  ...seenByParts("isStricter", [
    "RT-17 of two equal decisions the later gives the reason",
    "STRENGTH[next] > STRENGTH[now]",
    "STRENGTH[next] >= STRENGTH[now]",
  ]),
  ...seenByParts("askHandler", ["RT-17 a native handler does not see an earlier rewrite", "isRewritten ? undefined : payload", "payload"]),
  ...seenByParts(
    "withNative",
    [
      "RT-15 at an agent's own event the later field counts",
      "isOwn ? mergeNative(native, earlier ?? {})",
      "false ? mergeNative(native, earlier ?? {})",
    ],
    ["RT-15 at an agent's own event a denial goes out with fields of another handler", "if (blocks) return", "if (false) return"],
  ),
  ...seenByParts("textsWith", ["RT-15 the last path of a worktree counts", '?.text === "path")', '?.text === "path" && false)']),
  ...seenByParts("failureNotice", ["RT-16 a failure says that it denied where nothing was denied", "can.block ? `so", "true ? `so"]),
  ...seenByParts("takeIn", ["RT-6 a denial in vain is not told", "now.input, showsMessages)", "now.input, false)"]),
];
