/** Breaks what a conversion writes for a guard. */

import { seenByConversions } from "./mutate-edit.ts";

export const CONVERT = [
  ...seenByConversions("writtenFor", [
    "IX-12 a manifest's dialect is forgotten",
    "targetFor(dialectOf(hook) ?? INTERCHANGE_SOURCE)",
    "targetFor(INTERCHANGE_SOURCE)",
  ]),
  ...seenByConversions("canShim", ["IX-12 an event that the hook's own agent does not have counts", "&& isServed(hook, source)", ""]),
  ...seenByConversions("shimmedHook", [
    "IX-12 a hook at an agent's own event does not know which it is",
    "? hook.event : undefined",
    "? undefined : undefined",
  ]),
  ...seenByConversions("filterOf", ["IX-12 the event for one kind of tool is forgotten", "present({ event, atoms,", "present({ atoms,"]),
  ...seenByConversions("blocksAsRead", [
    "IX-6 a guard at an agent's own event comes back as an observer",
    "return canBlock(native, target);",
    "return false;",
  ]),
  ...seenByConversions("decodedHook", [
    "IX-12 a shimmed hook comes back in the format's dialect",
    "shimmed?.source ?? contractOf(source)",
    "shimmed === undefined ? contractOf(source) : INTERCHANGE_SOURCE",
  ]),
  ...seenByConversions("planned", ["IX-6 a guard gets a payload that it cannot read", "if (isLeftOut) return undefined;", ""]),
  ...seenByConversions("RESULTS", ["IX-9 a hook that runs differently is the same", 'changed: "changed",', 'changed: "same",']),
  ...seenByConversions("asManifest", ["IX-9 a guard that no manifest can have is written", "return wrong === undefined;", "return true;"]),
  ...seenByConversions("asManifest", [
    "IX-7 a guard that others disarm is only a warning",
    'hook.blocking === true ? "error" : "warning"',
    'hook.blocking === true ? "warning" : "warning"',
  ]),
  ...seenByConversions("neutralPattern", [
    "IX-2 a pattern is written for the agent's own names alone",
    "for (const word of words) {",
    "for (const word of words.slice(9)) {",
  ]),
  ...seenByConversions("leftToShell", [
    "IX-9 a script of an agent's file is looked for beside the manifest",
    "return call === undefined ? command",
    'return call === undefined || command !== "" ? command',
  ]),
  ...seenByConversions("moved", [
    "IX-9 a script stays behind when its manifest moves",
    "(command) => withBase(command, base)",
    "(command) => command",
  ]),
  ...seenByConversions("SIGNS", ["IX-6 a strategy that blocks counts only with capabilities", '=== "block",', '=== "exclude",']),
];
