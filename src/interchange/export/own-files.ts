/**
 * The plugin's own files besides its skills. Its items may load any file beside them, so all of its folder goes along; of a repository or a
 * package, which has other files too, those that the plugin names. Links are resolved; one that leads out refuses the export.
 */

import { lstatSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { dirname } from "node:path/posix";

import { coveredPaths } from "../../consent/covered-paths.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { realPath, realPathIfThere } from "../../host/paths.ts";
import { readInPlace } from "../../host/read-file.ts";
import { NAMESPACE, SERVERS, SKILLS } from "../../plugins/agent-plugin/format.ts";
import { subjectOf } from "../../plugins/consent/subject-of.ts";
import { MOST_BYTES, takeSnapshot } from "../../plugins/skills/skill-files.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { type ExportLoss, exportLoss } from "./losses.ts";
import { RECORD } from "./package-folder.ts";
import type { Relocation } from "./relocate.ts";
import type { ExportSubject } from "./subject.ts";

interface OwnFile {
  readonly path: string;
  readonly from: string;
  readonly isExecutable: boolean;
}

/** At the top of a package, for everyone who reads it. */
const DOCUMENT = /^(?:readme|licen[cs]e|copying|notice|changelog)(?:[.-][\w.-]+)?$/i;

/** Files that people keep secrets in. */
const PRIVATE =
  /^(?:\.env(?:\.(?!example$|sample$|template$).*)?|\.netrc|\.npmrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx))$/i;

export function isPrivateFile(path: string): boolean {
  return PRIVATE.test(basename(path));
}

export function ownFiles(subject: ExportSubject, at: Relocation, skillFolders: readonly string[]) {
  const { plugin, isAlone, packaged } = subject;
  const losses: ExportLoss[] = [];
  // Then all of it is a skill.
  if (at.used.size === 0 && skillFolders.includes(at.directory)) return { files: [], losses };
  if (packaged !== undefined) at.used.add(NAMESPACE);
  const all = isAlone ? filesBelow(at.directory, at) : namedFiles(subject, at);
  const isWritten = packaged === undefined ? () => false : writtenAmong(all);
  const found = all.filter(
    // A hook manifest that is a plugin by itself is a file of the package.
    ({ path, from }) => (from !== plugin.manifest || at.used.has(path)) && !isWritten(path),
  );
  // What a skill's folder has is with the skill, unless an item of the plugin uses it.
  const used = [...at.used].flatMap((way) => (way === "" ? [] : [join(at.directory, way)]));
  const isOfSkill = ({ from }: OwnFile) =>
    skillFolders.some((folder) => folder !== at.directory && isAtOrBelow(from, folder) && !used.some((path) => isAtOrBelow(path, folder)));
  const wanted = found.filter((file) => !isOfSkill(file) && (at.used.size > 0 || DOCUMENT.test(file.path)));
  for (const { path } of wanted)
    if (placeOf(path, at) === RECORD) at.refusals.push(`${path} has the name of the list that an export writes`);
  const files = wanted.map(({ path, from, isExecutable }) => ({
    path: placeOf(path, at),
    bytes: readInPlace(from, MOST_BYTES),
    isExecutable,
  }));
  if (!isAlone && at.used.size > 0) losses.push(exportLoss("files-named", `plugin ${plugin.name}`));
  return { files, losses };
}

/** What every export of an Agent Plugin writes itself. A folder in `skills` without a skill is a file of the plugin like any other. */
function writtenAmong(files: readonly OwnFile[]): (path: string) => boolean {
  const skills = files.flatMap(({ path }) => (SKILL_FILE.test(path) ? [dirname(path)] : []));
  return (path) => path === SERVERS || path === RECORD || skills.some((folder) => path.startsWith(`${folder}/`));
}

const SKILL_FILE = new RegExp(`^${SKILLS}/[^/]+/${SKILL.replace(".", "\\.")}$`);

function placeOf(path: string, { prefix, used }: Relocation): string {
  return DOCUMENT.test(path) && !used.has(path) ? path : prefix + path;
}

/** What a consent to the plugin would cover, and the files and folders that its items name. */
function namedFiles({ plugin }: ExportSubject, at: Relocation): readonly OwnFile[] {
  const { directory, used, refusals } = at;
  if (used.has("")) refusals.push("it has install commands or a server that use the whole folder, which has other files too");
  const subject = subjectOf({ plugin, origin: { kind: "repository", folder: directory } }, { folder: directory, repository: null });
  const found = new Map<string, OwnFile>();
  const add = (path: string) => {
    const from = realPathIfThere(join(directory, path));
    const stats = from === undefined ? undefined : lstatSync(from);
    if (from !== undefined && stats?.isFile() === true) found.set(path, { path, from, isExecutable: isExecutable(stats) });
  };
  try {
    for (const path of subject === undefined ? [] : coveredPaths(subject).paths) add(path);
    for (const path of used) {
      const folder = path === "" ? undefined : realPathIfThere(join(directory, path));
      if (folder === undefined || !lstatSync(folder).isDirectory()) add(path);
      else for (const file of filesBelow(folder, at)) found.set(`${path}/${file.path}`, { ...file, path: `${path}/${file.path}` });
    }
  } catch (error) {
    refusals.push((error as Error).message);
  }
  return [...found.values()];
}

function filesBelow(folder: string, at: Relocation): readonly OwnFile[] {
  const snapshot = takeSnapshot(folder, { folder: realPath(at.directory), what: "the plugin" });
  if (snapshot.ok) return snapshot.files;
  at.refusals.push(`${snapshot.at} ${snapshot.why}`);
  return [];
}

/** Windows has no such bit. */
function isExecutable({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & 0o100) !== 0;
}
