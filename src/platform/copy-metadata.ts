/**
 * A copy of a file with everything that belongs to it besides its bytes: owner, mode, ACLs, extended attributes. Node knows only the first two,
 * so the system's own `cp` makes it. Used when something is set up, never when an agent calls.
 */

import { copyFileSync, existsSync, rmSync, statSync } from "node:fs";

import { type OperatingSystem, operatingSystem } from "../context.ts";
import { UserError } from "../errors.ts";

export interface CopyTools {
  readonly os: OperatingSystem;
  /** The first that exists is used: a folder that the user's PATH names must not decide what copies the user's files. */
  readonly cp: readonly string[];
  readonly getfattr: readonly string[];
}

const FOLDERS = ["/bin", "/usr/bin", "/run/current-system/sw/bin", "/run/current-system/profile/bin"];
const inFolders = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`);
const TOOLS: CopyTools = { os: operatingSystem(process.platform), cp: inFolders("cp"), getfattr: inFolders("getfattr") };

/** Throws where something of it would be lost, or what the file system throws; `to` must not exist. */
export function copyWithMetadata(from: string, to: string, tools: CopyTools = TOOLS): void {
  if (tools.os === "windows") return copyFileSync(from, to);
  const cp = tools.cp.find((file) => existsSync(file));
  if (cp === undefined) throw lost(from, "there is no `cp` on this machine to keep its attributes");
  if (tools.os === "macos") copyPlainly(cp, from, to);
  else copyOnLinux(cp, from, to, tools);
  checkOwner(from, to);
}

/** Named one by one, attributes that cannot be kept are an error of GNU's `cp`; with `all` it would say nothing. */
function copyOnLinux(cp: string, from: string, to: string, tools: CopyTools): void {
  const copied = run(cp, ["--preserve=mode,ownership,xattr", "--", from, to]);
  if (copied.ok) return;
  rmSync(to, { force: true });
  copyPlainly(cp, from, to);
  const getfattr = tools.getfattr.find((file) => existsSync(file));
  // BusyBox knows neither the option nor the attributes, and comes with nothing that could set them.
  if (getfattr === undefined && isUnknownOption(copied.output)) return;
  if (getfattr === undefined || attributesOf(getfattr, from) !== attributesOf(getfattr, to))
    throw lost(from, `its extended attributes cannot be kept (${firstLine(copied.output)})`);
}

/** On macOS `-p` keeps ACLs, flags and extended attributes; elsewhere owner, mode and times. */
function copyPlainly(cp: string, from: string, to: string): void {
  const copied = run(cp, ["-p", "--", from, to]);
  if (copied.ok) return;
  const [, code] = ERROR_TEXTS.find(([words]) => copied.output.includes(words)) ?? [];
  if (code === undefined) throw lost(from, `it cannot be copied with its attributes (${firstLine(copied.output)})`);
  throw Object.assign(new Error(`${code}: ${firstLine(copied.output)}`), { code, syscall: "copyfile" });
}

/** What `cp` says of an error of the file system, and what Node would have called it. */
const ERROR_TEXTS = [
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
  ["Read-only file system", "EROFS"],
  ["Permission denied", "EACCES"],
] as const;

export function lost(file: string, why: string): UserError {
  return new UserError("NOT-KEPT", `${file} is left as it is: ${why}`, { hint: "edit it by hand" });
}

/** `cp` goes on where it may not give a file away. */
function checkOwner(from: string, to: string): void {
  const [one, other] = [statSync(from), statSync(to)];
  if (one.uid !== other.uid || one.gid !== other.gid) throw lost(from, "its owner or group cannot be kept");
}

/** ACLs are among them, under `system.posix_acl_access`. */
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
