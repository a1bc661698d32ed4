/**
 * Every file of a skill to copy: whole folders with resources (PL-20). Links are resolved within the skill, or within the Agent Plugin that it is
 * part of; one that leads out, a device or too many files refuse the skill as a whole, because half a skill is worse than none.
 */

import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { sha256 } from "../../host/engine.ts";
import { realPathIfThere } from "../../host/paths.ts";
import { readInPlace } from "../../host/read-file.ts";
import { spendLook } from "../../host/reading-budget.ts";
import { stampOfStats } from "../../host/stamp.ts";
import { SKILL } from "../sources/folder.ts";
import { withName } from "./frontmatter.ts";
import { IGNORE, MARKER } from "./marker.ts";
import type { Skill } from "./skill.ts";

export interface SnapshotFile {
  readonly path: string;
  readonly from: string;
  readonly isExecutable: boolean;
  readonly stamp: string;
}

export type Snapshot =
  /** In order of path. */
  { readonly ok: true; readonly files: readonly SnapshotFile[] } | { readonly ok: false; readonly at: string; readonly why: string };

/** Far above any real skill. */
export const MOST_FILES = 10_000;
export const MOST_BYTES = 64 * 1024 * 1024;
const DEEPEST = 32;

/** What links may not lead out of, resolved already. */
interface SnapshotBounds {
  readonly folder: string;
  readonly what: "the skill" | "the plugin";
}

/** `directory` is resolved already. Never throws. */
export function takeSnapshot(directory: string, within: SnapshotBounds = { folder: directory, what: "the skill" }): Snapshot {
  const files: SnapshotFile[] = [];
  try {
    const refusal = walk({ root: directory, within, files, bytes: 0 }, directory, "", []);
    return refusal ?? { ok: true, files: files.sort((left, right) => (left.path < right.path ? -1 : 1)) };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    return refused(path ?? directory, `cannot be read (${code ?? String(error)})`);
  }
}

export function sha256Of(file: string): string {
  spendLook();
  return sha256(readFileSync(file));
}

/** Our own file names in the copy's top folder are not the author's to use. */
export const OURS: readonly string[] = [MARKER, IGNORE.name];

type Refusal = Snapshot & { ok: false };

function refused(at: string, why: string): Refusal {
  return { ok: false, at, why };
}

interface Walk {
  readonly root: string;
  readonly within: SnapshotBounds;
  readonly files: SnapshotFile[];
  bytes: number;
}

function walk(state: Walk, folder: string, below: string, around: readonly string[]): Refusal | undefined {
  if (around.includes(folder)) return refused(folder, "contains a circular link");
  if (around.length > DEEPEST) return refused(folder, `is more than ${DEEPEST} folders deep`);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === ".git" || isJunk(entry.name) || (below === "" && OURS.includes(entry.name))) continue;
    spendLook();
    const place = join(folder, entry.name);
    const from = entry.isSymbolicLink() ? insideOf(state.within, place) : place;
    if (typeof from !== "string") return from;
    const stats = lstatSync(from);
    const path = below + entry.name;
    const refusal = stats.isDirectory() ? walk(state, from, `${path}/`, [...around, folder]) : add(state, path, from, stats);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function add(state: Walk, path: string, from: string, stats: Stats): Refusal | undefined {
  if (!stats.isFile()) return refused(from, "is neither a file nor a folder");
  if (/[\\:\0]/.test(path)) return refused(from, "has a name that some systems do not allow");
  state.bytes += stats.size;
  // Windows has no such bit.
  const isExecutable = process.platform !== "win32" && (stats.mode & 0o100) !== 0;
  state.files.push({ path, from, isExecutable, stamp: stampOfStats(stats) });
  if (state.files.length > MOST_FILES) return refused(state.root, `contains more than ${MOST_FILES} files`);
  return state.bytes > MOST_BYTES ? refused(state.root, `contains more than ${MOST_BYTES / 1024 / 1024} MiB`) : undefined;
}

function insideOf({ folder, what }: SnapshotBounds, link: string): string | Refusal {
  const target = realPathIfThere(link);
  if (target === undefined) return refused(link, "is a dangling link");
  return isAtOrBelow(target, folder) ? target : refused(link, `is a link out of ${what}, to ${target}`);
}

type SkillFolder = Pick<Skill, "directory" | "packageRoot">;

export interface Snapshots {
  readonly of: (skill: SkillFolder) => Snapshot;
  readonly digestOf: (skill: SkillFolder) => string;
}

export function snapshotOf({ directory, packageRoot }: SkillFolder): Snapshot {
  return takeSnapshot(directory, packageRoot === undefined ? undefined : { folder: packageRoot, what: "the plugin" });
}

export function cachedSnapshots(): Snapshots {
  const of = remembered(snapshotOf);
  return { of, digestOf: remembered((skill) => digestOf(of(skill), skill.directory)) };
}

/** The same for skills with the same files. An unreadable one equals no other. */
function digestOf(snapshot: Snapshot, directory: string): string {
  try {
    if (!snapshot.ok) return directory;
    const lines = snapshot.files.map(({ path, from, isExecutable }) => `${path}\0${isExecutable}\0${sha256Of(from)}`);
    return sha256(lines.join("\n"));
  } catch {
    return directory;
  }
}

function remembered<T>(make: (skill: SkillFolder) => T): (skill: SkillFolder) => T {
  const memory = new Map<string, T>();
  return (skill) => {
    const key = `${skill.directory}\0${skill.packageRoot ?? ""}`;
    const made = memory.get(key) ?? make(skill);
    memory.set(key, made);
    return made;
  };
}

/** `renamed` is the folder's name where that is not the skill's own. */
export function copiedBytes({ path, from }: Pick<SnapshotFile, "path" | "from">, renamed: string | undefined): Uint8Array {
  const bytes = readInPlace(from, MOST_BYTES);
  return renamed !== undefined && path === SKILL ? withName(bytes, renamed) : bytes;
}

/** Files that systems and interpreters leave in folders: not part of a skill, and not a user's change. */
const JUNK = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__"]);

export function isJunk(name: string): boolean {
  return JUNK.has(name) || name.endsWith(".pyc");
}

export function refusedSkill(name: string, at: string, why: string): Problem {
  const message = `${why}, so Symposium does not install the skill \`${name}\``;
  return { severity: "error", file: at, message, hint: "a skill may contain files, folders, and links inside it" };
}
