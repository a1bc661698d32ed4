/** Fetches one commit: a shallow fetch and a checkout, both in a temporary folder, and one rename at the end. */

import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { callGit, type Failure, failureOf, type GitCalls, plainUrl } from "./ask-remote.ts";
import { rootIn } from "./fetched.ts";
import { isWholeCommit } from "./ref-name.ts";
import type { Decision } from "./remote-refs.ts";
import { temporaryName } from "./clear-cache.ts";

export interface Checkout {
  readonly commit: string;
  /** Its name below the cache folder. */
  readonly folder: string;
  /** The existing checkout is complete, and nothing was written. */
  readonly isSame: boolean;
}

export interface FetchOrder {
  readonly calls: GitCalls;
  readonly decision: Decision;
  /** The cache folder of this repository, which exists. */
  readonly folder: string;
  /** Name of the checkout in use. */
  readonly present?: string;
}

/** Throws the file system's error. */
export async function fetchCommit(order: FetchOrder): Promise<Checkout | Failure> {
  const work = join(order.folder, temporaryName());
  mkdirSync(work, { mode: 0o700 });
  try {
    return await fetchInto(work, order);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function fetchInto(work: string, { calls, decision, folder, present }: FetchOrder): Promise<Checkout | Failure> {
  const repository = join(work, "repository");
  const limit = { folder: work, ...calls.largest };
  const inRepository: InRepository = (args, more = []) => callGit(calls, [`--git-dir=${repository}`, ...more, ...args], { isLocal: true });
  const fromRemote: InRepository = (args) => callGit(calls, [`--git-dir=${repository}`, ...args], { limit });
  const hash = decision.commit.length === 64 ? "sha256" : "sha1";
  const made = await callGit(calls, ["init", "--quiet", "--bare", "--template=", "--", repository], { hash, isLocal: true });
  if (!made.ok) return failureOf(made, calls);
  const fetched = await fetchRef(calls, { inRepository, fromRemote }, decision);
  if ("failure" in fetched) return fetched;
  const { commit } = fetched;
  const read = await inRepository(["read-tree", commit]);
  if (!read.ok) return failureOf(read, calls);
  const subdir = decision.subdir ?? calls.address.subdir;
  if (present?.startsWith(commit) === true && (await isIntact(join(folder, present), subdir, inRepository))) {
    return { commit, folder: present, isSame: true };
  }
  const tree = join(work, "tree");
  mkdirSync(tree);
  const checkedOut = await callGit(calls, [`--git-dir=${repository}`, `--work-tree=${tree}`, "checkout-index", "--all", "--quiet"], {
    cwd: tree,
    isLocal: true,
    limit,
  });
  if (!checkedOut.ok) return failureOf(checkedOut, calls);
  if (rootIn(tree, subdir) === undefined) return { failure: `there is no folder \`${subdir}\` in it` };
  const name = freeName(folder, commit);
  renameSync(tree, join(folder, name));
  return { commit, folder: name, isSame: false };
}

type InRepository = (args: readonly string[], more?: readonly string[]) => ReturnType<typeof callGit>;

/** The ref's current commit counts, if it has moved since the repository was asked. */
async function fetchRef(
  calls: GitCalls,
  { inRepository, fromRemote }: Readonly<Record<"inRepository" | "fromRemote", InRepository>>,
  { ref }: Decision,
): Promise<{ readonly commit: string } | Failure> {
  const options = ["--quiet", "--no-tags", "--no-recurse-submodules", "--update-shallow"];
  const url = plainUrl(calls.address);
  let end = await fromRemote(["fetch", ...options, "--depth=1", "--", url, ref]);
  if (!end.ok && end.why === "failed") {
    // Servers of plain files, and old ones that do not serve single commits.
    if (/shallow/.test(end.detail)) end = await fromRemote(["fetch", ...options, "--", url, ref]);
    else if (isWholeCommit(ref) && /unadvertised object|not our ref/.test(end.detail)) {
      end = await fromRemote(["fetch", ...options, "--", url, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"]);
    }
  }
  if (!end.ok) return failureOf(end, calls);
  const parsed = await inRepository(["rev-parse", "--verify", "--quiet", `${isWholeCommit(ref) ? ref : "FETCH_HEAD"}^{commit}`]);
  if (parsed.ok && isWholeCommit(parsed.stdout.trim())) return { commit: parsed.stdout.trim().toLowerCase() };
  return { failure: isWholeCommit(ref) ? `there is no commit ${ref}` : "it does not point to a commit" };
}

/** Whether every file of the commit is unchanged in a checkout. */
async function isIntact(checkout: string, subdir: string, inRepository: InRepository): Promise<boolean> {
  if (rootIn(checkout, subdir) === undefined) return false;
  const there = [`--work-tree=${checkout}`];
  // It fails where files differ; the comparison decides.
  await inRepository(["update-index", "-q", "--refresh"], there);
  return (await inRepository(["diff-files", "--quiet"], there)).ok;
}

function freeName(folder: string, commit: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? commit : `${commit}-${number}`;
    if (!existsSync(join(folder, name))) return name;
  }
}
