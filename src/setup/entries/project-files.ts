/**
 * Files of a project that git sees (MC-4): whether servers may go into them, by the user's answer for each workspace; and hiding them without
 * a commit, by lines in the `info/exclude` of the repository, which its worktrees share. Marks around the lines say whose they are and what
 * was there before, so they can be removed to the byte, also without a record.
 */

import { dirname, join, relative, sep } from "node:path";

import { commonDirectory } from "../../consent/place.ts";
import { missingFolders, readUserFile, removeOwnFile, writeUserFile, writing } from "../../files/user-file.ts";
import { shortHash } from "../../host/bytes.ts";
import { repositoryAround } from "../../host/git.ts";
import type { Places } from "../../host/places.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { temporaryOf, writePrivately } from "../../host/write-file.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";

/** `excluded`: yes, and hidden from git by `.git/info/exclude`, so never a file that git tracks. */
export type ProjectFilesAnswer = boolean | "excluded";

export function projectFileAnswers({ base }: Pick<Places, "base">): string {
  return join(base, "project-files.json");
}

/** `undefined` where the user was not asked. */
export function mayUseProjectFiles(places: Pick<Places, "base">, workspace: string): ProjectFilesAnswer | undefined {
  const answer = lookUp(answersIn(places), workspace);
  return typeof answer === "boolean" || answer === "excluded" ? answer : undefined;
}

/** The caller holds the registration lock. */
export function recordProjectFiles(places: Pick<Places, "base">, workspace: string, answer: ProjectFilesAnswer): void {
  if (mayUseProjectFiles(places, workspace) === answer) return;
  const file = projectFileAnswers(places);
  const text = `${JSON.stringify({ ...answersIn(places), [workspace]: answer }, null, 2)}\n`;
  writing(file, () => writePrivately(file, text, { temporary: temporaryOf(file) }));
}

export function excludedWorkspaces(places: Pick<Places, "base">): readonly string[] {
  return Object.entries(answersIn(places)).flatMap(([workspace, answer]) => (answer === "excluded" ? [workspace] : []));
}

/** An unreadable file has no answers: the user is asked again. */
function answersIn(places: Pick<Places, "base">): Record<string, unknown> {
  const value = parseJson(readRegularTextIfAny(projectFileAnswers(places), { maxBytes: 16 * 1024 * 1024 }) ?? "");
  return isObject(value) ? { ...value } : {};
}

/** `undefined` where no repository is around the folder, or the folder cannot prove that it is part of it. */
export function excludeFile(workspace: string): string | undefined {
  const root = repositoryAround(workspace);
  const common = root === undefined ? undefined : commonDirectory(root);
  return common === undefined ? undefined : join(common, "info", "exclude");
}

/** Replaces our lines for a workspace by those for `files`; without files it removes them. Throws where the file cannot be written. */
export function excludeFromGit(workspace: string, files: readonly string[]): void {
  const file = excludeFile(workspace);
  const root = repositoryAround(workspace);
  const read = file === undefined ? undefined : readUserFile(file);
  if (file === undefined || root === undefined || read?.ok !== true) return;
  const patterns = files.map((path) => patternOf(relative(root, path))).sort();
  const own = shortHash(workspace);
  const bare = read.text === null ? null : withoutLines(read.text, own);
  const text = patterns.length === 0 ? bare : withLines(bare, own, patterns, missingFolders(file).length);
  writeIfOther(file, read.text, text);
}

export function leaveExclude(file: string): void {
  const read = readUserFile(file);
  if (read.ok && read.text !== null) writeIfOther(file, read.text, withoutLines(read.text));
}

export function withLines(before: string | null, own: string, patterns: readonly string[], madeFolders = 0): string {
  const isUnfinished = before !== null && before !== "" && !before.endsWith("\n");
  const was = before === null ? `, new file ${madeFolders}` : isUnfinished ? ", unfinished line" : "";
  return [`${before ?? ""}${isUnfinished ? "\n" : ""}${BEGIN} (${own}${was})`, ...patterns, `${END} (${own})`, ""].join("\n");
}

/** The text without our lines for one workspace, or for all. `null` where the file was made for them and nothing else is in it. */
export function withoutLines(text: string, own?: string): string | null {
  const blocks = [...text.matchAll(BLOCK)];
  const isMade = blocks.some(([, , , was]) => was?.startsWith(", new file") === true);
  const bare = text.replace(BLOCK, (block: string, gap: string, _whose: string, was: string | undefined, ...[, at]: [string, number]) => {
    // What the user wrote behind it stays on a line of its own.
    const isLast = text.slice(at + block.length).replace(BLOCK, "") === "";
    return was === ", unfinished line" && isLast ? "" : gap;
  });
  const kept = own === undefined ? [] : blocks.filter(([, , whose]) => whose !== own);
  const folders = Number(/new file (\d)/.exec(text)?.[1] ?? 0);
  return kept.reduce<string | null>(
    (now, [, , whose = "", , lines = ""]) => withLines(now, whose, lines.trimEnd().split("\n"), folders),
    bare === "" && isMade ? null : bare,
  );
}

/** Whether our lines for this workspace name the file: what they hide, git would see without them. */
export function isExcludedByUs(workspace: string, file: string): boolean {
  const exclude = excludeFile(workspace);
  const root = repositoryAround(workspace);
  const read = exclude === undefined ? undefined : readUserFile(exclude);
  if (root === undefined || read?.ok !== true || read.text === null) return false;
  const [own, pattern] = [shortHash(workspace), patternOf(relative(root, file))];
  return [...read.text.matchAll(BLOCK)].some(([, , whose, , lines]) => whose === own && lines?.split("\n").includes(pattern) === true);
}

const BEGIN = "# Symposium keeps files with MCP servers out of git";
const END = "# until here";
const BLOCK =
  /(\n?)(?<=^|\n)# Symposium keeps files with MCP servers out of git \(([0-9a-f]+)(, [a-z0-9 ]+)?\)\n((?:[^#\n][^\n]*\n)*)# until here \(\2\)\n/g;

function writeIfOther(file: string, before: string | null, after: string | null): void {
  if (before === after) return;
  writing(file, () => {
    if (after !== null) return writeUserFile(file, after);
    const made = Number(/new file (\d)/.exec(before ?? "")?.[1] ?? 0);
    removeOwnFile(file, made === 0 ? [] : [dirname(file)]);
  });
}

function patternOf(path: string): string {
  const escaped = path.replaceAll(sep, "/").replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
  return `/${escaped.replace(/ $/, String.raw`\ `)}`;
}
