/** Breaks the way from what was answered to what an agent can be told. */

import { seenByMatrix, seenByParts } from "./mutate-edit.ts";

export const DEGRADE = [
  ...seenByMatrix(
    "allowFor",
    ["RT-7 an allow is passed on to every agent", "isPermission && passes", "isPermission"],
    ["RT-7 an allow is passed on where no permission is asked for", "isPermission && passes", "passes"],
    ["RT-7 an allow that is not passed on is not recorded", 'lose(undecided(step), "allow-not-passed")', "undecided(step)"],
  ),
  ...seenByMatrix(
    "askFor",
    ["RT-18 a question is put where no one can be asked", "if (can.ask) return step", "return step"],
    [
      "RT-18 a question that cannot be put lets the call run",
      '{ ...lose(step, "ask-became-deny"), decision: "deny" }',
      'lose(undecided(step), "ask-became-deny")',
    ],
    ["RT-18 a question that became a denial is not recorded", 'lose(step, "ask-became-deny")', "step"],
    ["RT-18 a question where nothing can be prevented is not recorded", 'lose(undecided(step), "ask-unsupported")', "undecided(step)"],
  ),
  ...seenByMatrix(
    "denyFor",
    ["RT-6 a denial where nothing can be prevented is not recorded", 'lose(undecided(step), "deny-unsupported")', "undecided(step)"],
    ["RT-20 a stop is blocked nine times", "< MOST_STOP_BLOCKS", "<= MOST_STOP_BLOCKS"],
    ["RT-20 the last blocked stop is not recorded", 'lose(undecided(step), "stop-blocks-exhausted")', "undecided(step)"],
  ),
  ...seenByMatrix(
    "decisionFor",
    [
      "RT-17 ending the run before a tool lets the tool run",
      'stop !== undefined && meaning?.denial === "tool"',
      "stop !== undefined && false",
    ],
    [
      "RT-17 ending the run at a prompt lets the prompt through where a run cannot be ended",
      "stop !== undefined && BLOCKED_INSTEAD.includes(meaning?.denial)",
      "stop !== undefined && false",
    ],
  ),
  ...seenByMatrix(
    "degrade",
    ["RT-17 the end of the run is written where it voids the answer", "stop !== undefined && can.stop", "stop !== undefined"],
    [
      "RT-17 an end of the run that is left out is not recorded",
      'losses.push({ code: isRefusal ? "stop-left-out" : "stop-unsupported" })',
      "",
    ],
    [
      "RT-17 a denied call is rewritten as well",
      'decided.decision !== "deny" && combined.input.nativeToolInput',
      "combined.input.nativeToolInput",
    ],
    [
      "RT-19 context does not follow the reason",
      'words.isInReason ? [decided.reason, ...combined.contexts].join("\\n\\n") : decided.reason',
      "decided.reason",
    ],
    ["RT-6 a message for the user is dropped", 'combined.systemMessages.join("\\n") : undefined', "undefined : undefined"],
  ),
  ...seenByMatrix("placeOfContext", [
    "RT-19 context goes with a prompt that never reaches the model",
    "input.can.context && !isUnheard",
    "input.can.context",
  ]),
  ...seenByMatrix(
    "contextFor",
    ["RT-19 context that cannot be delivered now is not kept", "held: canWait ? contexts : []", "held: []"],
    ["RT-19 kept context is never told", "[...session.waiting, ...contexts]", "contexts"],
    ["RT-19 kept context is delivered again and again", "delivered: session.waiting", "delivered: []"],
    ["RT-17 contexts are not kept apart by a blank line", ', ...contexts].join("\\n\\n")', ', ...contexts].join(" ")'],
    [
      "RT-19 long context is not shortened",
      "shortened(joined, lookUp(hookTime.events, input.nativeEvent)?.contextLimit ?? hookTime.contextLimit)",
      "joined",
    ],
    [
      "RT-19 context after the end of the session is said to be kept",
      'canRemember && meaningOf(input.event)?.session !== "end"',
      "canRemember",
    ],
    ["RT-19 context that is kept is not recorded", 'losses: [{ code: canWait ? "context-held" : "context-lost" }]', "losses: []"],
  ),
  ...seenByParts("denyFor", [
    "RT-6 a denial is written where it cannot be enforced",
    'if (!input.can.block) return lose(undecided(step), "deny',
    'if (false) return lose(undecided(step), "deny',
  ]),
  ...seenByParts(
    "contextFor",
    ["RT-19 context that was shortened is not recorded", 'context === joined ? [] : [{ code: "context-shortened" }]', "[]"],
    ["RT-19 context that follows the reason is not recorded", 'losses: [{ code: "context-in-reason" }]', "losses: []"],
    ["RT-19 context is kept without a session to keep it in", "const canWait = canRemember && ", "const canWait = "],
  ),
  ...seenByParts(
    "degrade",
    ["RT-6 a message no one is shown is not recorded", 'losses.push({ code: "system-message-unsupported" })', ""],
    ["RT-6 a switch the agent has not got is not recorded", 'losses.push({ code: "suppress-output-unsupported" })', ""],
  ),
  ...seenByMatrix("shortened", ["RT-19 shortened context does not say so", "kept + note(text.length - kept.length)", "kept"]),
  ...seenByMatrix("MOST_STOP_BLOCKS", ["RT-20 a stop is blocked seven times", "MOST_STOP_BLOCKS = 8", "MOST_STOP_BLOCKS = 7"]),
  ...seenByMatrix(
    "stopChange",
    ["RT-20 blocked stops are not counted", "stopBlocksOf(input, session) + 1", "0"],
    ["RT-20 the refusal of a stop, sent back as a prompt, is not known", "stopReason: blockedWith", 'stopReason: ""'],
  ),
  ...seenByParts("withStopActive", [
    "RT-20 handlers are not told that a stop was blocked before",
    "stop_hook_active: stopBlocksOf(input, session) > 0",
    "",
  ]),
  ...seenByParts("stopChange", ["RT-20 a prompt does not begin a new turn", 'meaningOf(input.event)?.turn === "start"', "false"]),
];
