/** What only Windows needs to start a handler: Git's shell, and batch files. */

import type { Environment } from "../context.ts";
import { type FileProbe, findProgram, realFiles, windowsVariable } from "./find-program.ts";

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
export function gitShell(env: Environment, files: FileProbe): string | undefined {
  const git = findProgram("git", "windows", env, files);
  const besideGit = git === undefined ? [] : [folderAbove(git, 2), folderAbove(git, 3)];
  const installed = [
    ...["C:\\Program Files", ...folderIn(env, "ProgramFiles"), ...folderIn(env, "ProgramFiles(x86)")].map((base) => `${base}\\Git`),
    ...folderIn(env, "LOCALAPPDATA").map((base) => `${base}\\Programs\\Git`),
  ];
  const roots = [...besideGit, ...installed];
  const shell = roots.flatMap((root) => [`${root}\\bin\\sh.exe`, `${root}\\usr\\bin\\sh.exe`]).find(files.isRunnable);
  return shell ?? findProgram("sh", "windows", env, files);
}

export interface BatchCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: true;
}

/**
 * `cmd.exe` starts a batch file, and reads its line by its own rules: every argument is quoted, quotes are
 * doubled, and every `%` is followed by an empty expansion, so that no variable is read. Undefined for what cannot be quoted.
 */
export function batchCommand(
  file: string,
  args: readonly string[],
  env: Environment,
  files: Pick<FileProbe, "isRunnable"> = realFiles,
): BatchCommand | undefined {
  const words = [file, ...args];
  if (words.some((word) => word.includes("\n") || word.includes("\r") || word.includes("\0"))) return undefined;
  const line = words.map(quoted).join(" ");
  return { file: systemProgram("cmd.exe", env, files), args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `"${line}"`], verbatim: true };
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

function folderAbove(path: string, levels: number): string {
  return path.split("\\").slice(0, -levels).join("\\");
}
