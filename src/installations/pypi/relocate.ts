/**
 * Makes an environment fit for another path. Its interpreter finds its packages by where it is, but scripts name the interpreter by its whole path.
 * Files are replaced, never written into: uv shares them with its cache.
 */

import { chmodSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { readRegular } from "../../platform/read-regular.ts";
import { realPath } from "../../platform/real-path.ts";
import { programsFolder } from "./own-programs.ts";

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly os: OperatingSystem;
}

/** Scripts are small; what is larger is a program. */
const MOST_BYTES = 1024 * 1024;

export function relocate(environment: string, move: Move): void {
  const programs = programsFolder(environment, move.os);
  for (const path of [join(environment, "pyvenv.cfg"), ...namesIn(programs).map((name) => join(programs, name))]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > MOST_BYTES) continue;
    const bytes = readRegular(path, { maxBytes: MOST_BYTES });
    if (bytes.includes(0)) continue;
    const text = bytes.toString("latin1");
    const moved = relocated(text, { ...move, python: join(move.to, relative(move.from, programs), "python") });
    if (moved !== text) replace(path, moved, found.mode);
  }
  // What `uv tool` would need to change it, with paths and indexes.
  rmSync(join(environment, "uv-receipt.toml"), { force: true });
}

export interface ScriptMove extends Pick<Move, "from" | "to"> {
  /** In its new place. */
  readonly python: string;
}

/** Of a text in which each character is a byte. */
export function relocated(text: string, { from, to, python }: ScriptMove): string {
  const header = HEADER.exec(text)?.[0] ?? "";
  // Installers quote a path in several ways, but not the name of the temporary folder.
  const isOurs = header.includes(inBytes(basename(from)));
  const rest = text.slice(isOurs ? header.length : 0);
  const body = [realPath(from), from].reduce((whole, path) => whole.replaceAll(inBytes(path), inBytes(to)), rest);
  return isOurs ? headerOf(inBytes(python), OPTIONS.exec(header)?.[1] ?? "") + body : body;
}

function inBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** As installers write it: a path that is long or has white space needs a shell, whose lines are a text for Python. */
const HEADER = /^#!(?:\/bin\/sh\n'''exec' .*\n' '''\n|.*\n)/;
const OPTIONS = /((?: -\w+)*)(?: "\$0" "\$@"\n' ''')?\n$/;
/** What every Linux accepts, with `#!` and the line's end. */
const LONGEST = 127;

function headerOf(python: string, options: string): string {
  const line = `#!${python}${options}\n`;
  if (!/\s/.test(python) && line.length <= LONGEST) return line;
  // Neither the shell nor Python reads these characters between single quotes.
  const quoted = `"${python.replace(/[\\"$`]+/g, (run) => `"'${run}'"`)}"`;
  return `#!/bin/sh\n'''exec' ${quoted}${options} "$0" "$@"\n' '''\n`;
}

function replace(path: string, text: string, mode: number): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, text, { encoding: "latin1", mode: mode & 0o777 });
  chmodSync(temporary, mode & 0o777);
  renameSync(temporary, path);
}
