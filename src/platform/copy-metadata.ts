/**
 * Copies a file with its metadata: owner, mode, ACLs, extended attributes. Node copies only the first two,
 * so the system's own `cp` does it. Used at set-up, never when an agent calls.
 */

import { copyFileSync, existsSync, rmSync, statSync } from "node:fs";

import { type OperatingSystem, operatingSystem } from "../context.ts";
import { UserError } from "../errors.ts";

export interface CopyTools {
  readonly os: OperatingSystem;
  /** The first that exists is used: a folder in the user's PATH must not decide what copies the user's files. */
  readonly cp: readonly string[];
  readonly getfattr: readonly string[];
}

const FOLDERS = ["/bin", "/usr/bin", "/run/current-system/sw/bin", "/run/current-system/profile/bin"];
const inFolders = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`);
const TOOLS: CopyTools = { os: operatingSystem(process.platform), cp: inFolders("cp"), getfattr: inFolders("getfattr") };

/** Throws where metadata would be lost, or the file system's error; `to` must not exist. */
export function copyWithMetadata(from: string, to: string, tools: CopyTools = TOOLS): void {
  if (tools.os === "windows") return copyFileSync(from, to);
  const cp = tools.cp.find((file) => existsSync(file));
  if (cp === undefined) throw lost(from, "this machine has no `cp` to copy its attributes");
  if (tools.os === "macos") copyPlainly(cp, from, to);
  else copyOnLinux(cp, from, to, tools);
  checkOwner(from, to);
}

/** Named one by one, lost attributes are an error of GNU's `cp`; with `all` it ignores them. */
function copyOnLinux(cp: string, from: string, to: string, tools: CopyTools): void {
  const copied = run(cp, ["--preserve=mode,ownership,xattr", "--", from, to]);
  if (copied.ok) return;
  rmSync(to, { force: true });
  copyPlainly(cp, from, to);
  const getfattr = tools.getfattr.find((file) => existsSync(file));
  // BusyBox has neither the option nor the attributes, and no program that could set them.
  if (getfattr === undefined && isUnknownOption(copied.output)) return;
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

export function lost(file: string, why: string): UserError {
  return new UserError("NOT-KEPT", `${file} is unchanged: ${why}`, { hint: "edit it by hand" });
}

/** `cp` continues where it may not change the owner. */
function checkOwner(from: string, to: string): void {
  const [one, other] = [statSync(from), statSync(to)];
  if (one.uid !== other.uid || one.gid !== other.gid) throw lost(from, "cannot keep its owner or group");
}

/** Includes ACLs, under `system.posix_acl_access`. */
function attributesOf(getfattr: string, file: string): string {
  const { output } = run(getfattr, ["--dump", "--match=-", "--encoding=hex", "--absolute-names", "--", file]);
  return output
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .toSorted()
    .join("\n");
}

function isUnknownOption(output: string): boolean {
  return /(?:unrecognized|invalid|unknown|illegal) option/i.test(output);
}

function firstLine(output: string): string {
  return output.trim().split("\n")[0] ?? "";
}

function run(file: string, args: readonly string[]): { readonly ok: boolean; readonly output: string } {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: "utf8", env: { LC_ALL: "C" }, timeout: 60_000 });
  return { ok: status === 0, output: error === undefined ? `${stdout}${stderr}` : String(error) };
}
