/** Starts a process that outlives us. */

import type { Environment } from "../context.ts";
import { markedEnvironment } from "./started-mark.ts";

export interface DetachedProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

/** In its own session and without our pipes, so that no agent waits for it. Never throws: the next call tries again. */
export function startDetached({ file, args, cwd, env }: DetachedProcess): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    const child = spawn(file, args, { cwd, env: markedEnvironment(env), detached: true, stdio: "ignore", windowsHide: true });
    child.on("error", () => {});
    child.unref();
  } catch {
    // The folder may be missing, or the machine out of resources.
  }
}
