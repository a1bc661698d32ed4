/** Breaks what policies decide, whom they govern, and what an unreadable one or a scanner's refusal means. */

import { seenByConsent } from "./mutate-edit.ts";

export const POLICY = [
  ...seenByConsent(
    "GOVERNS",
    ["IX-17 a project governs the user's plugins", "!isManaged && isOfProject && !isGuard", "!isManaged && !isGuard"],
    ["IX-17 a project disarms a guard", "isOfProject && !isGuard", "isOfProject"],
    ["IX-17 the user governs managed sources", "user: (_, isManaged) => !isManaged", "user: () => true"],
  ),
  ...seenByConsent("denyingRule", ["IX-17 managed-only counts as allow", '(restriction === "managed-only" && !isManaged)', "false"]),
  ...seenByConsent("judgeByPolicy", [
    "IX-17 an unreadable policy decides nothing",
    "if (policy.isUnread === true)",
    'if (policy.file === "")',
  ]),
  ...seenByConsent(
    "LEVELS_WITH",
    ["IX-17 a project names a scanner", 'scanner: ["system", "user"]', 'scanner: ["system", "user", "project"]'],
    ["IX-17 the user names managed sources", 'managed: ["system"]', 'managed: ["system", "user"]'],
  ),
  ...seenByConsent("isWeaker", [
    "IX-17 a loosening is not reported",
    "own !== undefined && other !== undefined &&",
    "own !== undefined && other === undefined &&",
  ]),
  ...seenByConsent("openBeginning", ["IX-17 a part of a name is open", "/[/:\\\\]\\*$/.test(entry)", "/\\*$/.test(entry)"]),
  ...seenByConsent("isListed", ["IX-17 names count at every level", '(level === "user" && name !== undefined', "(name !== undefined"]),
  ...seenByConsent(
    "compared",
    ["IX-17 a folder of a clone counts by the name it gives itself", "outside.some((copy) => isSame(", "!outside.some((copy) => isSame("],
    ["IX-17 a clone brings the copy along", "!isAtOrBelow(copy, top)", "isAtOrBelow(copy, copy)"],
  ),
  ...seenByConsent("fetchedCopies", [
    "IX-17 a zip file of the repository proves a package",
    " && names.has(`${each}${FROM_REGISTRY}`)",
    "",
  ]),
  ...seenByConsent("writableByOthers", ["IX-17 a group may write the system's policy", "(mode & 0o022) !== 0", "(mode & 0o001) !== 0"]),
  ...seenByConsent("withoutEmptied", [
    "IX-17 an emptied policy counts",
    "if (before === undefined || Object.keys",
    "if (before !== undefined || Object.keys",
  ]),
  ...seenByConsent("refusedByPolicy", [
    "IX-17 an unreadable policy opens closed hooks",
    "if (denial?.isUnread !== true) return [];",
    "if (denial?.isUnread !== false) return [];",
  ]),
  ...seenByConsent("buildWithin", ["IX-17 a changed policy counts after the next sync", "...loaded.policy.stamps,", ""]),
  ...seenByConsent("mayRun", ["IX-17 programs of a denied plugin are asked", "return denied === undefined && (", "return ("]),
  ...seenByConsent("answerOf", [
    "IX-20 a scanner's error lets it pass",
    "end.code === 0) return undefined",
    "end.code !== 1) return undefined",
  ]),
  ...seenByConsent(
    "cleanEnvironment",
    ["IX-20 a scanner gets what steers programs", "!isUnsafeVariable(name, os)", "name !== os"],
    ["IX-20 a project's programs are found by a scanner", "cleanPath(path, { os, home, folders })", "path"],
  ),
];
