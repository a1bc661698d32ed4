/** The contract of hook manifests: what they may do, and what a guard of theirs must. */

import { type Mutation, seenByParts } from "./mutate-edit.ts";

export const CONTRACT: readonly Mutation[] = [
  ...seenByParts("timedOut", [
    "IX-11 a timeout denies though the hook does not block",
    "|| blocking !== true) return { failure }",
    ") return { failure }",
  ]),
  ...seenByParts("folderInside", ["IX-11 a link leads a hook out of the project", "isAtOrBelow(folder, top)", "true"]),
  ...seenByParts(
    "requestJobs",
    ["IX-11 a header takes any value", "if (!isHeaderValue(text))", "if (false)"],
    [
      "RT-36 the call's environment chooses the proxy",
      "requestEnvironment(await recordedEnv(), url)",
      "requestEnvironment(context.env, url)",
    ],
  ),
  ...seenByParts("headerValue", ["IX-11 a header takes any variable", "allowed.includes(name) ?", "true ?"]),
  ...seenByParts("addressTrouble", ["IX-11 http goes to any machine", '"http:" && isLoopback(address)', '"http:"']),
  ...seenByParts("manifestHook", ["IX-11 a guard that cannot run vanishes", "|| isGuard(hook, event);", ";"]),
  ...seenByParts(
    "hookOf",
    ["IX-20 a guard whose files differ vanishes", "(refusal !== undefined && isGuard(hook, event))", "false"],
    ["PL-17 a guard whose bytes changed vanishes", "deniesIfChanged: isGuard(hook, event) ? true : undefined,", ""],
  ),
  ...seenByParts("checkContent", [
    "IX-20 a file that differs counts as the one that was meant",
    "digest === wanted.toLowerCase()",
    "digest !== undefined",
  ]),
  ...seenByParts("isUnchanged", [
    "IX-20 a change after the index was made goes unnoticed",
    " && (verified === undefined || areUntouched(verified))",
    "",
  ]),
  ...seenByParts("refusing", ["PL-17 a changed guard vanishes while no index can be made", "hook.deniesIfChanged === true", "false"]),
  ...seenByParts("isGuard", ["IX-17 a project's policy disarms a manifest's guard", "|| deniesIfChanged === true", ""]),
  ...seenByParts("hooksBeside", [
    "IX-10 a hook manifest outside the plugin's folder counts",
    "boundsOf(directory).leadsOut(file) !== undefined",
    "false",
  ]),
  ...seenByParts("elementMatcher", ["IX-2 a pattern is tested against every name", 'kind: "manifest-pattern"', 'kind: "pattern"']),
  ...seenByParts("nameMatcher", ["IX-2 names joined by | are several", "isImpossibleName(name) ?", "false ?"]),
  ...seenByParts("patternNames", ["IX-2 a pattern finds no neutral name", "|| hasWord(NEUTRAL_TOOLS, name)", ""]),
  ...seenByParts("hookOf", [
    "IX-10 a hook at an agent's own event does not know which it is",
    "{ ...handling.contract, event: hook.event }",
    "{ ...handling.contract }",
  ]),
  ...seenByParts("hookEvent", [
    "RT-15 a hook of a SYMPOSIUM.toml cannot name an agent's own event in the interchange format",
    "own?.named !== undefined",
    "own?.event !== undefined",
  ]),
  ...seenByParts("selectionOf", [
    "IX-10 a plugin's hook in a dialect gets the format's payload",
    "format: shimOf(dialect),",
    'format: "interchange",',
  ]),
  ...seenByParts(
    "dialectFilter",
    ["IX-10 a hook runs without what its own agent gives it", "if (unmet !== undefined) return", "if (false) return"],
    ["IX-13 the condition of the hook's own agent is forgotten", "...atoms, ...condition }", "...atoms }"],
  ),
  ...seenByParts("sentBy", [
    "IX-12 a hook for one kind of tool does not run on its own agent",
    "event === undefined || event === input.nativeEvent;",
    "true;",
  ]),
];
