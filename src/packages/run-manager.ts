/**
 * Runs a package manager without the repository. It starts in Symposium's cache, so that none of the repository's configuration and toolchain
 * files apply, with few variables: any other could name a registry, a credential or a compiler, and a project can set
 * variables of the agent that called us (PL-32).
 */

import { mkdirSync, rmSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";

import { type Bounds, boundsOf, isAtOrBelow } from "../host/bounds.ts";
import { batchCommand, findProgram, realFiles, windowsVariable } from "../host/command-line.ts";
import { realPath } from "../host/paths.ts";
import { markedEnvironment } from "../host/start-process.ts";
import { sweepTemporary } from "../host/write-file.ts";
import { lookUp } from "../lookup.ts";
import type { FetchSurroundings, RootSurroundings } from "./ecosystem.ts";
import { type Refusal, refusal } from "./refusal.ts";

export interface ManagerProgram extends Pick<ManagerSettings, "name" | "errorLine" | "patienceMs" | "whereItIs"> {
  readonly file: string;
  readonly env: RootSurroundings["env"];
}

export interface ManagerSettings {
  readonly name: string;
  readonly errorLine: RegExp;
  readonly patienceMs: number;
  /** Variables of the caller that it gets. */
  readonly kept: readonly string[];
  /** Variables with a folder, which it gets where that is outside the repository. */
  readonly homes: readonly string[];
  readonly own: Readonly<Record<string, string>>;
  /** Arguments with which it prints its own path. */
  readonly whereItIs?: readonly string[];
}

/** What every program on the network may need. */
export const NETWORK_VARIABLES: readonly string[] = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "SSH_AUTH_SOCK"],
];

/** `undefined` where there is none outside the repository. */
export function findManager(
  { os, env }: Pick<RootSurroundings, "os" | "env">,
  bounds: Bounds | undefined,
  { kept, homes, own, ...settings }: ManagerSettings,
): ManagerProgram | undefined {
  const separator = os === "windows" ? ";" : ":";
  const isOutside = (path: string) =>
    path !== "" && (bounds === undefined || (!isAtOrBelow(path, bounds.top) && bounds.leadsOut(path) !== undefined));
  const get = (variable: string) => (os === "windows" ? windowsVariable(env, variable) : lookUp(env, variable));
  const folders = (get("PATH") ?? (os === "windows" ? "" : "/usr/bin:/bin")).split(separator).filter(isOutside);
  const taken = (names: readonly string[], isMeant: (value: string) => boolean) =>
    names.flatMap((variable) => {
      const value = get(variable);
      return value === undefined || !isMeant(value) ? [] : [[variable, value] as const];
    });
  const variables = Object.fromEntries([...taken([...KEPT, ...kept], () => true), ...taken([...HOMES, ...homes], isOutside)]);
  const whole = { ...variables, PATH: folders.join(separator), ...own };
  const file = findProgram(settings.name, os, whole, realFiles);
  return file === undefined ? undefined : { ...settings, file, env: whole };
}

const KEPT = ["PATHEXT", "SystemRoot", "SystemDrive", "windir", "COMSPEC", "TEMP", "TMP", "TMPDIR", "ProgramData"];
const HOMES = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

export type ManagerAnswer = { readonly stdout: string } | FailedManager;

/** With everything the program printed; `failure` is one line of it. */
export interface FailedManager {
  readonly failure: string;
  readonly stderr: string;
  readonly stdout: string;
}

