/** Breaks what `export` must not contain, what it must not overwrite, and what it must report. */

import { seenByExports } from "./mutate-edit.ts";

export const EXPORT = [
  ...seenByExports(
    "exportIn",
    ["AP-5 a changed file is overwritten", "lookUp(record.files, path) !== digest", "!hasWord(record.files, path)"],
    [
      "AP-5 an added file is removed",
      "path !== RECORD && lookUp(record.files, path) !== digest",
      "hasWord(record.files, path) && record.files[path] !== digest",
    ],
    ["AP-5 a folder of someone's own counts as empty", "record === undefined && names.every(isJunk)", "record === undefined"],
  ),
  ...seenByExports("filesIn", ["AP-5 a link counts as the file that it leads to", "const isKnown = entry.isFile() &&", "const isKnown ="]),
  ...seenByExports(
    "clearLeftovers",
    ["AP-5 the package of a running export is removed", "(Number(pid) !== process.pid && isAlive(Number(pid)))", "false"],
    ["AP-5 after a kill the former package is lost", 'if (word === "old" &&', 'if (word === "none" &&'],
  ),
  ...seenByExports("comparedFolder", [
    "AP-5 a changed mode is not noticed",
    "now.digest === sha256(bytes) && now.isExecutable === isExecutable",
    "now.digest === sha256(bytes)",
  ]),
  ...seenByExports(
    "writePackage",
    [
      "AP-5 half of a package has a manifest",
      "Number(left.path === AGENT_PLUGIN) - Number(right",
      "Number(right.path === AGENT_PLUGIN) - Number(left",
    ],
    ["AP-5 a failed export leaves its files", "    removeQuietly(staging, { recursive: true });\n", ""],
  ),
  ...seenByExports("putInPlace", ["AP-5 a failed exchange loses the former package", "    renamePatiently(aside, folder);\n", ""]),
  ...seenByExports("removePackage", ["AP-5 what was changed since the plan is removed", "    exportIn(folder);\n", ""]),
  ...seenByExports(
    "planFrom",
    ["AP-5 a refused plugin is exported", "if (why.length > 0)", "if (why.length < 0)"],
    ["AP-5 a secret is exported", "[...refusals, ...hidden.refusals]", "[...refusals]"],
    ["AP-5 a path of this machine is not reported", "losses: [...losses, ...hidden.losses]", "losses: [...losses]"],
  ),
  ...seenByExports(
    "goneFrom",
    ["AP-5 `--active` removes folders of others", "!kept.has(path) && isOurs(path)", "!kept.has(path)"],
    ["AP-5 `--active` removes what another run is busy with", "entry.isDirectory() && isPackageName(entry.name)", "entry.isDirectory()"],
  ),
  ...seenByExports("isOurs", [
    "AP-5 `--active` removes what the user exported by name",
    'exportIn(folder)?.by === "active"',
    "exportIn(folder) !== undefined",
  ]),
  ...seenByExports(
    "exportPlugins",
    ["AP-5 a plugin that is refused today loses its package", ", ...refused.map((one) => folderOf(packageName(one.plugin)))]", "]"],
    ["AP-5 the current folder is replaced", 'by === "plugin" && isAtOrBelow', 'by === "active" && isAtOrBelow'],
    ["AP-5 `--dry-run` writes", "if (!dryRun) {", "if (dryRun || !dryRun) {"],
    ["AP-5 a former package does not come back if its plugin is refused", 'if (!dryRun && by === "active") clearLeftovers(real);', ""],
    ["AP-5 `--dry-run` removes what a killed run left", 'if (!dryRun && by === "plugin")', 'if (by === "plugin")'],
  ),
  ...seenByExports("secretInMember", [
    "AP-5 a secret is known by its shape alone",
    "statedSecret(value, name, before)",
    "statedSecret(value)",
  ]),
  ...seenByExports("hiddenContent", [
    "AP-5 a manifest names a folder of this machine",
    "if (named && isWritten) refusals.push",
    'if (named && path === "") refusals.push',
  ]),
  ...seenByExports("names", [
    "AP-5 a folder with a longer name counts as this machine's",
    "some((rest) => !/^[\\w.-]/.test(rest))",
    "some(() => true)",
  ]),
  ...seenByExports("ownFiles", [
    "AP-5 all of a repository is exported",
    "isAlone ? filesBelow(at.directory, at) :",
    "isAlone || !isAlone ? filesBelow(at.directory, at) :",
  ]),
  ...seenByExports("namedFiles", [
    "AP-5 a command that uses all of a repository is exported",
    'if (used.has("")) refusals.push',
    'if (used.has("\\0")) refusals.push',
  ]),
  ...seenByExports("filesBelow", [
    "AP-5 a link out of the folder is left out silently",
    "  at.refusals.push(`${snapshot.at} ${snapshot.why}`);\n",
    "",
  ]),
  ...seenByExports("export/isExecutable", [
    "AP-5 a program loses its executable bit",
    "(mode & 0o100) !== 0;",
    "(mode & 0o100) === 0o111;",
  ]),
  ...seenByExports(
    "planPackage",
    ["AP-5 private files are exported", "all.filter((file) => !hidden.includes(file))", "[...all]"],
    ["AP-5 a private file is left out silently", '...hidden.map(({ path }) => exportLoss("file-private", path)),', ""],
  ),
  ...seenByExports(
    "lossesOf",
    ["AP-5 a lost condition is not reported", "...(isGated ? [", "...(isGated && isEverywhere ? ["],
    ["AP-5 a hook that others do not run is not reported", '...hooks.map((hook) => exportLoss("hook-unread", `hook ${hook.name}`)),', ""],
  ),
  ...seenByExports("extensionOf", ["AP-5 the condition is not exported", "    ...writtenGate(gate),\n", ""]),
  ...seenByExports("relocated", [
    "AP-5 a link leads an exported program out",
    "!isInside || bounds.leadsOut(full) !== undefined",
    "!isInside",
  ]),
  ...seenByExports("movedText", [
    "AP-5 an argument names a file where it no longer is",
    "return `${OWN_FILES}/${place.slice(at.prefix.length)}`;",
    "return word;",
  ]),
  ...seenByExports("relocatedText", ["AP-5 a path in an option is not rewritten", "/^([^=\\s]*=)?(.*)$/s", "/^(=)?(.*)$/s"]),
  ...seenByExports("isNamed", ["AP-5 a folder of a repository goes along", "at.isAlone && ", ""]),
  ...seenByExports("movedPart", ["AP-5 a path that is not there is not told", 'if (isPath) say("path-stays", word, from);', ""]),
  ...seenByExports("withOwnFiles", ["AP-5 Symposium does not find files of a package", 'isText || key === "args" ||', "isText ||"]),
  ...seenByExports("argumentsOf", [
    "AP-5 arguments of hooks name files where they no longer are",
    "return args === undefined ? {} :",
    "return args?.length !== 0 ? {} :",
  ]),
  ...seenByExports("isLocalRepository", ["AP-5 a repository on this machine is exported", "[./~\\\\]|file:|", "[./~\\\\]|"]),
  ...seenByExports("exportedChained", [
    "AP-5 a chained repository on this machine is exported",
    "git !== undefined && isLocalRepository(git)",
    'git === ""',
  ]),
  ...seenByExports("exportedServers", ["AP-5 a server loses its condition", "!isOpen(server.gate)", "server.gate.dependsOn.length > 0"]),
  ...seenByExports(
    "portableProcess",
    [
      "AP-5 a reference becomes a text",
      "variables.some(({ value }) => referencesIn(literal(value)).length > 0)",
      'variables.some(({ value }) => value === "")',
    ],
    ["AP-5 a text becomes a placeholder", "if (texts.some((text) =>", "if (texts.every((text) =>"],
    [
      "AP-5 a package sets the place of its data",
      "reserved.includes(name.toUpperCase())",
      'reserved.includes(`${name}${name === "" ? "" : "?"}`)',
    ],
  ),
  ...seenByExports("exportedServers", [
    "AP-5 a difference for other clients is not reported",
    "losses.push(...reasons.map((code) => exportLoss(code, `server ${entry.name}`, refused)));",
    "",
  ]),
  ...seenByExports("portableRemote", ["AP-5 user information is exported", 'username + password + hash !== ""', 'hash !== ""']),
  ...seenByExports(
    "portableSkills",
    [
      "AP-5 skills outside are left out silently",
      "for (const { file, message } of [...refused, ...problems])",
      "for (const { file, message } of problems)",
    ],
    [
      "AP-5 an invalid skill is left out silently",
      'losses.push(exportLoss("skill-invalid", wayTo',
      'void (exportLoss("skill-invalid", wayTo',
    ],
  ),
  ...seenByExports("copied", [
    "AP-5 a skill's condition is lost silently",
    'losses.push(exportLoss("condition-unread", `skill ${name}`))',
    "losses.push()",
  ]),
  ...seenByExports("ownGroup", [
    "AP-5 skills of a repository on this machine are exported",
    "isLocalRepository(source.address)",
    'source.address === ""',
  ]),
  ...seenByExports("readFile", [
    "AP-5 a plugin with mistakes is exported in part",
    "if (plugin === undefined || errors.length > 0) throw",
    "if (plugin === undefined) throw",
  ]),
  ...seenByExports("readPackage", ["AP-5 an exported package applies everywhere", "bothGates(where, plugin.gate)", "plugin.gate"]),
  ...seenByExports("activePlugins", ["AP-5 `--active` exports what is not active", 'inactive === undefined && state === "active" &&', ""]),
];
