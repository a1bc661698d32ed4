/**
 * Runs the user's own git. Credentials, proxies and ssh stay the user's; settings that a surrounding git hook or a
 * fetched repository could bring in are turned off, git asks nothing, and the time is limited.
 */

import { existsSync, lstatSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Context, Environment } from "../context.ts";
import { attempt } from "../errors.ts";
import { findProgram, realFiles } from "./command-line.ts";
import { entriesIn } from "./paths.ts";
import { runHandler } from "./run-handler.ts";
import { linkTarget } from "./write-file.ts";

export interface GitJob {
  readonly args: readonly string[];
  /** A folder that is not a repository itself. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** An address with credentials: git gets the other one, because every user can read arguments. */
  readonly secret?: { readonly url: string; readonly shown: string };
  /** The hash of a new repository; not every git has an option for it. */
  readonly hash?: "sha1" | "sha256";
  /** It works on our files alone: needs no settings, and runs none of the programs they may name. */
  readonly isLocal?: true;
  /** Git is ended when the folder grows beyond this. */
  readonly limit?: SizeLimit;
}

export type GitEnd =
  | { readonly ok: true; readonly stdout: string }
  /** `detail` is git's stderr; it may contain credentials. */
  | { readonly ok: false; readonly why: "missing" | "timed-out" | "too-large" | "failed"; readonly detail: string };

/** How long output is read after git has ended: we may be busy with another repository, and processes that ssh leaves behind never end. */
const DRAIN_MS = 1_000;

/** Never rejects. */
export async function runGit(
  { args, cwd, timeoutMs, secret, hash = "sha1", isLocal, limit }: GitJob,
  { os, env }: Pick<Context, "os" | "env">,
): Promise<GitEnd> {
  const file = findProgram("git", os, env, realFiles);
  if (file === undefined) return { ok: false, why: "missing", detail: "" };
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  const watch = limit && watchSize(limit);
  const own = isLocal === true ? withoutSettings(env) : env;
  const end = await runHandler({
    file,
    args: [...settings, ...args],
    cwd,
    env: { ...gitEnvironment(own, cwd), GIT_DEFAULT_HASH: hash, ...(secret === undefined ? {} : replacement(own, secret)) },
    input: "",
    os,
    timeoutMs: Math.max(1, timeoutMs),
    drainMs: DRAIN_MS,
    stop: watch?.exceeded,
  });
  if (watch?.end() === true) return { ok: false, why: "too-large", detail: "" };
  if (end.kind === "exited" && end.code === 0) return { ok: true, stdout: end.stdout };
  if (end.kind === "timed-out") return { ok: false, why: "timed-out", detail: end.stderr };
  if (end.kind === "missing") return { ok: false, why: "missing", detail: end.message };
  if (end.kind === "no-such-folder") return { ok: false, why: "failed", detail: end.message };
  const how = end.kind === "signalled" ? `was ended by ${end.signal}` : `ended with exit code ${end.code}`;
  return { ok: false, why: "failed", detail: end.stderr || `git ${how}` };
}

/** Nothing of a repository runs or reaches further: no hooks, no submodules, no helpers named in an address; the bytes stay the author's. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.autocrlf=false",
  "protocol.ext.allow=never",
  "transfer.fsckObjects=true",
  "fetch.fsckObjects=true",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.detachedHead=false",
];

/** These name the repository of a surrounding git hook, and would make our git write into it. */
const OF_A_REPOSITORY = new Set([
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR"],
  ...["GIT_NAMESPACE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_QUARANTINE_PATH"],
  ...["GIT_INTERNAL_SUPER_PREFIX", "GIT_IMPLICIT_WORK_TREE", "GIT_TEMPLATE_DIR", "GIT_ATTR_SOURCE", "GIT_CONFIG"],
  // These name programs, or files to write to, that nothing here needs.
  ...["GIT_EXEC_PATH", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR"],
]);

/** Without settings of the user and of the machine: those are for addresses and credentials. */
function withoutSettings(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_CONFIG/i.test(name));
  return { ...Object.fromEntries(kept), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_ATTR_NOSYSTEM: "1" };
}

function gitEnvironment(env: Environment, cwd: string): Environment {
  // Git writes into any file that a variable for traces names.
  const kept = Object.entries(env).filter(([name]) => !OF_A_REPOSITORY.has(name.toUpperCase()) && !/^GIT_TRACE/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    // A home folder may itself be a repository; its settings do not apply.
    GIT_CEILING_DIRECTORIES: cwd.replace(/[\\/][^\\/]*$/, "") || "/",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_OPTIONAL_LOCKS: "0",
    // We parse part of git's output.
    LC_ALL: "C",
  };
}

/** One more setting after those in the environment. */
function replacement(env: Environment, { url, shown }: { readonly url: string; readonly shown: string }): Environment {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  const at = Number.isInteger(count) && count > 0 ? count : 0;
  return { GIT_CONFIG_COUNT: String(at + 1), [`GIT_CONFIG_KEY_${at}`]: `url.${url}.insteadOf`, [`GIT_CONFIG_VALUE_${at}`]: shown };
}

/** Whether git tracks a file: then everyone who works with the repository shares it. `unknown` if git does not answer in a repository. */
export async function gitTracks(file: string, context: Pick<Context, "os" | "env">): Promise<"yes" | "no" | "unknown"> {
  const asked = await askAround(file, ["--literal-pathspecs", "ls-files", "--error-unmatch"], context);
  if (asked?.ok === true) return "yes";
  return asked === undefined || /did not match any file|not a git repository/.test(asked.detail) ? "no" : "unknown";
}

/** Whether git ignores a file, so that nothing written into it gets into a commit; also where no repository is around it. In doubt git sees it. */
export async function gitIgnores(file: string, context: Pick<Context, "os" | "env">): Promise<boolean> {
  return (await askAround(file, ["check-ignore", "--quiet"], context))?.ok ?? true;
}

/** `undefined` where no repository is around the file. Nothing that the repository names is run, so root may ask in any user's. */
async function askAround(file: string, question: readonly string[], context: Pick<Context, "os" | "env">): Promise<GitEnd | undefined> {
  const target = linkTarget(file);
  const root = repositoryAround(dirname(target));
  if (root === undefined) return undefined;
  const args = ["-c", "safe.directory=*", ...question, "--", relative(root, target)];
  return runGit({ args, cwd: root, timeoutMs: 10_000 }, context);
}

export function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

interface SizeLimit {
  readonly folder: string;
  readonly bytes: number;
  readonly files: number;
}

const PAUSE_MS = 200;

/** Watches the folder that git fills: git does not report its size in advance. `exceeded` settles when there is too much; `end` checks again. */
function watchSize(limit: SizeLimit) {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const exceeded = new Promise<void>((tell) => {
    const look = () => {
      const began = performance.now();
      isOver = isLarger(limit);
      if (isOver) return tell();
      // Checking many files takes long, and must not take all of the time.
      timer = setTimeout(look, Math.max(PAUSE_MS, 4 * (performance.now() - began)));
    };
    timer = setTimeout(look, PAUSE_MS);
  });
  const end = () => {
    clearTimeout(timer);
    return isOver || isLarger(limit);
  };
  return { exceeded, end };
}

function isLarger({ folder, bytes, files }: SizeLimit): boolean {
  let [size, count] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesIn(next)) {
      const path = join(next, entry.name);
      count += 1;
      if (entry.isDirectory()) waiting.push(path);
      else size += attempt(() => lstatSync(path).size) ?? 0;
      if (size > bytes || count > files) return true;
    }
  }
  return false;
}
