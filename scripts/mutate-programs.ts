/** Breaks what makes a downloaded program the one that the manifest means, and what a plugin by consent may not change. */

import { seenByPrograms } from "./mutate-edit.ts";

export const PROGRAMS = [
  ...seenByPrograms("behindShim", [
    "PG-6 pip runs through a version manager's shim",
    "if (!isAbsolute(itself) || itself === file) return manager;",
    "return manager;",
  ]),
  ...seenByPrograms("updateInBackground", [
    "PG-19 a half-written installation is replaced",
    "(versionIn(dirname(realPath(dist))) !== VERSION)",
    '(versionIn(dirname(realPath(dist))) === "")',
  ]),
  ...seenByPrograms("claimed", ["PG-19 every command starts an update", "if (tried === version || isRunning) return false;", ""]),
  ...seenByPrograms("acquirer", ["PG-7 a download has any digest", "if (fetched.digest !== digest)", 'if (fetched.digest === "")']),
  ...seenByPrograms(
    "kindOf",
    ["PG-7 any bytes are a program", "if (SCRIPT.test(name) && !start.includes(0))", "if (true)"],
    ["PG-7 a class of Java is a program", "const isJava = ", "const isJava = false && "],
  ),
  ...seenByPrograms(
    "followed",
    ["PG-7 a redirect leads to any address", "if (!isAllowed(next) || isWeaker) return", "if (isWeaker) return"],
    ["PG-7 redirects never end", "hops <= MOST_REDIRECTS", "hops <= MOST_REDIRECTS * 1000"],
  ),
  ...seenByPrograms("saved", ["PG-7 a download has any size", "if (received > mostBytes) return tooLarge;", ""]),
  ...seenByPrograms(
    "source",
    ["PG-7 a download for one platform needs no digest", "forPlatform(digests, platform) === undefined);", 'platform === "none");'],
    ["PG-7 a digest has any form", "!/^[0-9a-f]{64}$/i.test(one)", 'one === ""'],
  ),
  ...seenByPrograms("isAllowed", [
    "PG-7 http leads to any machine",
    '(protocol === "http:" && LOOPBACK.test(hostname))',
    'protocol === "http:"',
  ]),
  ...seenByPrograms(
    "writeRecord",
    ["PG-2 a program is a link out of what was acquired", "if (outside !== undefined) return", 'if (outside === "") return'],
    ["PG-2 a program that is missing counts as acquired", "if (absent !== undefined) return", 'if (absent === "") return'],
  ),
  ...seenByPrograms(
    "foundAt",
    ["PG-2 a changed program counts", "const changed = record.files.find(", "const changed = record.files.slice(0, 0).find("],
    ["PG-2 a program of another platform counts", "record === undefined || record.platform !== platform", "record === undefined"],
  ),
  ...seenByPrograms("versionToUse", [
    "PL-17 a plugin by consent takes a newer version",
    "known === undefined || holder === undefined ||",
    "known === undefined || holder !== undefined ||",
  ]),
  ...seenByPrograms(
    "acquireAt",
    ["PG-8 a failed command counts as installed", "stopped ?? writeRecord", "writeRecord"],
    ["PG-2 an unfit program is put in place", "if (refused !== undefined) return refused;", "if (stopped !== undefined) return stopped;"],
    ["PG-2 a failed acquisition leaves its files", "    removeQuietly(into, { recursive: true });\n", ""],
  ),
  ...seenByPrograms(
    "environmentOf",
    [
      "PG-8 variables that steer programs reach install commands",
      "value !== undefined && !isUnsafeVariable(name, os)",
      "value !== undefined",
    ],
    ["PG-8 the repository's programs are found by install commands", "folders: [repository] })", "folders: [] })"],
  ),
  ...seenByPrograms("programIn", [
    "PG-2 an executable lies outside of what was acquired",
    "below.startsWith(root + path.sep) && !path.isAbsolute(named)",
    "!path.isAbsolute(named)",
  ]),
  ...seenByPrograms("placeOf", [
    "PL-17 a plugin by consent shares its version with others",
    '[holder === undefined ? "newest" :',
    '[holder !== "" ? "newest" :',
  ]),
  ...seenByPrograms("acquireFiles", [
    "PG-6 a repository has links out of it",
    "if (unfit !== undefined) return",
    'if (unfit === "") return',
  ]),
  ...seenByPrograms("read", ["PG-6 a version is the address of another package", '!isVersionRangeOrTag(written ?? "")', 'written === ""']),
  ...seenByPrograms("resolvePath", ["RT-12 a program of the current folder runs", "?? named) : beside;", "?? named) : named;"]),
  ...seenByPrograms(
    "headedSections",
    [
      "PG-15 the built-ins for agents are not under their heading",
      "[...builtIn, ...(audience === undefined",
      "[...(audience !== undefined ? [] : builtIn), ...(audience === undefined",
    ],
    [
      "PG-15 a plugin's command is under both audiences",
      "[] : pluginRows(commands, audience))], style",
      '[] : pluginRows(commands, "agents"))], style',
    ],
  ),
  ...seenByPrograms("nextSteps", [
    "PG-15 a plugin that waits for consent is not named",
    "if (waiting.length > 0) return",
    "if (waiting.length < 0) return",
  ]),
];
