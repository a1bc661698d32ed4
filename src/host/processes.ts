/** The processes of this machine: whether one runs, and those above ours, the nearest first. */

import { readlinkSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { attempt } from "../errors.ts";
import { systemProgram } from "./command-line.ts";
import { outputOf } from "./engine.ts";
import { readRegularText } from "./read-file.ts";

export interface AncestorProcess {
  readonly pid: number;
  /** The program's file, where the system tells it. */
  readonly file?: string;
  /** As the process is named in a list of processes. */
  readonly title?: string;
  readonly args: readonly string[];
}

export interface ListedProcess extends AncestorProcess {
  readonly parent: number;
  /** When it started, in the system's own unit. */
  readonly started?: number;
}

/** How a system tells about its processes. */
interface ProcessReader {
  readonly find: (pid: number) => ListedProcess | undefined;
  /** Whether a parent that is not found may be the end of the list. */
  readonly isEnd: (pid: number) => boolean;
}

/** `undefined` where the system does not tell all of them: an agent could be among the rest. */
export function ancestors(os: OperatingSystem, from: number = process.ppid): readonly AncestorProcess[] | undefined {
  return ancestorsIn(readerFor(os), from);
}

/** There is no limit to the depth: a process could start enough shells to be beyond it. */
export function ancestorsIn({ find, isEnd }: ProcessReader, from: number): readonly AncestorProcess[] | undefined {
  const found = new Map<number, AncestorProcess>();
  let childStarted = Number.POSITIVE_INFINITY;
  for (let pid = from; pid > 0;) {
    if (found.has(pid)) return undefined;
    const one = find(pid);
    const isOther = one?.started !== undefined && one.started > childStarted;
    if (one === undefined || isOther) return found.size > 0 && isEnd(pid) ? [...found.values()] : undefined;
    const { parent, started = childStarted, ...ancestor } = one;
    found.set(pid, ancestor);
    if (parent === pid) break;
    childStarted = started;
    pid = parent;
  }
  return [...found.values()];
}

function readerFor(os: OperatingSystem): ProcessReader {
  // With `hidepid` a user does not see other users' processes. One of the user's own that cannot be read hides itself, or ended meanwhile.
  if (os === "linux") return { find: listedOnLinux, isEnd: (pid) => refusalOf(pid) === "EPERM" };
  return os === "macos" ? processesOfPs(linesOf("/bin/ps", PS_FILES), linesOf("/bin/ps", PS_COMMANDS)) : processesOfWindows(askWindows());
}

/** Why we cannot signal the process; `undefined` where we can. */
function refusalOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const LONGEST = 4 * 1024 * 1024;

function listedOnLinux(pid: number): ListedProcess | undefined {
  return attempt(() => {
    const { title, parent, started } = processOnLinux(pid);
    const args = readRegularText(`/proc/${pid}/cmdline`, { maxBytes: LONGEST }).split("\0").slice(0, -1);
    // Other users' processes do not tell. A program that was replaced meanwhile gets a suffix.
    const file = attempt(() => readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ""));
    return { pid, parent, started, title, args, file };
  });
}

const PS_FILES = ["-axww", "-o", "pid=,comm="];
const PS_COMMANDS = ["-axww", "-o", "pid=,ppid=,command="];

/** `ps` lists everyone's processes at one moment, so every parent is in the list. */
export function processesOfPs(files: readonly string[], commands: readonly string[]): ProcessReader {
  const fileOf = new Map(files.map((line) => parted(line, 1)).map(([pid, file]) => [pid, file]));
  const listed = commands.filter(isListed).map((line): ListedProcess => {
    const [pid = "", parent = "", command = ""] = parted(line, 2);
    const file = fileOf.get(pid);
    return { pid: Number(pid), parent: Number(parent), args: command.split(" "), file };
  });
  return { find: finderIn(listed), isEnd: () => false };
}

/** False for the second line of a command line that contains a line break. */
function isListed(line: string): boolean {
  return /^\s*\d+\s+\d+\s/.test(line);
}

/** A command line may contain what looks like another line of the list: a list with two processes of one number tells nothing. */
function finderIn(all: readonly ListedProcess[]): ProcessReader["find"] {
  const byPid = new Map(all.map((one) => [one.pid, one]));
  return byPid.size === all.length ? (pid) => byPid.get(pid) : () => undefined;
}

/** The first `words` words of a line, and the rest of it. */
function parted(line: string, words: number): readonly string[] {
  const [, ...parts] = new RegExp(`^\\s*${"(\\S+)\\s+".repeat(words)}(.*)$`).exec(line) ?? [];
  return parts;
}

const QUESTION =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId)`t$($_.ParentProcessId)`t$($_.CreationDate.Ticks)`t$($_.ExecutablePath)`t$($_.CommandLine -replace "\\s", " ")" }';

function askWindows(): readonly string[] {
  const shell = systemProgram("WindowsPowerShell\\v1.0\\powershell.exe", process.env);
  return linesOf(shell, ["-NoProfile", "-NonInteractive", "-Command", QUESTION]);
}

/** Windows keeps the number of a parent that ended, and gives it to another process later: a younger one is not the parent. */
export function processesOfWindows(lines: readonly string[]): ProcessReader {
  const listed = lines.filter(isListed).map((line): ListedProcess => {
    const [pid, parent, started = "", file = "", ...rest] = line.split("\t");
    const args = [...rest.join("\t").matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const more = { ...(started === "" ? {} : { started: Number(started) }), ...(file === "" ? {} : { file }) };
    return { pid: Number(pid), parent: Number(parent), args, ...more };
  });
  return { find: finderIn(listed), isEnd: () => true };
}

function linesOf(file: string, args: readonly string[]): readonly string[] {
  // Half a list would lack ancestors.
  return (outputOf(file, args) ?? "").split(/\r?\n/).filter((line) => line !== "");
}

/** Whether a process of this number runs; one we have no permission to ask about counts as running. */
export function isAlive(pid: number): boolean {
  return refusalOf(pid) !== "ESRCH";
}

/**
 * Throws where the system does not say. `title` is the name of the program, and may contain spaces and parentheses. `state` is `Z` for one that has
 * ended, and for whose end its parent has not asked. `started` is in ticks since the system started.
 */
export function processOnLinux(pid: number) {
  const stat = readRegularText(`/proc/${pid}/stat`, { maxBytes: 64 * 1024 });
  const end = stat.lastIndexOf(")");
  const [state = "", parent, ...rest] = stat.slice(end + 2).split(" ");
  return { title: stat.slice(stat.indexOf("(") + 1, end), state, parent: Number(parent), started: Number(rest[17]) };
}
