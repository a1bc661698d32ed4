/**
 * Where the hook program comes from, in both forms: the native one in npm's platform package or in a checkout's build, and the one for Node, a
 * launcher and a folder of scripts named after their content. An upgrade puts its scripts into another folder and then swaps the launcher, so
 * that no call sees scripts of two versions.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { InternalError, UserError } from "../../errors.ts";
import { type Machine, targetName } from "../../host/machine.ts";
import { clearLeftover, temporaryOf, writeAtomically } from "../../host/write-file.ts";

export interface NodeForm {
  readonly scripts: string;
  readonly folder: string;
  /** The launchers by file name, the one for this system first. */
  readonly launchers: readonly { readonly name: string; readonly text: string }[];
}

/** On Windows Git's shell starts one launcher, everything else the other. `node` is used while it exists, before any on PATH. */
export function nodeForm(dist: string, { os }: Machine, node: string | undefined): NodeForm {
  const scripts = join(dist, "bin", "node");
  try {
    const folder = `node-${digestOf(scripts)}`;
    const launchers = (os === "windows" ? [BATCH, SHELL] : [SHELL]).map(({ name, ...lines }) => {
      return { name, text: filledIn(readFileSync(join(dist, "bin", name), "utf8"), lines, folder, node) };
    });
    return { scripts, folder, launchers };
  } catch (cause) {
    if (cause instanceof InternalError) throw cause;
    throw new UserError("PACKAGE", `${dist} does not contain the hook program`, { hint: "install Symposium again", cause });
  }
}

export function hasScripts(bin: string, { scripts, folder }: NodeForm): boolean {
  try {
    return digestOf(join(bin, folder)) === digestOf(scripts);
  } catch {
    return false;
  }
}

/** The started file comes last: it loads the others. */
export function placeScripts(bin: string, { scripts, folder }: NodeForm): void {
  mkdirSync(join(bin, folder), { recursive: true, mode: 0o700 });
  const names = namesIn(scripts).toSorted((left, right) => Number(left === ENTRY) - Number(right === ENTRY));
  for (const name of names) {
    const target = join(bin, folder, name);
    clearLeftover(target);
    writeAtomically(target, readFileSync(join(scripts, name)), { mode: 0o644, temporary: temporaryOf(target) });
  }
}

export function scriptsOf(launcherText: string): string | undefined {
  return /^(?:set ")?symposium_scripts=(node-[0-9a-f]+)"?\r?$/m.exec(launcherText)?.[1];
}

const ENTRY = "hook.cjs";
const SHELL = { name: "symposium-hook", start: "", end: "", quoted: (text: string) => `'${text.replaceAll("'", "'\\''")}'` };
const BATCH = { name: "symposium-hook.cmd", start: 'set "', end: '"', quoted: (text: string) => text.replaceAll("%", "%%") };

function filledIn(text: string, { start, end, quoted }: Omit<typeof SHELL, "name">, folder: string, node: string | undefined): string {
  const line = (name: string, value: string) => `${start}symposium_${name}=${value}${end}`;
  const withScripts = replaceLine(text, line("scripts", "node"), line("scripts", folder));
  return replaceLine(withScripts, line("node", ""), line("node", node === undefined ? "" : quoted(node)));
}

function replaceLine(text: string, line: string, by: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((candidate) => candidate.replace(/\r$/, "") === line);
  if (at === -1) throw new InternalError(`the launcher has no line ${line}`);
  return lines.with(at, (lines[at] ?? "").endsWith("\r") ? `${by}\r` : by).join("\n");
}

function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of namesIn(folder))
    hash.update(`${name}\0${statSync(join(folder, name)).size}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".cjs"))
    .toSorted();
}

export interface NativeProgram {
  readonly file: string;
  readonly origin: "platform-package" | "this-build";
}

export const PLATFORM_PACKAGES = "@symposium-agents/hook-";

/**
 * Finds the native hook program for this machine: in the platform package that npm installed with ours, or in a checkout's build. `dist` is the
 * folder of our own build. Only the platform package of exactly our version counts.
 */
export function findNative(dist: string, machine: Machine): NativeProgram | undefined {
  const name = machine.os === "windows" ? "symposium-hook.exe" : "symposium-hook";
  const version = versionIn(dirname(dist));
  const wanted = PLATFORM_PACKAGES + targetName(machine);
  const homes = foldersAbove(dist).map((folder) => join(folder, "node_modules", wanted));
  const home = homes.find((folder) => version !== undefined && versionIn(folder) === version && isFile(join(folder, name)));
  if (home !== undefined) return { file: join(home, name), origin: "platform-package" };
  const built = join(dist, "native", name);
  return isFile(built) ? { file: built, origin: "this-build" } : undefined;
}

/** Package managers put dependencies below a package, beside it, or higher up. */
function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function versionIn(folder: string): string | undefined {
  // Most are missing, and learning this from a thrown error is slow.
  if (!existsSync(join(folder, "package.json"))) return undefined;
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
