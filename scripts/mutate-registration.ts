/** Edits of what agents are told to run, and where: the texts, the events, the places. */

import { seenByParts } from "./mutate-edit.ts";

export const REGISTRATION = [
  ...seenByParts(
    "callOf",
    ["RG-2 a crash of the program blocks the agent", ' : ":"];', ' : "false"];'],
    ["RG-2 any failure denies where exit codes do", "[ $? -ne 2 ] || exit 2", "exit 2"],
  ),
  ...seenByParts(
    "flags",
    ["RG-2 an idle event starts the program", '[["idle", `${agent}.${event}`], ', '[["idle", `${agent}`], '],
    ["RG-7 a project's text runs beside the user's", 'scope === "project" && projectWins', 'scope === "user" && projectWins'],
    ["RG-7 goose is silenced by its own user registration", "projectWins !== true", "projectWins === true"],
  ),
  ...seenByParts("posixFrame", ["RG-2 a relative home leads into the repository", "case $1 in /*)", "case $1 in *)"]),
  ...seenByParts("placeOf", ["RG-2 a project's text names the user's directory", 'scope === "user" ? place : undefined', "place"]),
  ...seenByParts(
    "cmdText",
    ["RG-2 cmd starts what a folder named after a variable holds", '["if defined USERPROFILE"]', "[]"],
    ["RG-21 cmd starts idle events", "`if not exist ${base}", "`if exist ${base}"],
    ["RG-21 cmd takes any high exit code for a denial", "if not errorlevel 3 ", ""],
  ),
  ...seenByParts(
    "powershellText",
    ["RG-21 PowerShell starts idle events", "`!${isThere(", "`${isThere("],
    ["RG-21 PowerShell blocks by accident", '"exit 0",\n  ].join(";")', '"exit 2",\n  ].join(";")'],
  ),
  ...seenByParts("inPosix", ["RG-2 Gemini expands a variable in the name of our directory", `'\\\\$""'`, `"\\\\$"`]),
  ...seenByParts("inPowershell", ["RG-2 PowerShell ends a name at a typographic quote", "['\\u2018\\u2019\\u201A\\u201B]", "[']"]),
  ...seenByParts(
    "registeredEvents",
    ["RG-3 what fires all the time is always registered", "!onlyWhileUsed.includes(native)", "true"],
    ["RG-3 what a plugin asks for by its native name is not registered", "used.has(native) || ", ""],
  ),
  ...seenByParts("registeredCalls", ["RG-3 the end of a session is waited for as long as a tool", "budgetOf(neutral)", "budgetOf(null)"]),
  ...seenByParts("registeredCalls", ["RG-3 an event is registered for nothing", "matcher: everything", "matcher: undefined"]),
  ...seenByParts(
    "relocatedPath",
    ["RG-5 a variable that moves the whole home is not followed", 'from === "." || path === from', "path === from"],
    ["RG-5 the shortest folder wins", "other.from.length - one.from.length", "one.from.length - other.from.length"],
    ["RG-5 an empty variable counts", "lookUp(env, variable) && fits", "lookUp(env, variable) !== undefined && fits"],
  ),
  ...seenByParts("absolute", ["RG-21 Windows paths have slashes", '"windows" ? win32', '"linux" ? win32']),
];
