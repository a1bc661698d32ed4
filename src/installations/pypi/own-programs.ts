/** The programs of one package in an environment, by its RECORD: console scripts and files that it brings, not those of its dependencies. */

import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { environmentIn } from "../../ecosystems/pypi/environment-folder.ts";
import { foldName } from "../../ecosystems/pypi/name.ts";
import { installedIn } from "../../ecosystems/pypi/site-packages.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";

export interface InstalledTool {
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
  const files = recordedPaths(read("RECORD"))
    .map((path) => join(dirname(installed.metadata), path))
    .filter((path) => dirname(path) === programs && isProgram(path, os))
    .map((path) => basename(path));
  return { version: installed.version, files: [...new Set(files)].sort(), entryPoints: entryPointsIn(read("entry_points.txt")) };
}

export function programsFolder(environment: string, os: OperatingSystem): string {
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
