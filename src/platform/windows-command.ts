/** What only Windows needs to start a handler: Git's shell, and batch files. */

import type { Environment } from "../context.ts";
import { type FileProbe, findProgramme, windowsVariable } from "./find-programme.ts";

/**
 * The shell that comes with Git, which keeps it off PATH: looked for beside the `git` that is on PATH, then in the places
 * Git installs to. Any other `sh` on PATH is the last resort.
 */
export function gitShell(env: Environment, files: FileProbe): string | undefined {
  const git = findProgramme("git", "windows", env, files);
  const besideGit = git === undefined ? [] : [folderAbove(git, 2), folderAbove(git, 3)];
  const installed = [
    [windowsVariable(env, "ProgramFiles"), "\\Git"],
    [windowsVariable(env, "ProgramFiles(x86)"), "\\Git"],
    [windowsVariable(env, "LOCALAPPDATA"), "\\Programs\\Git"],
  ] as const;
  const roots = [...besideGit, ...installed.flatMap(([base, git]) => (base ? [base + git] : []))];
  const shell = roots.flatMap((root) => [`${root}\\bin\\sh.exe`, `${root}\\usr\\bin\\sh.exe`]).find(files.isRunnable);
  return shell ?? findProgramme("sh", "windows", env, files);
}

export interface BatchCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: true;
}

/**
 * A batch file is started by `cmd.exe`, which reads its line by rules of its own: every argument is quoted, quotes are
 * doubled, and every `%` is followed by an empty expansion, so that no variable is read. Undefined for what cannot be quoted.
 */
export function batchCommand(file: string, args: readonly string[], env: Environment): BatchCommand | undefined {
  const words = [file, ...args];
  if (words.some((word) => word.includes("\n") || word.includes("\r") || word.includes("\0"))) return undefined;
  const line = words.map(quoted).join(" ");
  const shell = windowsVariable(env, "ComSpec") || "C:\\Windows\\System32\\cmd.exe";
  return { file: shell, args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `"${line}"`], verbatim: true };
}

/** Backslashes are doubled where a quote follows them, for the programme that the batch file hands its arguments to. */
function quoted(word: string): string {
  const inner = word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote === "" ? "" : '""'));
  return `"${inner.replaceAll("%", "%%cd:~,%")}"`;
}

function folderAbove(path: string, levels: number): string {
  return path.split("\\").slice(0, -levels).join("\\");
}
