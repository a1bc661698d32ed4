/** Runs npm, which installs Symposium: its registry, proxies and credentials are npm's own. */

import type { Context } from "../context.ts";
import { commandLine } from "../platform/interpreter.ts";
import { runHandler } from "../platform/run-handler.ts";

export type NpmEnd =
  | { readonly code: number; readonly stdout: string; readonly stderr: string }
  /** Why there is no answer, to follow "npm". */
  | { readonly trouble: string };

/**
 * Never rejects, and takes at most `patienceMs`. It runs in the home folder: a project's settings must not decide where our program
 * comes from.
 */
export async function runNpm({ os, env, home }: Context, args: readonly string[], patienceMs: number): Promise<NpmEnd> {
  const command = commandLine({ kind: "executable", path: "npm", args }, os, env);
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
