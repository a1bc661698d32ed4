/**
 * The hook program for Node in our package: a launcher, and a folder of scripts named after their content. An upgrade puts its scripts into
 * another folder and then swaps the launcher, so that no call sees scripts of two versions.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { InternalError, UserError } from "../../errors.ts";
import type { Machine } from "../../host/machine.ts";
import { clearLeftover, temporaryOf, writeAtomically } from "../../host/write-file.ts";

export interface NodeForm {
  readonly scripts: string;
  readonly folder: string;
  /** The launchers by file name, the one for this system first. */
  readonly launchers: readonly Launcher[];
  /** Lies beside the native program, which starts it for what only Node does. */
  readonly besideNative: Launcher;
}

export interface Launcher {
  readonly name: string;
  readonly text: string;
}

/** On Windows Git's shell starts one launcher, everything else the other. `node` is used while it exists, before any on PATH. */
export function nodeForm(dist: string, { os }: Machine, node: string | undefined): NodeForm {
  const scripts = join(dist, "bin", "node");
  try {
    const folder = `node-${digestOf(scripts)}`;
    const launchers = (os === "windows" ? [BATCH, SHELL] : [SHELL]).map(({ name, ...lines }) => {
      return { name, text: filledIn(readFileSync(join(dist, "bin", name), "utf8"), lines, folder, node) };
    });
    return { scripts, folder, launchers, besideNative: besideNative(dist, folder, node) };
  } catch (cause) {
    if (cause instanceof InternalError) throw cause;
    throw new UserError("PACKAGE", `${dist} does not contain the hook program`, { hint: "install Symposium again", cause });
  }
}

function besideNative(dist: string, folder: string, node: string | undefined): Launcher {
  const { name, ...lines } = SHELL;
  return { name: BESIDE_NATIVE, text: filledIn(readFileSync(join(dist, "bin", name), "utf8"), lines, folder, node) };
}

export const BESIDE_NATIVE = "symposium-hook-node";

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
