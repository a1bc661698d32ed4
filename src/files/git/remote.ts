/**
 * What is asked of a repository: its branches and tags, which of them an address means, and one commit, by a shallow fetch and a checkout in a
 * temporary folder and one rename at the end.
 */

import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Context } from "../../context.ts";
import { type GitEnd, type GitJob, runGit } from "../../host/git.ts";
import { type GitAddress, isWholeCommit, type Wanted, withoutCredentials } from "./address.ts";
import { type FetchedRecord, rootIn, temporaryName } from "./cache.ts";

export interface Failure {
  readonly failure: string;
}

/** Shared by all git calls of one update. */
export interface GitCalls {
  readonly address: GitAddress;
  readonly context: Pick<Context, "os" | "env">;
  readonly cwd: string;
  readonly left: () => number;
  readonly limitMs: number;
  readonly largest: Largest;
}

/** For everything on disk of one fetch: the download and the files made of it. */
export interface Largest {
  readonly bytes: number;
  readonly files: number;
}

/** An answer is short; a server that takes longer will not answer. */
const ASK_LIMIT_MS = 30_000;

/** Never rejects. */
export async function askRemote(calls: GitCalls): Promise<RemoteRefs | Failure> {
  const { address, limitMs, largest } = calls;
  const args = ["ls-remote", "--symref", "--", plainUrl(address), ...refsToAskFor(address.wanted)];
  const end = await callGit(calls, args, { timeoutMs: Math.min(calls.left(), ASK_LIMIT_MS) });
  return end.ok ? readRemoteRefs(end.stdout) : failureOf(end, { limitMs: Math.min(limitMs, ASK_LIMIT_MS), largest });
}

function callGit({ address, context, cwd, left }: GitCalls, args: readonly string[], job: Partial<GitJob> = {}): Promise<GitEnd> {
  const secret = address.url === plainUrl(address) ? {} : { secret: { url: address.url, shown: plainUrl(address) } };
  return runGit({ args, cwd, timeoutMs: left(), ...secret, ...job }, context);
}

/** The address for arguments, which every user of the machine can read. */
function plainUrl({ url }: GitAddress): string {
  return /^https?:/.test(url) ? withoutCredentials(url) : url;
}

function failureOf(end: Extract<GitEnd, { ok: false }>, { limitMs, largest }: Pick<GitCalls, "limitMs" | "largest">): Failure {
  if (end.why === "missing")
    return { failure: end.detail === "" ? "git was not found on PATH; install it" : withoutCredentials(end.detail) };
  if (end.why === "too-large")
    return { failure: `it is too large: more than ${largest.bytes / 1024 / 1024} MiB, or more than ${largest.files} files` };
  if (end.why === "timed-out") return { failure: `git did not finish within ${limitMs / 1_000} seconds` };
  return { failure: reasonIn(withoutCredentials(end.detail)) };
}

const LONGEST = 300;

/** Of all output of git and ssh, the line with the reason. */
function reasonIn(detail: string): string {
  const lines = detail.split(/[\r\n]+/).map((line) => line.trim());
  const reasons = lines.filter(
    (line) => line !== "" && !/^(?:warning|hint|From|remote: (?:Enumerating|Counting|Compressing|Total))\b/i.test(line),
  );
  const said = reasons.find((each) => /^(?:fatal|error|ERROR):/.test(each) && !/Could not read from remote repository/.test(each));
  const line = said ?? reasons[0] ?? detail.trim();
  // oxlint-disable-next-line no-control-regex
  const clean = line.replace(/^(?:fatal|error|ERROR):\s*/, "").replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ");
  return clean.slice(0, LONGEST) || "git gave no reason";
}

interface RemoteRefs {
  /** Full name → commit; annotated tags are resolved to theirs. */
  readonly commits: ReadonlyMap<string, string>;
  /** The branch that `HEAD` points to. */
  readonly head?: string;
}

