/** Whether git ignores a file, so that nothing written into it gets into a commit. */

import { dirname, relative } from "node:path";

import type { Context } from "../context.ts";
import { repositoryAround } from "./git-tracks.ts";
import { runGit } from "./run-git.ts";
import { linkTarget } from "./write-atomically.ts";

const TIMEOUT_MS = 10_000;

/** Also where no repository is around it. In doubt git sees it. Nothing that the repository names is run. */
export async function gitIgnores(file: string, context: Pick<Context, "os" | "env">): Promise<boolean> {
  const target = linkTarget(file);
  const root = repositoryAround(dirname(target));
  if (root === undefined) return true;
  const args = ["-c", "safe.directory=*", "-c", "core.fsmonitor=false", "check-ignore", "--quiet", "--", relative(root, target)];
  return (await runGit({ args, cwd: root, timeoutMs: TIMEOUT_MS }, context)).ok;
}
