/** Starts a process that outlives us, and that nobody waits for. */

import type { Environment } from "../context.ts";

export interface DetachedProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

/** In a session of its own and without any pipe of ours, so that no agent waits for it. Never throws: the next call tries again. */
export function startDetached({ file, args, cwd, env }: DetachedProcess): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: "ignore", windowsHide: true });
    child.on("error", () => {});
    child.unref();
  } catch {
    // The folder may be gone, or the machine full.
  }
}
