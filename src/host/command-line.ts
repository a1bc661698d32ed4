/** How a command is found and started: on PATH, by the interpreter of its extension, and with what only Windows needs. */

import { accessSync, constants, statSync } from "node:fs";

import type { Environment, OperatingSystem } from "../context.ts";
import { hasWord, lookUp, tableOf } from "../lookup.ts";
import { attempt, succeeds } from "../errors.ts";

/** The command in a manifest or an index. */
export interface Runnable {
  /** `executable` runs directly, `script` through an interpreter, `shell` is a text that `sh` reads. */
  readonly kind: "executable" | "script" | "shell";
  /** An absolute path, or a bare word to be found on PATH; of a shell command its text. */
  readonly path: string;
  readonly args: readonly string[];
}

type CommandLine = { readonly file: string; readonly args: readonly string[]; readonly verbatim?: true } | { readonly missing: string };

/**
 * How a command is started. An executable runs directly. A script runs with `sh`, or on every system with the interpreter for its
 * extension, because no shell can read it. Windows has no `#!`, so executables go by their extension there too.
 */
export function commandLine(command: Runnable, os: OperatingSystem, env: Environment, files: FileProbe = realFiles): CommandLine {
  if (command.kind === "script") return scriptLine(command, os, env, files);
  if (command.kind === "shell") {
    const shell = findShell(os, env, files);
    return shell === undefined
      ? { missing: "no sh was found to run the command" }
      : { file: shell, args: ["-c", command.path, ...command.args] };
  }
  const file = findProgram(command.path, os, env, files);
  if (file === undefined) return { missing: `${command.path} was not found` };
  if (os !== "windows") return { file, args: command.args };
  const extension = extensionOf(file);
  if (hasWord(INTERPRETERS, extension)) return scriptLine({ ...command, path: file }, os, env, files);
  if (extension !== ".cmd" && extension !== ".bat") return { file, args: command.args };
  return batchCommand(file, command.args, env, files) ?? { missing: `${file} cannot take an argument with a line break` };
}

/** An interpreter that cannot open its script exits 2, which would count as a block: so the script is checked first. */
function scriptLine({ path, args }: Runnable, os: OperatingSystem, env: Environment, files: FileProbe): CommandLine {
  const script = isBareWord(path, os) ? findProgram(path, os, env, { ...files, isRunnable: files.isReadable }) : path;
  if (script === undefined || !files.isReadable(script)) return { missing: `the script ${path} is missing or unreadable` };
  const named = lookUp(INTERPRETERS, extensionOf(script))?.[os === "windows" ? "windows" : "elsewhere"];
  if (named === undefined) {
    const file = findShell(os, env, files);
    const argument = os === "windows" ? script.replaceAll("\\", "/") : script;
    return file === undefined ? { missing: "no sh was found to run the script" } : { file, args: [argument, ...args] };
  }
  for (const [word, ...flags] of named) {
    const file = findProgram(word, os, env, files);
    if (file !== undefined) return { file, args: [...flags, script, ...args] };
  }
  return { missing: `${named.map(([word]) => word).join(" or ")} was not found to run ${script}` };
}

/** The usual place first: PATH may be long, and every check costs. */
export function findShell(os: OperatingSystem, env: Environment, files: FileProbe = realFiles): string | undefined {
  if (os === "windows") return gitShell(env, files);
  return files.isRunnable("/bin/sh") ? "/bin/sh" : findProgram("sh", os, env, files);
}

type Interpreter = readonly [word: string, ...flags: string[]];

const POWERSHELL_FLAGS = ["-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File"];
const NODE: Readonly<Record<"windows" | "elsewhere", readonly Interpreter[]>> = { windows: [["node"]], elsewhere: [["node"]] };

