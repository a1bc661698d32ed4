/** Signals for a server and all that it started. */

import type { Environment, OperatingSystem } from "../context.ts";
import { systemProgram } from "../platform/windows-command.ts";

export interface Killable {
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): boolean;
}

/** False where nothing of it is left. Windows has no groups, and ends a process with its children only through a command. */
export function sendTo(child: Killable, signal: NodeJS.Signals, os: OperatingSystem, env: Environment, run = runQuietly): boolean {
  if (child.pid === undefined) return false;
  if (os === "windows") {
    run(systemProgram("taskkill.exe", env), ["/pid", String(child.pid), "/t", "/f"]);
    return child.kill(signal);
  }
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function runQuietly(file: string, args: readonly string[]): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => {});
}
