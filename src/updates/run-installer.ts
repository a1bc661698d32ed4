/** Runs a package manager as the user would: its registry, proxies and credentials are its own. */

import type { Context } from "../context.ts";
import { commandLine } from "../platform/interpreter.ts";
import { runHandler } from "../platform/run-handler.ts";

export type InstallerEnd =
  | { readonly code: number; readonly stdout: string; readonly stderr: string }
  /** Why there is no answer, to follow the program's name. */
  | { readonly trouble: string };

export interface InstallerCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly patienceMs: number;
}

/**
 * Never rejects, and takes at most `patienceMs`. It runs in the home folder: a project's settings must not decide where our program
 * comes from.
 */
export async function runInstaller({ os, env, home }: Context, { program, args, patienceMs }: InstallerCall): Promise<InstallerEnd> {
  const command = commandLine({ kind: "executable", path: program, args }, os, env);
  if ("missing" in command) return { trouble: "was not found" };
  const end = await runHandler({ ...command, cwd: home, env, input: "", os, timeoutMs: patienceMs });
  switch (end.kind) {
    case "exited":
      return { code: end.code, stdout: end.stdout, stderr: end.stderr };
    case "timed-out":
      return { trouble: `did not answer within ${patienceMs / 1000} seconds` };
    case "signalled":
      return { trouble: `was ended by ${end.signal}` };
    default:
      return { trouble: `cannot be started: ${end.message}` };
  }
}