/** By extension, the first that is installed. `py` comes first on Windows, where `python` may be a link to the store. */
const INTERPRETERS = tableOf<{ readonly windows: readonly Interpreter[]; readonly elsewhere: readonly Interpreter[] }>({
  ".js": NODE,
  ".mjs": NODE,
  ".cjs": NODE,
  // Node runs these itself from 22.18 on; an older one exits with code 1, which counts as a failure.
  ".ts": NODE,
  ".mts": NODE,
  ".cts": NODE,
  ".py": { windows: [["py", "-3"], ["python"]], elsewhere: [["python3"], ["python"]] },
  ".ps1": {
    windows: [
      ["pwsh", ...POWERSHELL_FLAGS],
      ["powershell", ...POWERSHELL_FLAGS],
    ],
    elsewhere: [["pwsh", ...POWERSHELL_FLAGS]],
  },
});

function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? "" : path.slice(dot).toLowerCase();
}

/** The two file system questions, passed in so that every system's rules are tested on any of them. */
interface FileProbe {
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
    if (!isFullPath(folder, os)) continue;
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

export function isFullPath(folder: string, os: OperatingSystem): boolean {
  return os === "windows"
    ? (folder[1] === ":" && (folder[2] === "\\" || folder[2] === "/")) || folder.startsWith("\\\\")
    : folder.startsWith("/");
}

function isFile(path: string, mode: number): boolean {
  return attempt(() => statSync(path, { throwIfNoEntry: false })?.isFile()) === true && succeeds(() => accessSync(path, mode));
}

/**
 * A program of Windows itself. Taken from its usual folder, and by a variable only where Windows is elsewhere: a project can set
 * the variables of the agent that called us (RT-34).
 */
export function systemProgram(name: string, env: Environment, files: Pick<FileProbe, "isRunnable"> = realFiles): string {
  const roots = ["C:\\Windows", ...folderIn(env, "SystemRoot")];
  return `${roots.find((root) => files.isRunnable(`${root}\\System32\\${name}`)) ?? roots[0]}\\System32\\${name}`;
}

/**
 * The shell that comes with Git, which is not on PATH: searched beside the `git` that is on PATH, then in the folders
 * Git installs to. Any other `sh` on PATH is the last resort.
 */
function gitShell(env: Environment, files: FileProbe): string | undefined {
  const git = findProgram("git", "windows", env, files);
  const besideGit = git === undefined ? [] : [-2, -3].map((end) => git.split("\\").slice(0, end).join("\\"));
  const installed = [
    ...["C:\\Program Files", ...folderIn(env, "ProgramFiles"), ...folderIn(env, "ProgramFiles(x86)")].map((base) => `${base}\\Git`),
    ...folderIn(env, "LOCALAPPDATA").map((base) => `${base}\\Programs\\Git`),
  ];
  const roots = [...besideGit, ...installed];
  const shell = roots.flatMap((root) => [`${root}\\bin\\sh.exe`, `${root}\\usr\\bin\\sh.exe`]).find(files.isRunnable);
  return shell ?? findProgram("sh", "windows", env, files);
}

/**
 * `cmd.exe` starts a batch file, and reads its line by its own rules: every argument is quoted, quotes are
 * doubled, and every `%` is followed by an empty expansion, so that no variable is read. Undefined for what cannot be quoted.
 */
export function batchCommand(file: string, args: readonly string[], env: Environment, files: Pick<FileProbe, "isRunnable"> = realFiles) {
  const words = [file, ...args];
  if (words.some((word) => word.includes("\n") || word.includes("\r") || word.includes("\0"))) return undefined;
  const line = words.map(quoted).join(" ");
  return { file: systemProgram("cmd.exe", env, files), args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `"${line}"`], verbatim: true } as const;
}

/** Backslashes are doubled where a quote follows them, for the program to which the batch file passes its arguments. */
function quoted(word: string): string {
  const inner = word.replace(/(?<!\\)(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote === "" ? "" : '""'));
  return `"${inner.replaceAll("%", "%%cd:~,%")}"`;
}

/** Nothing where the variable is missing or relative. */
function folderIn(env: Environment, variable: string): readonly string[] {
  const folder = windowsVariable(env, variable);
  return folder !== undefined && /^[A-Za-z]:[\\/]/u.test(folder) ? [folder] : [];
}
