/** Replaces a user's file with everything about it (RG-25), or a program that may be running. */

import { chmodSync, constants, copyFileSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import { type OperatingSystem, operatingSystem } from "../context.ts";
import { succeeds, UserError } from "../errors.ts";
import { isAlive } from "./processes.ts";
import { linkTarget, removeQuietly, renamePatiently, writeAtomically, writeInto, isBusy } from "./write-file.ts";

/** Follows links. Throws the file system's error, or what would be lost. `check` may throw just before the file is replaced. */
export function replaceFile(file: string, text: string, temporary: string, tools?: CopyTools, check?: () => void): void {
  const target = linkTarget(file);
  const present = statSync(target, { throwIfNoEntry: false });
  if (present === undefined) return writeAtomically(file, text, { durable: true, temporary, follow: true });
  try {
    copyWithMetadata(target, temporary, tools);
    writeInto(openSync(temporary, O_WRONLY | O_TRUNC | O_NOFOLLOW), text, true);
    if (!hasMode(temporary, present.mode)) throw lost(file, "cannot keep its mode");
    check?.();
    renamePatiently(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

const { O_WRONLY, O_TRUNC, O_NOFOLLOW = 0 } = constants;

/** Writing clears the set-user-ID and set-group-ID bits. */
function hasMode(file: string, mode: number): boolean {
  if (statSync(file).mode === mode) return true;
  chmodSync(file, mode & 0o7777);
  return statSync(file).mode === mode;
}

interface CopyTools {
  readonly os: OperatingSystem;
  /** The first that exists is used: a folder in the user's PATH must not decide what copies the user's files. */
  readonly cp: readonly string[];
  readonly getfattr: readonly string[];
}

const FOLDERS = ["/bin", "/usr/bin", "/run/current-system/sw/bin", "/run/current-system/profile/bin"];
const inFolders = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`);
const TOOLS: CopyTools = { os: operatingSystem(process.platform), cp: inFolders("cp"), getfattr: inFolders("getfattr") };

/**
 * Copies owner, mode, ACLs and extended attributes too. Node copies only the first two, so the system's own `cp` does it, at set-up and never when an
 * agent calls. Throws where metadata would be lost, or the file system's error; `to` must not exist.
 */
function copyWithMetadata(from: string, to: string, tools: CopyTools = TOOLS): void {
  if (tools.os === "windows") return copyFileSync(from, to);
  const cp = tools.cp.find((file) => existsSync(file));
  if (cp === undefined) throw lost(from, "this machine has no `cp` to copy its attributes");
  if (tools.os === "macos") copyPlainly(cp, from, to);
  else copyOnLinux(cp, from, to, tools);
  const [one, other] = [statSync(from), statSync(to)];
  // `cp` continues where it may not change the owner.
  if (one.uid !== other.uid || one.gid !== other.gid) throw lost(from, "cannot keep its owner or group");
}

/** Named one by one, lost attributes are an error of GNU's `cp`; with `all` it ignores them. */
function copyOnLinux(cp: string, from: string, to: string, tools: CopyTools): void {
  const copied = run(cp, ["--preserve=mode,ownership,xattr", "--", from, to]);
  if (copied.ok) return;
  rmSync(to, { force: true });
  copyPlainly(cp, from, to);
  const getfattr = tools.getfattr.find((file) => existsSync(file));
  // BusyBox has neither the option nor the attributes, and no program that could set them.
  if (getfattr === undefined && /(?:unrecognized|invalid|unknown|illegal) option/i.test(copied.output)) return;
  if (getfattr === undefined || attributesOf(getfattr, from) !== attributesOf(getfattr, to))
    throw lost(from, `cannot keep its extended attributes (${firstLine(copied.output)})`);
}

/** On macOS `-p` keeps ACLs, flags and extended attributes; elsewhere owner, mode and times. */
function copyPlainly(cp: string, from: string, to: string): void {
  const copied = run(cp, ["-p", "--", from, to]);
  if (copied.ok) return;
  const [, code] = ERROR_TEXTS.find(([words]) => copied.output.includes(words)) ?? [];
  if (code === undefined) throw lost(from, `cannot copy it with its attributes (${firstLine(copied.output)})`);
  throw Object.assign(new Error(`${code}: ${firstLine(copied.output)}`), { code, syscall: "copyfile" });
}

/** The texts of `cp` for errors of the file system, and Node's codes for them. */
const ERROR_TEXTS = [
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
  ["Read-only file system", "EROFS"],
  ["Permission denied", "EACCES"],
] as const;

function lost(file: string, why: string): UserError {
  return new UserError("NOT-KEPT", `${file} is unchanged: ${why}`, { hint: "edit it by hand" });
}

/** Includes ACLs, under `system.posix_acl_access`. */
function attributesOf(getfattr: string, file: string): string {
  const lines = run(getfattr, ["--dump", "--match=-", "--encoding=hex", "--absolute-names", "--", file]).output.split("\n");
  return lines
    .filter((line) => !line.startsWith("#"))
    .toSorted()
    .join("\n");
}

function firstLine(output: string): string {
  return output.trim().split("\n")[0] ?? "";
}

function run(file: string, args: readonly string[]): { readonly ok: boolean; readonly output: string } {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: "utf8", env: { LC_ALL: "C" }, timeout: 60_000 });
  return { ok: status === 0, output: error === undefined ? `${stdout}${stderr}` : String(error) };
}

export type Rename = (from: string, to: string) => void;

/** A temporary name beside `target`. The extension stays, because Windows needs it. */
export function besideName(target: string, word: "new" | "old"): string {
  const ending = extname(target);
  return join(dirname(target), `.${basename(target, ending)}.${word}.${process.pid}.${Math.random().toString(36).slice(2, 10)}${ending}`);
}

/** Removes files left beside targets by a killed process, or by Windows, which keeps a running program. */
export function sweepBeside(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, word, pid] = BESIDE.exec(name) ?? [];
    const isInWork = word === "new" && Number(pid) !== process.pid && isAlive(Number(pid));
    if (word !== undefined && !isInWork) removeQuietly(join(folder, name));
  }
}

export function isBeside(name: string): boolean {
  return BESIDE.test(name);
}

const BESIDE = /^\.symposium-hook\.(new|old)\.(\d+)\.[a-z0-9]+(?:\.(?:exe|cmd))?$/;

/**
 * Windows can rename a running program, but not replace it: there the old one is renamed first, and for a moment no program has that
 * name, which the registered text treats as "not installed".
 */
export function swapIn(file: string, target: string, rename: Rename = renameSync): void {
  try {
    return rename(file, target);
  } catch (error) {
    const aside = besideName(target, "old");
    if (!isBusy(error) || !succeeds(() => rename(target, aside))) throw error;
    try {
      rename(file, target);
    } catch (again) {
      rename(aside, target);
      throw again;
    }
    removeQuietly(aside);
  }
}
