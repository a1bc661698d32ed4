/** Starts a process that outlives us. */

import type { Environment } from "../context.ts";
import { markedEnvironment } from "./started-mark.ts";

export interface DetachedProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The arguments are quoted for Windows' shell. */
  readonly verbatim?: boolean;
  /** A descriptor for its stdin. */
  readonly stdin?: number;
}

/** In its own session and without our pipes, so that no agent waits for it. Never throws; false where it did not start. */
export function startDetached({ file, args, cwd, env, stdin, verbatim = false }: DetachedProcess): boolean {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    const child = spawn(file, args, {
      cwd,
      env: markedEnvironment(env),
      detached: true,
      stdio: [stdin ?? "ignore", "ignore", "ignore"],
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    child.on("error", () => {});
    child.unref();
    return child.pid !== undefined;
  } catch {
    // The folder may be missing, or the machine out of resources.
    return false;
  }
}
