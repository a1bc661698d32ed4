/** Whether git tracks a file: then everyone who works with the repository shares it. */

import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Context } from "../context.ts";
import { runGit } from "./run-git.ts";
import { linkTarget } from "./write-atomically.ts";

const TIMEOUT_MS = 10_000;

/** `unknown` where there is a repository around it, and git does not answer. Nothing that the repository names is run. */
export async function gitTracks(file: string, context: Pick<Context, "os" | "env">): Promise<"yes" | "no" | "unknown"> {
  const target = linkTarget(file);
  const root = repositoryAround(dirname(target));
  if (root === undefined) return "no";
  // Root may ask in any user's repository: git would refuse, to keep what that repository names from running.
  const args = ["-c", "safe.directory=*", "--literal-pathspecs", "ls-files", "--error-unmatch", "--", relative(root, target)];
  const asked = await runGit({ args, cwd: root, timeoutMs: TIMEOUT_MS }, context);
  if (asked.ok) return "yes";
  return /did not match any file|not a git repository/.test(asked.detail) ? "no" : "unknown";
}

export function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
