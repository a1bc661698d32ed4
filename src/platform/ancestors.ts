/** The processes above this one, the nearest first. */

import { readlinkSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { readRegularText } from "./read-regular.ts";
import { systemProgram } from "./windows-command.ts";

export interface AncestorProcess {
  readonly pid: number;
  /** The program's file, where the system tells it. */
  readonly file?: string;
  /** As the process is named in a list of processes. */
  readonly title?: string;
  readonly args: readonly string[];
}

interface ListedProcess extends AncestorProcess {
  readonly parent: number;
}

const MOST = 100;

/** `undefined` where the system does not tell. */
export function ancestors(os: OperatingSystem, from: number = process.ppid): readonly AncestorProcess[] | undefined {
  const find = os === "linux" ? processOnLinux : processIn(os === "macos" ? listedByPs() : listedByWindows());
  const found: AncestorProcess[] = [];
  for (let pid = from; pid > 0 && found.length < MOST;) {
    const one = find(pid);
    if (one === undefined) break;
    const { parent, ...ancestor } = one;
    found.push(ancestor);
    if (parent === pid) break;
    pid = parent;
  }
  return found.length === 0 && from > 0 ? undefined : found;
}

const LONGEST = 4 * 1024 * 1024;

/** The title may contain spaces and parentheses. */
function processOnLinux(pid: number): ListedProcess | undefined {
  try {
    const stat = readRegularText(`/proc/${pid}/stat`, { maxBytes: LONGEST });
    const end = stat.lastIndexOf(")");
    const parent = Number(stat.slice(end + 2).split(" ")[1]);
    const args = readRegularText(`/proc/${pid}/cmdline`, { maxBytes: LONGEST }).split("\0").slice(0, -1);
    const file = fileOnLinux(pid);
    return { pid, parent, title: stat.slice(stat.indexOf("(") + 1, end), args, ...(file === undefined ? {} : { file }) };
  } catch {
    return undefined;
  }
}

/** Other users' processes do not tell. A program that was replaced meanwhile gets a suffix. */
function fileOnLinux(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "");
  } catch {
    return undefined;
  }
}

function processIn(all: readonly ListedProcess[]): (pid: number) => ListedProcess | undefined {
  return (pid) => all.find((one) => one.pid === pid);
}

function listedByPs(): readonly ListedProcess[] {
  const files = new Map(
    linesOf("/bin/ps", ["-axww", "-o", "pid=,comm="])
      .map((line) => parted(line, 1))
      .map(([pid, file]) => [pid, file]),
  );
  return linesOf("/bin/ps", ["-axww", "-o", "pid=,ppid=,command="]).map((line) => {
    const [pid = "", parent = "", command = ""] = parted(line, 2);
    const file = files.get(pid);
    return { pid: Number(pid), parent: Number(parent), args: command.split(" "), ...(file === undefined ? {} : { file }) };
  });
}

/** That many words, and the rest. */
function parted(line: string, words: number): readonly string[] {
  const [, ...parts] = new RegExp(`^\\s*${"(\\S+)\\s+".repeat(words)}(.*)$`).exec(line) ?? [];
  return parts;
}

const QUESTION =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId)`t$($_.ParentProcessId)`t$($_.ExecutablePath)`t$($_.CommandLine)" }';

function listedByWindows(): readonly ListedProcess[] {
  const shell = systemProgram("WindowsPowerShell\\v1.0\\powershell.exe", process.env);
  return linesOf(shell, ["-NoProfile", "-NonInteractive", "-Command", QUESTION]).map((line) => {
    const [pid, parent, file = "", ...rest] = line.split("\t");
    const args = [...rest.join("\t").matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    return { pid: Number(pid), parent: Number(parent), args, ...(file === "" ? {} : { file }) };
  });
}

function linesOf(file: string, args: readonly string[]): readonly string[] {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync(file, args, { encoding: "utf8", timeout: 20_000, maxBuffer: 64 * 1024 * 1024, windowsHide: true });
  return (stdout ?? "").split(/\r?\n/).filter((line) => line !== "");
}
