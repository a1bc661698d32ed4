/** Breaks what is imported from agents' files, and what the user agrees to there. */

import { seenByImports } from "./mutate-edit.ts";

export const IMPORTS = [
  ...seenByImports("countsHere", [
    "IX-14 an import counts in every project",
    "return isOf({ ...record,",
    "return record.files.length > 0 || isOf({ ...record,",
  ]),
  ...seenByImports("isTheirs", ["IX-14 hooks that call us are imported", "!mentionsUs(entry) &&", ""]),
  ...seenByImports("readRecord", ["IX-14 a hook that is left out is not reported", "problems: unimported.map(leftOut)", "problems: []"]),
  ...seenByImports("withoutRepeated", ["IX-14 a hook in two files runs twice", "if (seen.has(key)) return [];", ""]),
  ...seenByImports(
    "importedHook",
    [
      "IX-14 a hook that is closed on failure opens",
      'handler.timeout_action === "block" ? "closed" : "open"',
      'handler.timeout_action === "block" ? "open" : "open"',
    ],
    ["IX-14 a guard that cannot run does not count as one", "return without(command, mayBlock);", "return without(command, false);"],
    ["RG-7 an agent that reads the file itself runs its hooks twice", "    except,\n    native:", "    except: [],\n    native:"],
  ),
  ...seenByImports("importedHook", [
    "IX-14 a moved guard that cannot be verified is off",
    "place.isMoved === true && mayBlock",
    "place.isMoved === undefined && mayBlock",
  ]),
  ...seenByImports("finishMove", [
    "IX-14 a consent from before the move counts for other agents alone",
    'subject?.standing.state === "accepted" && digest',
    'subject?.standing.state === "declined" && digest',
  ]),
  ...seenByImports("placesOf", [
    "IX-14 a group is cut though some of its hooks stay",
    "movable > 0 && movable < hooks.length",
    "movable < 0 && movable < hooks.length",
  ]),
  ...seenByImports("restoreHooks", [
    "IX-14 hooks come back beside a changed file",
    "if (now === cut.text) return before;",
    "return before;",
  ]),
  ...seenByImports("cutHooks", ["IX-14 a cut is not checked", "left?.join() === stays.join()", "left !== undefined"]),
  ...seenByImports(
    "planMove",
    ["IX-14 a file that git tracks is cut", "!isTrackedToo &&", "isTrackedToo &&"],
    ["IX-14 a copy with other hooks is replaced", "kept !== undefined && !sameMovable", "kept === undefined && !sameMovable"],
  ),
  ...seenByImports("textBack", [
    "IX-14 hooks that are there again come back twice",
    "=== true) return null;",
    "=== undefined) return null;",
  ]),
  ...seenByImports("fitsOne", [
    "IX-12 a pattern for a server's tool misses the name that the caller spells differently",
    " || fitsServed(atom, served)",
    "",
  ]),
  ...seenByImports("unmetNeed", [
    "IX-14 a hook runs without what its command needs",
    "value !== null && value !== usual)",
    "value !== null && value === usual)",
  ]),
  ...seenByImports("atomsOf", [
    "IX-14 a pattern that we cannot judge counts",
    "if (parsed?.ok === false) return",
    'if (matcher === "") return',
  ]),
  ...seenByImports(
    "importedSubject",
    ["PL-17 a changed import runs", "(writtenEntry(hook) ?? JSON.stringify(hook))", '""'],
    ["PL-17 a script that an import names is not covered", "one === hook.name ? names.filter((file) => isAtOrBelow(file, top)) : []", "[]"],
  ),
  ...seenByImports("runItem", [
    "PL-17 the question leaves out headers of a request",
    "http === undefined ? settingTexts(env)",
    "http !== undefined || http === undefined ? settingTexts(env)",
  ]),
  ...seenByImports("readImports", [
    "IX-14 anyone may write the record",
    "isOurs: true, isPrivate: true",
    "isOurs: false, isPrivate: false",
  ]),
  ...seenByImports("parsed", ["IX-14 a damaged record counts as none", "problem: `is damaged:", "note: `is damaged:"]),
];
