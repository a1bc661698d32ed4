/** Breaks what decides where a call finds our files, what it hands on, and what is reported. */

import { seenByParts } from "./mutate-edit.ts";

export const PLACES = [
  ...seenByParts("nativeBase", [
    "RT-36 a program that was replaced while it runs does not know its place",
    "path.endsWith(DELETED) ?",
    "false ?",
  ]),
  ...seenByParts("ownDirectory", ["RT-36 any bin folder counts as ours", "base !== undefined && isOurs(base)", "base !== undefined"]),
  ...seenByParts("isOurs", [
    "RT-36 a moved directory is known by its name alone",
    " || SIGNS.some((name) => existsSync(`${base}/${name}`))",
    "",
  ]),
  ...seenByParts("baseByVariables", ["RT-36 an agent's SYMPOSIUM_HOME leads the program", " && agentMark(env) === undefined", ""]),
  ...seenByParts("recordedPlaces", [
    "RT-36 the recorded config is not followed",
    "placesIn(base, os, read.record) : fixed",
    "fixed : fixed",
  ]),
  ...seenByParts("standingOfPlaces", [
    "RT-36 any config writes what calls go by",
    'isSame("config") && isSame("cache") ? "recorded" : "other"',
    'isSame("cache") ? "recorded" : "other"',
  ]),
  ...seenByParts("isPlace", [
    "RT-36 a relative folder in the record counts",
    'typeof value === "string" && isAbsolute(value, os)',
    'typeof value === "string"',
  ]),
  ...seenByParts("readPlacesRecord", ["RT-36 a record of another version counts", " || value.version !== PLACES_VERSION", ""]),
  ...seenByParts("publish", ["RT-36 a command of another config writes the index", "if (!isForCalls) return", "if (false) return"]),
  ...seenByParts("buildWithin", [
    "RT-36 a damaged record empties the index",
    'const isLost = standing.state === "damaged" &&',
    "const isLost = false &&",
  ]),
  ...seenByParts(
    "environmentToRecord",
    ["RT-36 an agent's environment is recorded", "if (agentMark(env) !== undefined)", "if (false)"],
    ["RT-36 the project's folders stay on the recorded PATH", "cleanPath(value, { os, home, folders })", "value"],
  ),
  ...seenByParts("recordable", ["RT-36 secrets are recorded", "exact.has(fold(name)) ||", "true ||"]),
  ...seenByParts("recordedEnvironment", [
    "RT-36 without a record the call's PATH counts",
    'PATH: "/usr/local/bin:/usr/bin:/bin"',
    'PATH: env["PATH"] ?? ""',
  ]),
  ...seenByParts("checkPlaces", [
    "RT-36 a place inside the project is taken",
    "firstIn(project, [places.base, places.config, places.cache, places.logs])",
    "firstIn(project, [])",
  ]),
  ...seenByParts("commandPlaces", [
    "RT-36 a command that an agent runs follows its variables",
    "agentMark(env) === undefined ? placesOf",
    "true ? placesOf",
  ]),
  ...seenByParts(
    "handlerEnvironments",
    ["RT-34 variables that steer a program reach handlers", "isUnsafeVariable(name, os) ? unsafe : safe", "safe"],
    ["RT-34 keep-env keeps nothing", "if (isKept(hook, name, os)) put(result, name, value);", ";"],
    [
      "RT-34 a hook that keeps PATH has its program looked up in the project",
      "return { env: isKept",
      "return { env: search, search: isKept",
    ],
    ["RT-34 folders of the project stay on PATH", "cleanPath(given, around)", "given"],
    ["RT-34 the folders of `init` are not cleaned", "cleanPath(usualPath(places, os), around)", "usualPath(places, os)"],
  ),
  ...seenByParts("withMore", [
    "RT-34 the project's environment takes the system's programs away",
    "if (!all.includes(folder)) all.push(folder)",
    "",
  ]),
  ...seenByParts(
    "cleanPath",
    ["RT-34 relative folders stay on PATH", "isFullPath(entry, os) && ", ""],
    [
      "RT-34 in the home folder nothing is found any more",
      "project !== undefined && isProject(project, os, home)",
      "project !== undefined",
    ],
  ),
  ...seenByParts("plain", [
    "RT-34 a way back into the project is not seen",
    'if (part === "..") parts.pop();',
    'if (part === "..") parts.push(part);',
  ]),
  ...seenByParts("isActive", ["RT-40 a switch that is thrown is not seen", "value === when.is", "value !== when.is"]),
];
