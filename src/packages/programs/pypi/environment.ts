/** The environment of one package: its own programs, the folder `bin` beside it that has them alone, and how it is made fit for another path. */

import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import type { OperatingSystem } from "../../../context.ts";
import { lettersOf } from "../../../host/bytes.ts";
import { namesIn, realPath } from "../../../host/paths.ts";
import { readRegular, readRegularTextIfAny } from "../../../host/read-file.ts";
import { foldName, installedIn } from "../../pypi/distribution.ts";
import { environmentIn } from "../../pypi/environment.ts";

interface InstalledTool {
  readonly version: string;
  /** Names of files in the environment's folder of programs. */
  readonly files: readonly string[];
  /** `module:function` by name. */
  readonly entryPoints: ReadonlyMap<string, string>;
}

const MOST_BYTES = 16 * 1024 * 1024;

export function ownPrograms(name: string, environment: string, os: OperatingSystem): InstalledTool | undefined {
  const found = environmentIn(environment, os);
  const installed = found === undefined ? undefined : installedIn(found.sitePackages).get(foldName(name));
  if (found === undefined || installed === undefined) return undefined;
  const read = (file: string) => readRegularTextIfAny(join(installed.metadata, file), { maxBytes: MOST_BYTES }) ?? "";
  const programs = programsFolder(found.folder, os);
  const files = recordedPaths(read("RECORD")).flatMap((written) => {
    const path = join(dirname(installed.metadata), written);
    return dirname(path) === programs && isProgram(path, os) ? [basename(path)] : [];
  });
  return { version: installed.version, files: [...new Set(files)].sort(), entryPoints: entryPointsIn(read("entry_points.txt")) };
}

function programsFolder(environment: string, os: OperatingSystem): string {
  return join(environment, os === "windows" ? "Scripts" : "bin");
}

export function environmentPython(environment: string, os: OperatingSystem): string {
  return join(programsFolder(environment, os), os === "windows" ? "python.exe" : "python");
}

/** Lines of `path,digest,size`; a path with a comma is in quotes. */
function recordedPaths(record: string): readonly string[] {
  return record.split(/\r?\n/).flatMap((line) => {
    const [, quoted, plain] = /^(?:"([^"]*)"|([^,"]+)),/.exec(line) ?? [];
    return quoted ?? plain ?? [];
  });
}

/** The environment's own `python` is a link. */
function isProgram(path: string, os: OperatingSystem): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (os === "windows" || (found.mode & 0o111) !== 0);
}

function entryPointsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? section;
    const [, name, target] = /^\s*([^=\s#;[][^=]*)=\s*([\w.]+:[\w.]+)/.exec(line) ?? [];
    if (section === "console_scripts" && name !== undefined && target !== undefined) found.set(name.trimEnd(), target);
  }
  return found;
}

interface Placing {
  readonly into: string;
  readonly environment: string;
  readonly os: OperatingSystem;
}

/**
 * Makes the folder `bin` beside an environment, with the programs of one package alone: the environment's own folder also has `python` and those of
 * dependencies. The programs are by name, relative to `into`.
 */
export function placePrograms(tool: InstalledTool, { into, environment, os }: Placing): Readonly<Record<string, string>> {
  const bin = join(into, "bin");
  // uv's links are absolute.
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  if (os === "windows") return placeOnWindows(tool, bin, relative(into, programsFolder(environment, os)).replaceAll("/", "\\"));
  for (const name of tool.files) symlinkSync(relative(bin, join(programsFolder(environment, os), name)), join(bin, name));
  return Object.fromEntries(tool.files.map((name) => [name, `bin/${name}`]));
}

/** Installers write programs there that have the path of the interpreter inside, so each console script gets a batch file instead. */
function placeOnWindows({ files, entryPoints }: InstalledTool, bin: string, folder: string): Readonly<Record<string, string>> {
  const programs: [string, string][] = [];
  for (const file of files) {
    // Other names, such as one with a `%`, would mean something else in a batch file.
    const [, name] = /^([\w.+-]+)\.exe$/i.exec(file) ?? [];
    if (name === undefined) continue;
    const target = entryPoints.get(name);
    if (target !== undefined) {
      // Both were checked for their characters where they were read.
      const [module = "", path = ""] = target.split(":");
      writeFileSync(join(bin, `${name}-script.py`), `import sys\nfrom ${module} import ${path.split(".")[0]}\nsys.exit(${path}())\n`);
      writeFileSync(join(bin, `${name}.cmd`), `@"%~dp0..\\${folder}\\python.exe" "%~dp0${name}-script.py" %*\r\n`);
    }
    programs.push([name, target === undefined ? `${folder}\\${file}` : `bin\\${name}.cmd`]);
  }
  return Object.fromEntries(programs);
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly os: OperatingSystem;
}

/** Scripts are small; what is larger is a program. */
const LARGEST_SCRIPT = 1024 * 1024;

/**
 * Makes an environment fit for another path. Its interpreter finds its packages by where it is, but scripts name the interpreter by its whole path.
 * Files are replaced, never written into: uv shares them with its cache.
 */
export function relocate(environment: string, move: Move): void {
  const programs = programsFolder(environment, move.os);
  for (const path of [join(environment, "pyvenv.cfg"), ...namesIn(programs).map((name) => join(programs, name))]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > LARGEST_SCRIPT) continue;
    const bytes = readRegular(path, { maxBytes: LARGEST_SCRIPT });
    if (bytes.includes(0)) continue;
    const text = lettersOf(bytes);
    const moved = relocated(text, { ...move, python: join(move.to, relative(move.from, programs), "python") });
    if (moved === text) continue;
    const mode = found.mode & 0o777;
    writeFileSync(`${path}.tmp`, moved, { encoding: "latin1", mode });
    chmodSync(`${path}.tmp`, mode);
    renameSync(`${path}.tmp`, path);
  }
  // `uv tool` would need this file, which contains paths and indexes, to change the environment.
  rmSync(join(environment, "uv-receipt.toml"), { force: true });
}

/** Each character of `text` is a byte. `python` is the interpreter's path in its new place. */
export function relocated(text: string, { from, to, python }: Pick<Move, "from" | "to"> & { readonly python: string }): string {
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
