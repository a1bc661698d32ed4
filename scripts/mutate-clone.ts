/** Breaks what keeps a repository from leading us out of it, from naming where requests go, and from writing to a terminal. */

import { seenByClones } from "./mutate-edit.ts";

export const CLONES = [
  ...seenByClones(
    "boundsOf",
    ["PL-32 a link may lead anywhere", "target === undefined || isAtOrBelow(target, real)", "true"],
    ["PL-32 a path may lead anywhere", "if (!isAtOrBelow(path, top) && !isAtOrBelow(path, real)) return path;", ""],
  ),
  ...seenByClones("isAtOrBelow", ["PL-32 a folder of a longer name lies inside", "inner[outer.length] === separator ||", "true ||"]),
  ...seenByClones("confinedPaths", [
    "PL-32 a dependency's path may lead out",
    "if (!doesAnyLeave(list, bounds)) return list;",
    "return list;",
  ]),
  ...seenByClones("confinedManifest", [
    "PL-32 package.workspace may lead out",
    "own?.workspace === undefined ? undefined : bounds.leadsOut(own.workspace)",
    "undefined",
  ]),
  ...seenByClones("glob/entriesOf", ["PL-32 patterns list folders outside", "if (!isInside(folder, search)) return [];", ""]),
  ...seenByClones("glob/find", [
    "PL-32 members lie outside",
    "isInside(folder, search) && (isListed || isFolder(folder))",
    "isListed || isFolder(folder)",
  ]),
  ...seenByClones(
    "insideOnly",
    [
      "PL-32 paths of the repository's configuration lead out",
      "const target = isUsers ? undefined : bounds.leadsOut(folder);",
      "const target = undefined as string | undefined;",
    ],
    [
      "PL-32 the user's own paths do not count",
      "const target = isUsers ? undefined : bounds.leadsOut(folder);",
      "const target = bounds.leadsOut(folder);",
    ],
  ),
  ...seenByClones("openFiles", [
    "PL-32 a manifest may be a link to anywhere",
    "readTextFileWithin(file, bounds(), largest)",
    "readTextFileWithin(file, undefined, largest)",
  ]),
  ...seenByClones(
    "makeLock",
    ["PL-32 Cargo may use the network", '["generate-lockfile", "--offline"]', '["generate-lockfile"]'],
    ["PL-32 Cargo is started in the repository", '"--offline"], place', '"--offline"], folder'],
  ),
  ...seenByClones("OFFLINE", ["PL-32 a variable says that Cargo is online", 'CARGO_NET_OFFLINE: "true"', 'CARGO_NET_OFFLINE: "false"']),
  ...seenByClones(
    "findManager",
    ["PL-32 a package manager may lie in the repository", ".split(separator).filter(isOutside)", ".split(separator)"],
    ["PL-32 its folder may lie in the repository", "...homes], isOutside)", "...homes], () => true)"],
    ["PL-32 it gets every variable", "const whole = { ...variables", "const whole = { ...env, ...variables"],
  ),
  ...seenByClones(
    "inEmptyFolder",
    ["PL-32 it may be started inside the repository", "if (where.repository !== null && isAtOrBelow(", "if (false && isAtOrBelow("],
    ["PL-32 its folder stays behind", "rmSync(folder, { recursive: true, force: true });", ""],
  ),
  ...seenByClones("hasChecksum", [
    "PL-32 a crate may have any checksum",
    'return createHash("sha256").update(bytes).digest("hex") === checksum;',
    "return true;",
  ]),
  ...seenByClones("fetchExact", ["PL-32 a refused crate stays in Cargo's cache", "rmSync(path, { recursive: true, force: true });", ";"]),
  ...seenByClones("ifSafe", [
    "PL-32 a package may have links out of it",
    "const reason = unfitPackage(found.folder);",
    "const reason = undefined as string | undefined;",
  ]),
  ...seenByClones("cargo/fetchPackage", [
    "PL-32 a name may be an option",
    "isName: ({ name }) => NAME.test(name)",
    'isName: ({ name }) => name !== "" || NAME.test(name)',
  ]),
  ...seenByClones(
    "refusedAtOnce",
    ["PL-32 a repository decides what is fetched", 'origin !== undefined && origin.kind !== "registry"', "false"],
    ["PL-32 names are not checked", "if (!isName(wanted))", "if (isName(wanted) && !isName(wanted))"],
  ),
  ...seenByClones("outsideFailure", ["PL-4 our own mistakes are a registry's failure", "if (!isFromOutside(error)) throw error;", ""]),
  ...seenByClones(
    "userRegistry",
    ["PL-32 a package of any registry is asked of crates.io", "address === undefined || CRATES_IO.has(address)", "true"],
    [
      "PL-32 a lock file names the registry",
      "if (name !== undefined) return",
      'if (name === undefined) return { args: ["--index", address], title: address };\n  if (name !== undefined) return',
    ],
  ),
  ...seenByClones("asDeclared", ["PL-32 a manifest's registry is forgotten", "address: registry ", "address: undefined "]),
  ...seenByClones(
    "unfitPackage",
    ["PL-32 a link to a missing file outside is followed later", "isLinkOut(path, folder) || ", ""],
    ["PL-32 a package may have any number of files", "if (++entries > limits.entries)", "if (false)"],
  ),
  ...seenByClones(
    "reduced",
    ["PL-32 patterns are copied", "members: members.map(", "members: true ? workspace['members'] : members.map("],
    ["PL-32 a whole package table is copied", "...picked(own, PACKAGE)", "...own"],
  ),
  ...seenByClones(
    "mayBe",
    [
      "PL-32 without a version no requirement is met",
      "if (version !== undefined) return requirement.matches(version);",
      "return version !== undefined && requirement.matches(version);",
    ],
    [
      "PL-32 without a version every requirement is met",
      "some((limit) => requirement.matches(limit) && wanted.matches(limit))",
      "some(() => true)",
    ],
  ),
  ...seenByClones("visit", [
    "PL-32 a link leads to skills outside",
    "if (entry.isSymbolicLink() && leadsOut(join(folder, entry.name), walk)) continue;",
    "",
  ]),
  ...seenByClones("findSkills", [
    "PL-32 a folder of skills may be outside",
    "top !== undefined && !leadsOut(folder, walk)) visit(",
    "top !== undefined) visit(",
  ]),
  ...seenByClones("boundsAround", [
    "PL-32 the workspace's own skills have no bounds",
    "isOwn && surroundings.workspace !== null ?",
    "false ?",
  ]),
  ...seenByClones("readInPlace", ["PL-20 a file that has become a link is read", "if (realpathSync.native(file) !== file ||", "if ("]),
  ...seenByClones(
    "isHolding",
    ["RG-16 a lock without a valid name is held", "if (holder === undefined || ", "if (holder === undefined) return true;\n  if ("],
    ["RG-16 a process that has the number of an ended one holds its lock", "return actual === start;", "return true;"],
  ),
  ...seenByClones("lock/clear", [
    "RG-16 a lock is removed though a living process has it",
    "if (names.some((name) => isHolding(parseName(name), now)))",
    "if (false)",
  ]),
  ...seenByClones(
    "changed",
    ["PL-22 escape sequences reach the terminal", "[\\p{Cc}", "["],
    ["PL-22 characters of format reach the terminal", "\\p{Cf}", ""],
    ["PL-17 a filler in a name is not seen", "|(?![\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}", ""],
    ["PL-17 a name of combining marks is not seen", "\\p{M}+/gu", "\\p{Zl}/gu"],
  ),
  ...seenByClones("problemText", ["PL-22 a name forges a line", "return printable(`${place}", "return (`${place}"]),
  ...seenByClones("runGit", ["PL-2 a repository may have any size", "if (watch?.end() === true)", "if (false)"]),
  ...seenByClones("fetchInto", ["PL-32 programs of the user's settings run on what was fetched", "isLocal: true, limit", "limit"]),
];
