/** Breaks what binds a consent to bytes, what finds the outlines of plugins, and what chains of plugins lead to. */

import { seenByConsent, seenByFaults, seenByFolders, seenByParts } from "./mutate-edit.ts";

export const TRUST = [
  ...seenByConsent("standingOf", [
    "PL-17 a record that permits nothing counts as none",
    "if (book.problem !== undefined)",
    'if (book.problem === "")',
  ]),
  ...seenByConsent("distance", [
    "PL-17 a yes everywhere beats a no in the workspace",
    'scope === "everywhere" ? 2 :',
    'scope === "everywhere" ? -1 :',
  ]),
  ...seenByConsent(
    "partStanding",
    ["PL-17 a no permits the part it was given for", "return { state: same.decision, checked }", 'return { state: "accepted", checked }'],
    ["PL-17 a consent counts for any bytes of a part", "isSamePart(one, part) && one.digest === now.digest", "isSamePart(one, part)"],
  ),
  ...seenByConsent("checkedLists", [
    "PL-17 of many files some are not compared",
    "const own = paths.map((path): Stamped",
    "const own = paths.slice(0, 200).map((path): Stamped",
  ]),
  ...seenByConsent(
    "closedParts",
    [
      "PL-17 a guard that was removed denies nothing",
      'return [{ hook, because: "was removed or renamed since you accepted it", isGone: true }];',
      "return [];",
    ],
    [
      "PL-17 of two guards of one name one may be removed",
      ">= missing.filter((one) => isSamePart(one, guard)).length",
      ">= 0 && namesakes.length > 0",
    ],
  ),
  ...seenByConsent(
    "binder",
    ["PL-17 the installations of a part are not covered", "[item, ...used].map(", "[item].map("],
    ["PL-17 the plugin's gate is not part of a hook", "writtenGate(plugin.gate)", "writtenGate(plugin.gate)[`never` as `predicates`]"],
    ["PL-17 a part borrows the files of its manifest's others", "named.includes(path) && isFile(path)", "isFile(path)"],
  ),
  ...seenByConsent("changedOf", [
    "PL-27 a part that differs from the committed digests passes",
    "now.digest === locked.digest && now",
    "now.digest !== locked.plugin && now",
  ]),
  ...seenByConsent("missingIn", [
    "PL-27 a plugin that is gone passes the check",
    "subjects.some((subject) => subject.id === id) ?",
    "id !== undefined ?",
  ]),
  ...seenByConsent("recordedGatesHold", [
    "PL-17 a gate that cannot be asked counts as false",
    "surroundings.answered(leaf) === undefined",
    "leaf.kind === (`never` as string)",
  ]),
  ...seenByConsent("sortedPaths", [
    "PL-17 more files are covered than a call compares",
    "found.files > MOST_FILES ||",
    "found.files > MOST_COUNTED ||",
  ]),
  ...seenByConsent("addEntry", [
    "PL-17 what a link leads to is not covered",
    "for (const one of follow(found.folder, path)) add(found, one)",
    "add(found, path)",
  ]),
  ...seenByConsent("unicode", [
    "PL-17 bytes under a name that is not Unicode are not covered",
    'if (name.includes("\\ufffd")) throw',
    'if (name.includes("\\ufffd\\ufffd\\ufffd\\ufffd")) throw',
  ]),
  ...seenByFolders(
    "whyNotReadable",
    ["PL-32 another folder in place of the named one is read", "`${stats.dev}:${stats.ino}` === id ? undefined", "id !== '' ? undefined"],
    ["PL-32 a folder that every user can write to is read", "(stats.mode & 0o002) !== 0", "(stats.mode & 0o002) === 1"],
  ),
  ...seenByFolders("withNamedFolders", [
    "PL-32 a folder that the user named for another workspace is read",
    "filter((one) => one.workspace === here)",
    "filter((one) => one.workspace !== '')",
  ]),
  ...seenByFolders("packageNameIn", [
    "PL-32 any text is the name of a package beside the project",
    "name !== undefined && known?.isName(name) === true",
    "name !== undefined",
  ]),
  ...seenByFolders("besideHere", [
    "PL-32 a copy without a plugin hides the folder beside the project",
    "isUnread(one.origin) || isCopied(one)",
    "isUnread(one.origin)",
  ]),
  ...seenByFolders(
    "ownFolders",
    ["PL-26 any text is the name of a member's plugin", "?.isName(one.name) === true", " !== undefined"],
    ["PL-26 where one looks from decides a member's name", "rank(other) - rank(one)", "0 * (rank(other) - rank(one))"],
  ),
  ...seenByFolders(
    "isWithin",
    ["PL-17 a clock that was set back prolongs `use --dev`", "from <= now && now < until", "now < until"],
    ["PL-17 `use --dev` does not end", "from <= now && now < until", "from <= now"],
  ),
  ...seenByFolders("whyNotDev", [
    "IX-17 a policy does not forbid `use --dev`",
    'if (rules["disable-dev-folders"] === true)',
    'if (rules["disable-dev-folders"] === undefined && file === "")',
  ]),
  ...seenByFolders("isDeveloped", [
    "PL-17 `use --dev` counts for the same name from elsewhere",
    "return folder !== undefined && isAtOrBelow(folder, record.dev)",
    "return folder !== undefined",
  ]),
  ...seenByFolders("untouchedIn", [
    "PL-17 an index that cannot be renewed prolongs `use --dev`",
    "if (covered === undefined) return true;\n    if (valid !== undefined && !isWithin(valid, now())) return false;",
    "if (covered === undefined) return true;",
  ]),
  ...seenByParts("handlerEnvironments", [
    "PL-17 bytecode beside a module runs in its place",
    "(hook.covered === undefined ? {} : ownBytecode(places, os))",
    "{}",
  ]),
  ...seenByConsent("untouchedIn", [
    "PL-17 covered files are not compared",
    "if (covered === undefined) return true;",
    "if (covered === undefined || covered >= 0) return true;",
  ]),
  ...seenByConsent(
    "whyUntrusted",
    ["PL-17 a group may write the record", "(mode & 0o022) !== 0", "(mode & 0o002) !== 0"],
    ["PL-17 the record may be a link", "if (!own.isFile())", "if (own.isDirectory())"],
  ),
  ...seenByConsent("changeConsents", [
    "PL-17 a damaged record is replaced",
    "if (before.problem !== undefined) throw",
    'if (before.problem === "") throw',
  ]),
  ...seenByConsent("notLocked", [
    "PL-17 a full disk is taken for another process",
    "if (existsSync(lock))",
    "if (!existsSync(`${lock}-none`))",
  ]),
  ...seenByConsent(
    "recordDecision",
    [
      "PL-17 a decision is recorded for bytes that the user did not see",
      "if (dev === undefined && snapshot.digest !== digest) throw",
      'if (digest === "") throw',
    ],
    ["PL-17 a decision on one version ends that on another", "beside.includes(other.digest) || !isReplacedBy", "!isReplacedBy"],
  ),
  ...seenByConsent("checkScope", [
    "PL-17 a repository's own plugin is accepted everywhere",
    'subject.coverage.kind !== "folder"',
    'subject.id === ""',
  ]),
  ...seenByConsent("recordDecision", [
    "PL-17 a decision that could not be recorded leaves its texts",
    "if (problem === undefined) forgetTexts",
    'if (problem === "") forgetTexts',
  ]),
  ...seenByConsent("commonDirectory", [
    "PL-26 a forged `.git` borrows a consent",
    "named !== undefined && named === realPathIfThere(git) ? common : undefined",
    "named === '' ? undefined : common",
  ]),
  ...seenByConsent(
    "pathDigest",
    ["PL-17 the executable bit is not covered", "(stats.mode & 0o111) === 0 ? digest", "stats.mode > 0 ? digest"],
    ["PL-17 the text of a link is not covered", "`link:${sha256(readLink(path))}`", "`link:${readlinkSync(path).slice(0, 0)}`"],
  ),
  ...seenByFaults(
    "consentsInForce",
    ["PL-17 a hook that is refused is forgotten with the record", ", ...byConsent.map(agreed)]", "]"],
    ["PL-17 a record that cannot be read for a moment stays unread", "isUnknown || consents.mayPass === true || isBack", "isUnknown"],
  ),
  ...seenByFaults("readOwnPlugin", [
    "RT-37 an own manifest that is missing for a moment stays missing",
    "return { ...nothing, watched, problems: [problemOf(read, file)] };",
    "return { ...nothing, watched, problems };",
  ]),
  ...seenByFaults("passing", [
    "RT-37 what cannot be read is checked again only when a stamp changes",
    "SEEN_BY_STAMP.includes(code) ? {} : { mayPass: true }",
    "SEEN_BY_STAMP.includes(code) ? {} : {}",
  ]),
  ...seenByConsent("changeStampOf", ["PL-17 a time that is set back hides a change", ":${timeText(stat.ctimeMs)}:", ":"]),
  ...seenByConsent("globOf", ["PL-17 a pattern of `files` leaves the folder", 'glob.parts.includes("..")', 'glob.parts.includes("...")']),
  ...seenByConsent(
    "startedBy",
    ["PL-27 a program that Symposium started decides", "if (lookUp(env, STARTED_MARK))", 'if (lookUp(env, STARTED_MARK) === "never")'],
    [
      "PL-27 where ancestors are unknown, an agent decides",
      'if (above === undefined) return "the',
      'if (above === undefined) return undefined; else if (above.length < 0) return "the',
    ],
  ),
  ...seenByConsent("COMMAND_RIGHTS", ["PL-27 an agent takes the recommendations away", ', recommendations: "disarms"', ""]),
  ...seenByConsent("RIGHTS", ["PL-27 an agent disarms", "disarms: { refusesAgents: true }", "disarms: { refusesAgents: false }"]),
  ...seenByConsent(
    "calledCommand",
    ["PL-27 a flag does not make a command stronger", "(isGiven(flag) ? [right] : [])", "(isGiven(flag) ? [rights.is] : [])"],
    [
      "PL-27 the weakest right of a command line counts",
      "order.indexOf(other) - order.indexOf(one)",
      "order.indexOf(one) - order.indexOf(other)",
    ],
  ),
  ...seenByConsent("runCli", [
    "PL-27 the log of a refused command is written",
    "if (refusal !== undefined) throw refusal;",
    'if (refusal !== undefined) report({ type: "message", level: "note", message: refusal.message });',
  ]),
  ...seenByConsent("hookItem", [
    "PL-17 the question hides variables that a hook keeps",
    "...keepEnv.map((name) => `$${name}`)",
    "...keepEnv.slice(0, 0)",
  ]),
  ...seenByConsent("processItem", [
    "PL-17 the question hides where a server starts",
    "[...item.commands, ...folderTexts(server.cwd)]",
    "item.commands",
  ]),
  ...seenByConsent(
    "ancestorsIn",
    [
      "PL-27 an ancestor that hides itself ends the list",
      "return found.size > 0 && isEnd(pid) ? [...found.values()] : undefined;",
      "return found.size > 0 ? [...found.values()] : undefined;",
    ],
    ["PL-27 a circle of ancestors ends the list", "if (found.has(pid)) return undefined;", "if (found.has(pid)) break;"],
    [
      "PL-27 Symposium checks only some ancestors",
      "for (let pid = from; pid > 0;) {",
      "for (let pid = from; pid > 0 && found.size < 100;) {",
    ],
  ),
  ...seenByConsent(
    "needsOf",
    [
      "PL-31 a plugin with chained folders sleeps, and their events are idle",
      'some(({ source }) => source.kind === "path")) return',
      'some(({ source }) => source.kind === "none" as string)) return',
    ],
    ["PL-31 a plugin that defines predicates sleeps", "plugin.predicates.length > 0 ||", "plugin.predicates.length < 0 ||"],
    [
      "PL-31 a plugin whose hook asks a program sleeps",
      "[plugin.gate, ...innerGates(plugin)].some(asksProgram)",
      "[plugin.gate].some(asksProgram)",
    ],
  ),
  ...seenByConsent("anyOf", [
    "PL-31 a plugin for any of a package and everything sleeps",
    "names.length === 0 || names.length < atoms.length",
    "names.length === 0",
  ]),
  ...seenByConsent("mayApplyIn", [
    "PL-31 unreadable dependencies let plugins sleep",
    'severity === "error")) return true',
    'severity === "error")) return false',
  ]),
  ...seenByConsent(
    "openMemo",
    ["PL-31 the outline of a changed manifest counts", " && areUntouched(entry[1])", ""],
    ["PL-31 a script that is gone is not noticed", "|| !areFreshBeside(watchedOf(entry[2]), entry[1]))", ")"],
    ["PL-31 a manifest that has just changed is stored", "|| !haveSettled(own, watchedOf(value), now())", ""],
  ),
  ...seenByConsent(
    "chainedFolders",
    ["PL-28 a chained folder ignores the gate of its parent", "[parent.gate, gate, own.gate]", "[gate, own.gate]"],
    ["PL-28 a chained folder ignores the gate of its reference", "[parent.gate, gate, own.gate]", "[parent.gate, own.gate]"],
    ["PL-28 a link leads out of the plugin's folder", "|| !isInside(source.path, parent.directory)", ""],
    ["PL-28 a manifest that is a link leads out", "bounds.leadsOut(file) !== undefined ||", ""],
    ["PL-28 folders inside each other never end", "parents.length > MOST_HOPS ||", "parents.length < 0 ||"],
  ),
  ...seenByConsent("verdictOn", [
    "PL-16 `disable` of a plugin leaves its chained folders",
    "const names = [plugin.name, ...parents]",
    "const names = [plugin.name]",
  ]),
  ...seenByConsent("consentOf", [
    "PL-16 outside any workspace the code of a package runs",
    "subjectOf(read, workspace ?? {",
    "workspace === null ? undefined : subjectOf(read, workspace ?? {",
  ]),
  ...seenByConsent("isLineCovered", [
    "PL-17 one covered file fixes a whole line",
    "started.commands.every((words)",
    "started.commands.some((words)",
  ]),
  ...seenByConsent("isCommandCovered", [
    "PL-17 a script runs with any interpreter",
    "isCommandCovered(interpreterOf(file), covering, depth + 1)",
    "true",
  ]),
  ...seenByConsent("isElsewhere", ["PL-17 a program of the repository is the system's", "!isInside(one) && covered(one)", "covered(one)"]),
  ...seenByConsent("startsCovered", [
    "PL-17 a variable that steers an interpreter fixes a line",
    "if (!given.every(",
    "if (given.length < 0 && !given.every(",
  ]),
  ...seenByConsent("startedCommands", [
    "PL-17 what is not understood starts nothing",
    "if (!isUnderstood(node, variables)) return false;",
    "",
  ]),
  ...seenByConsent("isWriting", ["PL-17 a line may write over what it starts", 'operator.includes(">") &&', 'operator === "<>" &&']),
  ...seenByConsent("subjectOf", [
    "PL-17 the question leaves out chained folders",
    "const items = all.flatMap",
    "const items = all.slice(0, 1).flatMap",
  ]),
  ...seenByConsent(
    "followOn",
    [
      "PL-32 a package leads to a repository before consent",
      'const isAgreed = standing === "accepted"',
      'const isAgreed = standing !== "declined"',
    ],
    [
      "PL-17 a changed package disarms the closed hooks behind it",
      'walk.isUncertain ||= standing === "changed" ||',
      'walk.isUncertain ||= standing === "declined" ||',
    ],
  ),
  ...seenByConsent("findRepository", [
    "PL-32 a package names a path on this machine",
    "lead.visited.length > 0 && isAbsolute",
    "lead.visited.length < 0 && isAbsolute",
  ]),
  ...seenByConsent("gatherAll", [
    "PL-32 an agent's sync fetches a repository",
    "mayFetch() && (await fetchChains(",
    "(mayFetch() || chains) && (await fetchChains(",
  ]),
  ...seenByConsent("judgePlugins", [
    "PL-28 a package's own predicate opens no chain",
    "if (definitions.kept.length <= before) break",
    "if (definitions.kept.length >= before) break",
  ]),
];
