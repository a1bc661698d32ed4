import { accessSync, constants, statSync } from "node:fs";
import type { Environment, OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";

/** The two file system questions, passed in so that every system's rules are tested on any of them. */
export interface FileProbe {
  readonly isReadable: (path: string) => boolean;
  readonly isRunnable: (path: string) => boolean;
}

export const realFiles: FileProbe = {
  isReadable: (path) => isFile(path, constants.R_OK),
  isRunnable: (path) => isFile(path, constants.X_OK),
};

/**
 * Where the system would find a program. A bare name is searched in the folders of PATH, but never in relative ones: the
 * current folder of a hook must not decide what runs. A path is itself, on Windows completed with an extension.
 */
export function findProgram(program: string, os: OperatingSystem, env: Environment, files: FileProbe): string | undefined {
  if (isBareWord(program, os)) return findOnPath(program, os, env, files);
  // Elsewhere starting it shows whether it exists, without a check in every call.
  return os === "windows" ? namesOnWindows(program, env).find(files.isRunnable) : program;
}

function findOnPath(word: string, os: OperatingSystem, env: Environment, files: FileProbe): string | undefined {
  const windows = os === "windows";
  const names = windows ? namesOnWindows(word, env) : [word];
  const path = (windows ? windowsVariable(env, "PATH") : env["PATH"]) ?? (windows ? "" : "/usr/bin:/bin");
  for (const folder of path.split(windows ? ";" : ":")) {
    if (!isAbsolute(folder, os)) continue;
    for (const name of names) {
      const file = `${folder}${windows ? "\\" : "/"}${name}`;
      if (files.isRunnable(file)) return file;
    }
  }
  return undefined;
}

/** Windows spells its variables in any case (`Path`). */
export function windowsVariable(env: Environment, name: string): string | undefined {
  return lookUp(env, name) ?? lookUp(env, Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase()) ?? name);
}

/** The bare name comes last: beside `tool.cmd` a file `tool` is usually a shell script that Windows cannot start. */
function namesOnWindows(program: string, env: Environment): readonly string[] {
  const extensions = (windowsVariable(env, "PATHEXT") || ".COM;.EXE;.BAT;.CMD").split(";").filter((extension) => extension !== "");
  if (extensions.some((extension) => program.toLowerCase().endsWith(extension.toLowerCase()))) return [program];
  return [...extensions.map((extension) => program + extension.toLowerCase()), program];
}

/** A bare name, without a folder. */
export function isBareWord(program: string, os: OperatingSystem): boolean {
  return !program.includes("/") && !(os === "windows" && (program.includes("\\") || program.includes(":")));
}

function isAbsolute(folder: string, os: OperatingSystem): boolean {
  return os === "windows"
    ? (folder[1] === ":" && (folder[2] === "\\" || folder[2] === "/")) || folder.startsWith("\\\\")
    : folder.startsWith("/");
}

function isFile(path: string, mode: number): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
