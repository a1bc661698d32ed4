/** Breaks what keeps users' files theirs: the forms by which we know what is ours, what survives an edit, and whose files we write. */

import { seenByFiles } from "./mutate-edit.ts";

export const FILES = [
  ...seenByFiles("patternMade", [
    "RG-24 what runs behind our command goes with it",
    "${escaped(text.slice(end))}$`",
    "${escaped(text.slice(end))}`",
  ]),
  ...seenByFiles(
    "hasForm",
    ["RG-24 an entry with more keys than ours goes", "Object.keys(value).length === keys.length && ", ""],
    [
      "RG-24 entries for a directory that was moved are not known",
      'typeof value === "string" && (value === form ||',
      'typeof value === "string" && (value === form &&',
    ],
  ),
  ...seenByFiles("removePlaces", ["RG-12 a user's group on Codex loses its position", "placeholder !== undefined && isFollowed", "false"]),
  ...seenByFiles(
    "removeByForm",
    ["RG-24 a comment of the user's goes with the file", " && odditiesIn(removed.text).comment === undefined", ""],
    ["RG-24 what calls us in another way is not told", "(mentionsUs(entries) ? [event] : [])", "(mentionsUs(entries) ? [] : [])"],
  ),
  ...seenByFiles(
    "planUnrecorded",
    ["RG-24 a team's entries go", 'if (tracked === "yes") return stays(TEAMS);', ""],
    ["RG-24 folders that we made stay", "after === null ? emptied : undefined", "undefined"],
  ),
  ...seenByFiles(
    "shareIn",
    ["RG-24 a plugin file that someone changed goes", "if (isRegisteredPlugin(before))", "if (true)"],
    ["RG-24 a shell of our own file stays", "if (isBareFrame(file, before, agent)) return", "if (false) return"],
  ),
  ...seenByFiles("isRegisteredPlugin", [
    "RG-24 any file with our last line counts as ours",
    "signature(text.slice(0, -end.length)) === end",
    "true",
  ]),
  ...seenByFiles("followMoved", [
    "RG-24 a moved project is not found",
    "return here === undefined || known.has(here.file) ? recorded : here;",
    "return recorded;",
  ]),
  ...seenByFiles(
    "movedTo",
    ["RG-24 a copy of a project counts as the project", " || lstatSync(file, { throwIfNoEntry: false }) !== undefined", ""],
    ["RG-24 what is not as we wrote it counts as moved", " || !isAsWritten(recorded, here(file))", ""],
  ),
  ...seenByFiles("isRefresh", [
    "RG-24 another user's process is ended",
    'commandLine(pid).some((word) => word === "--refresh")',
    "commandLine(pid).length > 0",
  ]),
  ...seenByFiles("end", ["RG-24 background work that does not listen goes on", 'signal(-pid, "SIGKILL");', ""]),
  ...seenByFiles("ownFiles", [
    "RG-24 consents go without being asked for",
    "[config, userPlugins, places.consent, temporaryOf(places.consent)] : []",
    "[config, userPlugins] : [places.consent, temporaryOf(places.consent)]",
  ]),
  ...seenByFiles("protection", ["RG-25 hard links are separated", "stat.nlink > 1 && !isDeleted", "false"]),
  ...seenByFiles(
    "copyOnLinux",
    ["RG-25 the owner of an edited file is lost", "--preserve=mode,ownership,xattr", "--preserve=mode,xattr"],
    [
      "RG-25 a loss that a tool reports is ignored",
      "if (getfattr === undefined || attributesOf(getfattr, from) !== attributesOf(getfattr, to))",
      "if (false)",
    ],
  ),
  ...seenByFiles("isGuest", [
    "RG-26 root writes into another user's directory",
    "process.geteuid?.() === 0 && otherOwner(base)",
    "process.geteuid?.() === 1 && otherOwner(base)",
  ]),
];
