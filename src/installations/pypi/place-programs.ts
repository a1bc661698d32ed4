/** The folder `bin` beside an environment, with the programs of one package alone: the environment's own folder also has `python` and those of dependencies. */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { type InstalledTool, programsFolder } from "./own-programs.ts";

export interface Placing {
  readonly into: string;
  readonly environment: string;
  readonly os: OperatingSystem;
}

/** By name, relative to `into`. */
export function placePrograms(tool: InstalledTool, { into, environment, os }: Placing): Readonly<Record<string, string>> {
  const bin = join(into, "bin");
  // uv's links are absolute.
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  if (os === "windows") return placeOnWindows(tool, bin, relative(into, programsFolder(environment, os)).replaceAll("/", "\\"));
  const programs: [string, string][] = [];
  for (const name of tool.files) {
    symlinkSync(relative(bin, join(programsFolder(environment, os), name)), join(bin, name));
    programs.push([name, `bin/${name}`]);
  }
  return Object.fromEntries(programs);
}

/** Installers write programs there that have the path of the interpreter inside, so each console script gets a batch file instead. */
function placeOnWindows({ files, entryPoints }: InstalledTool, bin: string, folder: string): Readonly<Record<string, string>> {
  const programs: [string, string][] = [];
  for (const file of files) {
    // A batch file reads `%`.
    const [, name] = /^([\w.+-]+)\.exe$/i.exec(file) ?? [];
    if (name === undefined) continue;
    const target = entryPoints.get(name);
    if (target !== undefined) {
      writeFileSync(join(bin, `${name}-script.py`), startText(target));
      writeFileSync(join(bin, `${name}.cmd`), `@"%~dp0..\\${folder}\\python.exe" "%~dp0${name}-script.py" %*\r\n`);
    }
    programs.push([name, target === undefined ? `${folder}\\${file}` : `bin\\${name}.cmd`]);
  }
  return Object.fromEntries(programs);
}

/** `module:function`, checked for its characters where it was read. */
function startText(target: string): string {
  const [module = "", path = ""] = target.split(":");
  return `import sys\nfrom ${module} import ${path.split(".")[0]}\nsys.exit(${path}())\n`;
}