/** Reads the output of `git ls-remote --symref`. Skips lines that are not refs. */
export function readRemoteRefs(output: string): RemoteRefs {
  const commits = new Map<string, string>();
  let head: string | undefined;
  for (const line of output.split(/\r?\n/)) {
    const [first = "", name = ""] = line.split("\t");
    if (first.startsWith("ref: ") && name === "HEAD") head = first.slice("ref: ".length);
    if (!isWholeCommit(first) || name === "") continue;
    const isPeeled = name.endsWith("^{}");
    const ref = isPeeled ? name.slice(0, -"^{}".length) : name;
    // The commit of an annotated tag comes after the tag itself.
    if (isPeeled || !commits.has(ref)) commits.set(ref, first.toLowerCase());
  }
  return { commits, head };
}

/** The refs to ask the repository for, so that one with a million refs answers with a few. */
export function refsToAskFor(wanted: Wanted): readonly string[] {
  if (wanted.kind === "branch") return [`refs/heads/${wanted.name}`];
  if (wanted.kind === "tag") return tag(wanted.name);
  if (wanted.kind === "tree") return wanted.candidates.flatMap(({ ref }) => [`refs/heads/${ref}`, ...tag(ref)]);
  return ["HEAD"];
}

export type Decision = Pick<FetchedRecord, "ref" | "commit" | "subdir">;

/** `before` is the previous decision: a new branch does not turn a folder into another one. */
export function decideRef(wanted: Wanted, { commits, head }: RemoteRefs, before?: Omit<Decision, "commit">): Decision | Failure {
  if (wanted.kind === "rev") return { ref: wanted.name, commit: wanted.name };
  if (wanted.kind === "default") {
    const commit = commits.get("HEAD");
    if (commit !== undefined) return { ref: head ?? "HEAD", commit };
    return { failure: "the repository is empty, or has no default branch; name one with `branch`" };
  }
  if (wanted.kind !== "tree") {
    const ref = `refs/${wanted.kind === "branch" ? "heads" : "tags"}/${wanted.name}`;
    const commit = commits.get(ref);
    return commit === undefined ? { failure: `there is no ${wanted.kind} \`${wanted.name}\`` } : { ref, commit };
  }
  const found = wanted.candidates.flatMap(({ ref: name, subdir }) =>
    [`refs/heads/${name}`, `refs/tags/${name}`].flatMap((ref): Required<Decision>[] => {
      const commit = commits.get(ref);
      return commit === undefined ? [] : [{ ref, commit, subdir }];
    }),
  );
  const decided = found.find(({ ref, subdir }) => ref === before?.ref && subdir === before.subdir) ?? found[0];
  if (decided !== undefined) return decided;
  const commit = wanted.candidates.find(({ ref }) => isWholeCommit(ref));
  if (commit !== undefined) return { ref: commit.ref, commit: commit.ref.toLowerCase(), subdir: commit.subdir };
  const [longest] = wanted.candidates;
  return { failure: `no branch or tag matches the start of \`${[longest?.ref, longest?.subdir].filter(Boolean).join("/")}\`` };
}

function tag(name: string): readonly string[] {
  return [`refs/tags/${name}`, `refs/tags/${name}^{}`];
}

interface Checkout extends Pick<FetchedRecord, "commit" | "folder"> {
  /** The existing checkout is complete, and nothing was written. */
  readonly isSame: boolean;
}

interface FetchOrder {
  readonly calls: GitCalls;
  readonly decision: Decision;
  /** The cache folder of this repository, which exists. */
  readonly folder: string;
  readonly present?: string;
}

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
  const checkOut = [`--git-dir=${repository}`, `--work-tree=${tree}`, "checkout-index", "--all", "--quiet"];
  const checkedOut = await callGit(calls, checkOut, { cwd: tree, isLocal: true, limit });
  if (!checkedOut.ok) return failureOf(checkedOut, calls);
  if (rootIn(tree, subdir) === undefined) return { failure: `there is no folder \`${subdir}\` in it` };
  let name = commit;
  for (let number = 2; existsSync(join(folder, name)); number++) name = `${commit}-${number}`;
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
