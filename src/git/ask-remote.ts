/** Asks a repository for its refs, and reports in one line why it did not answer. */

import type { Context } from "../context.ts";
import { type GitEnd, type GitJob, runGit } from "../platform/run-git.ts";
import type { GitAddress } from "./address.ts";
import { readRemoteRefs, type RemoteRefs, refsToAskFor } from "./remote-refs.ts";
import { withoutCredentials } from "./without-credentials.ts";

export interface Failure {
  readonly failure: string;
}

/** Shared by all git calls of one update. */
export interface GitCalls {
  readonly address: GitAddress;
  readonly context: Pick<Context, "os" | "env">;
  readonly cwd: string;
  /** Milliseconds left. */
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

export function callGit({ address, context, cwd, left }: GitCalls, args: readonly string[], job: Partial<GitJob> = {}): Promise<GitEnd> {
  const secret = address.url === plainUrl(address) ? {} : { secret: { url: address.url, shown: plainUrl(address) } };
  return runGit({ args, cwd, timeoutMs: left(), ...secret, ...job }, context);
}

/** The address for arguments, which every user of the machine can read. */
export function plainUrl({ url }: GitAddress): string {
  return /^https?:/.test(url) ? withoutCredentials(url) : url;
}

export function failureOf(end: Extract<GitEnd, { ok: false }>, { limitMs, largest }: Pick<GitCalls, "limitMs" | "largest">): Failure {
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
  const line =
    reasons.find((each) => /^(?:fatal|error|ERROR):/.test(each) && !/Could not read from remote repository/.test(each)) ??
    reasons[0] ??
    detail.trim();
  // oxlint-disable-next-line no-control-regex
  const clean = line.replace(/^(?:fatal|error|ERROR):\s*/, "").replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ");
  return clean.slice(0, LONGEST) || "git gave no reason";
}