export function runManager(
  { name, errorLine, file, env, patienceMs }: ManagerProgram,
  args: readonly string[],
  cwd: string,
): Promise<ManagerAnswer> {
  const options = {
    cwd,
    env: markedEnvironment(env),
    timeout: patienceMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    maxBuffer: 16 * 1024 * 1024,
  } as const;
  const start = startOf(file, args, env);
  if (start === undefined) return Promise.resolve({ failure: `cannot run ${name}: ${file} is a batch file`, stderr: "", stdout: "" });
  return new Promise((settle) => {
    // Most commands start no process, and loading this module takes Node 20 milliseconds.
    const { execFile } = process.getBuiltinModule("node:child_process");
    const child = execFile(
      start.file,
      [...start.args],
      { ...options, windowsVerbatimArguments: start.verbatim },
      (error, stdout, stderr) => {
        if (error === null) return settle({ stdout });
        if (error.killed === true) return settle({ failure: `${name} did not answer within ${patienceMs / 1000} seconds`, stderr, stdout });
        const reported = stderr.split("\n").find((line) => errorLine.test(line));
        const failure =
          reported === undefined ? `cannot run ${name} (${error.message.split("\n", 1)[0]})` : `${name} failed: "${reported}"`;
        settle({ failure, stderr, stdout });
      },
    );
    child
      .on("error", () => {})
      .stdin?.on("error", () => {})
      .end();
  });
}

/** The program behind a shim. pyenv's rebuilds all shims after pip, under a lock: if it is killed meanwhile, every later pip waits and fails. */
async function behindShim(manager: ManagerProgram, cwd: string): Promise<ManagerProgram | FailedManager> {
  const { whereItIs, file, env } = manager;
  if (whereItIs === undefined) return manager;
  const answer = await runManager(manager, whereItIs, cwd);
  if ("failure" in answer) return answer;
  const itself = answer.stdout.trim();
  if (!isAbsolute(itself) || itself === file) return manager;
  // A shim extends PATH too, so that what the program starts finds it.
  return { ...manager, file: itself, env: { ...env, PATH: dirname(itself) + delimiter + (env["PATH"] ?? "") } };
}

/** Windows starts a batch file only through its shell. `undefined` where an argument cannot be quoted for that. */
export function startOf(file: string, args: readonly string[], env: ManagerProgram["env"]) {
  return /\.(?:cmd|bat)$/i.test(file) ? batchCommand(file, args, env) : { file, args, verbatim: false };
}

/** An empty folder in Symposium's cache in which a package manager is started, so that nothing but the user's own configuration applies. */
export interface EmptyFolder {
  readonly manager: ManagerProgram;
  readonly folder: string;
}

const inUse = new Set<string>();

/** `act` gets the first of these programs that runs on this machine. The folder is removed afterwards. */
export async function inEmptyFolder<T>(
  where: FetchSurroundings,
  programs: readonly ManagerSettings[],
  act: (folder: EmptyFolder) => Promise<T>,
): Promise<T | Refusal> {
  const bounds = where.repository === null ? undefined : boundsOf(where.repository);
  const found = programs.flatMap((settings) => findManager(where, bounds, settings) ?? []);
  if (found.length === 0) {
    const names = programs.map(({ name }) => name).join(" or ");
    return refusal(`${names} was not found`, `install ${programs.length === 1 ? "it" : "one"}, and see whether it is on PATH`);
  }
  const top = join(where.cache, "packages");
  mkdirSync(top, { recursive: true, mode: 0o700 });
  // Package managers read the configuration of every folder above.
  if (where.repository !== null && isAtOrBelow(realPath(top), realPath(where.repository))) {
    return refusal(
      `Symposium's cache ${where.cache} is inside the repository, whose configuration would apply`,
      "move SYMPOSIUM_HOME or XDG_CACHE_HOME out of it",
    );
  }
  const folder = join(top, `.fetching.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  sweepTemporary(top, inUse);
  inUse.add(folder);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const manager = await firstThatRuns(found, folder);
    return "why" in manager ? manager : await act({ manager, folder });
  } finally {
    inUse.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A version manager has a shim for each program of any version, and Windows one for a Python that is not installed. */
async function firstThatRuns(found: readonly ManagerProgram[], folder: string): Promise<ManagerProgram | Refusal> {
  let refused: Refusal | undefined;
  for (const one of found) {
    const manager = await behindShim(one, folder);
    if (!("failure" in manager)) return manager;
    const said = manager.stderr.trim().split("\n", 1)[0];
    refused ??= refusal(`${one.name} does not run: ${said === "" ? manager.failure : said}`);
  }
  return refused ?? refusal("no program was found");
}
