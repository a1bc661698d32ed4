/** The files of the hook program in our own directory, in both forms: finds them, and removes obsolete ones. */

import { lstatSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { executableKind, type Machine } from "../../host/machine.ts";
import type { Places } from "../../host/places.ts";
import { besideName, isBeside } from "../../host/replace-file.ts";
import { digestOf, NATIVE_PROGRAM, type NativeProgram } from "./native-program.ts";
import { BESIDE_NATIVE, hasScripts, type Launcher, type NodeForm, scriptsOf } from "./program-forms.ts";

/** What agents find there now; `other` is not ours. */
export function formThere(bin: string): "nothing" | "native" | "node" | "other" {
  for (const name of NAMES) {
    const file = join(bin, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (scriptsBehind(file) !== undefined) return "node";
    return found.isFile() && executableKind(file) !== undefined ? "native" : "other";
  }
  return "nothing";
}

/** Whether exactly these bytes are there and executable, and no launcher is found before them. */
export function isNativeInPlace(bin: string, native: NativeProgram, node: NodeForm, machine: Machine): boolean {
  const file = join(bin, NATIVE_PROGRAM);
  if (!isAlone(bin) || !hasMode(file, machine) || digestOf(readFileSync(file)) !== native.digest) return false;
  return isLauncherInPlace(bin, node.besideNative, machine) && hasScripts(bin, node);
}

export function isAlone(bin: string): boolean {
  return !hasOther(bin, [NATIVE_PROGRAM]);
}

export function isNodeInPlace(bin: string, node: NodeForm, machine: Machine): boolean {
  const names = node.launchers.map(({ name }) => name);
  if (hasOther(bin, names)) return false;
  return node.launchers.every((launcher) => isLauncherInPlace(bin, launcher, machine)) && hasScripts(bin, node);
}

/** Something that agents call, besides these. */
function hasOther(bin: string, names: readonly string[]): boolean {
  return NAMES.some((name) => !names.includes(name) && lstatSync(join(bin, name), { throwIfNoEntry: false }) !== undefined);
}

export function isLauncherInPlace(bin: string, { name, text }: Launcher, machine: Machine): boolean {
  const file = join(bin, name);
  // A native program in its place is large, and not text.
  const isAsLong = statSync(file, { throwIfNoEntry: false })?.size === Buffer.byteLength(text);
  return isAsLong && hasMode(file, machine) && readFileSync(file, "utf8") === text;
}

/** The folders of scripts that are started from here; running calls may still load parts of them. */
export function scriptsInUse(bin: string): readonly string[] {
  return [...NAMES, BESIDE_NATIVE].flatMap((name) => scriptsBehind(join(bin, name)) ?? []);
}

export function removeBesides(bin: string, keep: readonly string[]): void {
  for (const name of programFiles(bin)) if (!keep.includes(name)) removeOne(join(bin, name));
}

/** Our names in `bin`, those that agents call first; other files there are not ours. */
function programFiles(bin: string): readonly string[] {
  if (statSync(bin, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const found = readdirSync(bin, { withFileTypes: true });
  const called = found.filter((entry) => NAMES.includes(entry.name) && !entry.isDirectory());
  const isPart = (name: string) => name === BESIDE_NATIVE || isBeside(name);
  const parts = found.filter((entry) => (entry.isDirectory() ? /^node-[0-9a-f]{16}$/.test(entry.name) : isPart(entry.name)));
  return [...called, ...parts].map(({ name }) => name);
}

/** In the order in which Windows finds them. Earlier versions had a native program there, the first of them. */
const NAMES: readonly string[] = ["symposium-hook.exe", "symposium-hook.cmd", "symposium-hook"];

function removeOne(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // Windows does not delete a running program, but can rename it.
    if (!path.endsWith(".exe")) throw error;
    renameSync(path, besideName(path, "old"));
  }
}

function scriptsBehind(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size < LONGEST_LAUNCHER ? scriptsOf(readFileSync(file, "utf8")) : undefined;
}

const LONGEST_LAUNCHER = 64 * 1024;

function hasMode(file: string, { os }: Machine): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && (os === "windows" || (found.mode & 0o111) === 0o111);
}

/** What would be removed: the program in every form, and its folder when nothing else is in it. */
export function programPaths({ program }: Places): readonly string[] {
  const bin = dirname(program);
  const names = programFiles(bin);
  const paths = names.map((name) => join(bin, name));
  const isOurs = statSync(bin, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(bin).length === names.length;
  return isOurs ? [...paths, bin] : paths;
}

/** Returns the removed paths. What agents call goes first: without it their registered texts end silently. */
export function removeProgram(places: Places): readonly string[] {
  const bin = dirname(places.program);
  const paths = programPaths(places);
  for (const path of paths.filter((path) => path !== bin)) removeOne(path);
  // On Windows a running program was only renamed.
  if (paths.includes(bin) && readdirSync(bin).length === 0) rmdirSync(bin);
  return paths;
}
