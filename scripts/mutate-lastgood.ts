/** Breaks what keeps a guard in force while files cannot be read, and what understands its policy however it is spelt. */

import { seenByParts } from "./mutate-edit.ts";

export const LAST_GOOD = [
  ...seenByParts(
    "isWorse",
    [
      "RT-37 a manifest that gives no plugin takes the plugin away",
      "if (now?.plugin === undefined) return true",
      "if (now?.plugin === undefined) return false",
    ],
    ["RT-37 an item that no longer validates is gone", "if (!isFlawed && !frozen) return false", "if (!frozen) return false"],
  ),
  ...seenByParts("withRecalled", [
    "RT-37 plugins of a folder that cannot be read are gone",
    "const good = unread.length === 0 ? undefined : recall()",
    "const good = unread.length >= 0 ? undefined : recall()",
  ]),
  ...seenByParts(
    "readPlugin",
    [
      "RT-37 the last good text is not asked for",
      "const remembered = isFlawed ? known() : undefined",
      "const remembered = undefined as ReturnType<typeof known>",
    ],
    [
      "RT-37 the user is not told that an earlier version is in force",
      "problem === first ? withLastGood(problem, good.since) : problem",
      "problem",
    ],
  ),
  ...seenByParts("leaveUnread", [
    "RT-37 a folder that cannot be read is an empty one",
    "  problems.push(one.problem);\n  unread.push(one);",
    "  problems.push(one.problem);",
  ]),
  ...seenByParts("namedFolderSource", [
    "RT-37 a source of the config that is gone takes its plugins along",
    "unread: [{ problem }] };",
    "unread: [] };",
  ]),
  ...seenByParts("recalledConfig", [
    "RT-37 a broken config is forgotten",
    "if (good === undefined) return { ok: false, problem }",
    "return { ok: false, problem }",
  ]),
  ...seenByParts("parseConfig", [
    "RT-37 a key of the config that no longer validates is lost",
    "if (lost.length === 0) return whole",
    "return whole",
  ]),
  ...seenByParts("readConfig", ["RT-37 an emptied config counts", 'read.kind === "text" && text.trim() === ""', "false"]),
  ...seenByParts("readStableState", ["RT-37 a hook that is gone for a moment is gone", "staysSo(state, GONE_MS[lost])", "true"]),
  ...seenByParts("staysSo", [
    "RT-37 a file that keeps disappearing counts as removed when it is missing twice",
    "const all = [...stamps, ...around]",
    "const all = stamps",
  ]),
  ...seenByParts("publish", ["RT-37 nothing is remembered", "  remember();\n", ""]),
  ...seenByParts("buildWithin", [
    "RT-37 an index that was made while something could not be read is fresh",
    "problems.some(({ mayPass }) => mayPass === true) || consents.isUnknown || !isConsistent(loaded)",
    "false",
  ]),
  ...seenByParts("writeLastGood", ["RT-37 a record is written with every index", "isSame(before, after)) return", "false) return"]),
  ...seenByParts(
    "announcementOf",
    ["RT-37 what stays in force is told at starts and prompts only", "...stays, ...(isReader", "...(isReader ? stays : []), ...(isReader"],
    ["RT-37 what stays in force is told once in a session", "|| (isReader && stays.includes(one))", ""],
  ),
  ...seenByParts("gatesInDoubt", [
    "RT-37 a closed hook does not apply where the project's files cannot be read",
    "isUnread ? gates.map(withoutDependencies) : gates",
    "gates",
  ]),
  ...seenByParts(
    "failModeOf",
    ["RT-39 only one spelling of on-failure counts", "if (folded === FOLDED) return", "if (key === KEY) return"],
    ["RT-39 a misspelt on-failure is open", "if (!isClose(folded) || HOOK", "if (isClose(folded) || HOOK"],
    [
      "RT-39 of two answers the open one counts",
      'policies.some((each) => each.policy === "closed") ? "closed" : policies[0]?.policy',
      "policies[0]?.policy",
    ],
  ),
  ...seenByParts("valueOf", [
    "RT-39 an unknown value is open",
    'const policy = word === "open" ? "open" : "closed"',
    'const policy = word === "closed" ? "closed" : "open"',
  ]),
  ...seenByParts(
    "hookFailMode",
    ["RT-39 a policy above all hooks is lost", "isClosedInside || isAllClosed", "isClosedInside"],
    ["RT-39 a policy in a table of the hook is lost", "isClosedInside || isAllClosed", "isAllClosed"],
  ),
  ...seenByParts("isHooks", [
    "RT-39 hooks under a misspelt key are lost",
    'similarWord(key, Object.keys(Manifest.entries)) === "hooks");',
    "false);",
  ]),
  ...seenByParts(
    "checkHook",
    [
      "RT-39 a closed hook with a gate that cannot be judged is lost",
      "= isClosed ? closedOccasion",
      "= isClosed && entry.name.length === 0 ? closedOccasion",
    ],
    [
      "RT-39 a closed hook without a command is lost",
      "if (started === undefined && !isClosed) return undefined",
      "if (started === undefined) return undefined",
    ],
  ),
  ...seenByParts("spendLook", ["RT-37 files are read past the budget", "if (--current.looks < 0)", "if (--current.looks < -1e9)"]),
  ...seenByParts("spendTime", [
    "RT-13 a text is parsed however little time is left",
    "current.clock() + ahead > current.until",
    "current.clock() > current.until",
  ]),
  ...seenByParts("askedOnce", [
    "RT-28 every folder on the way asks again",
    "if (found === undefined)",
    'if (found === undefined || key !== "")',
  ]),
  ...seenByParts("similarTo", ["RT-39 a gate in other case is lost", "strange.findIndex((each) => foldKey(each) === foldKey(key))", "-1"]),
];
