/**
 * One run of a real agent: own network namespace with loopback only, own process namespace that dies with it, an
 * environment built from nothing, an empty home, a fresh git project, bounds on time and processes. `inside.ts` is the half
 * that runs within. Everything a run leaves is in its folder: home, project, requests, output, and the command line.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { TYPESCRIPT } from "../scripts/run-typescript.ts";
import type { Installed } from "./install.ts";
import type { LoggedRequest } from "./model-server/server.ts";
import type { Script } from "./model-server/script.ts";
import { type Folders, PORT, type LaunchOptions, type Recipe } from "./recipes/recipe.ts";

export interface RunPlan {
  readonly recipe: Recipe;
  readonly installed: Installed;
  readonly folder: string;
  readonly options: LaunchOptions;
  /** The model's part; it may name paths of the run. */
  readonly script: (folders: Folders) => Script;
  /** Whatever must stand in home or project before the agent starts, hooks above all. */
  readonly prepare: (folders: Folders) => void | Promise<void>;
  /** Where a file of the home folder really is, where something moves it. */
  readonly homeFile?: (folders: Folders, path: string) => string;
  /** The folder below the project in which the agent is started; absent for the project itself. */
  readonly below?: string;
  readonly moreArgs?: readonly string[];
  readonly moreEnv?: (folders: Folders) => Readonly<Record<string, string>>;
  /** Starts the same home and project again, to resume a session. */
  readonly again?: boolean;
  /** Every process, connection and datagram of the run is written down. */
  readonly watch?: boolean;
  /** An MCP server over HTTP runs beside the model. */
  readonly httpServer?: boolean;
  /** How long what the agent leaves running may go on after it; without this it ends with the agent. */
  readonly afterwards?: number;
}

/** How it ended. */
export interface Ended {
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly ms: number;
  /** Why it could not start, or was ended before its time. */
  readonly error?: string;
}

export interface RunResult extends Folders, Ended {
  readonly requests: readonly LoggedRequest[];
  readonly stdout: string;
  readonly stderr: string;
  readonly commandLine: readonly string[];
}

/** The orders for `inside.ts`. */
export interface InsideOrder {
  readonly port: number;
  readonly script: Script;
  readonly log: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: string;
  /** Where the list of name servers is put, and the names that were asked for. */
  readonly names: string;
  readonly asked: string;
  /** Where processes and connections are written down. */
  readonly watch?: string;
  /** Where the MCP server over HTTP notes calls; absent where none runs. */
  readonly httpServer?: string;
  readonly seconds: number;
  readonly afterwards?: number;
}

/** Runs the agent once and reads back what happened. */
export async function runAgent(plan: RunPlan): Promise<RunResult> {
  const { recipe, installed, folder, options } = plan;
  const folders = foldersIn(folder);
  const launch = recipe.launch(options);
  if (plan.again !== true) {
    const homeFile = plan.homeFile ?? (({ home }, path) => join(home, path));
    for (const [path, text] of Object.entries(launch.homeFiles)) put(homeFile(folders, path), text);
    mkdirSync(folders.home, { recursive: true });
    for (const [path, text] of Object.entries(launch.projectFiles)) put(join(folders.project, path), text);
    mkdirSync(folders.project, { recursive: true });
    spawnSync("git", ["init", "-q", "-b", "main", folders.project], { env: { PATH: "/usr/bin:/bin", HOME: folders.home } });
    await plan.prepare(folders);
  }
  const at = (name: string) => join(folder, name);
  mkdirSync(at("tmp"), { recursive: true });
  const argv = [installed.program, ...launch.args, ...(plan.moreArgs ?? [])];
  const order: InsideOrder = {
    port: PORT,
    script: plan.script(folders),
    log: at("requests.jsonl"),
    argv,
    env: {
      PATH: `${toolsIn(folder)}:${installed.nodeFolder}:/usr/bin:/bin`,
      HOME: folders.home,
      TMPDIR: at("tmp"),
      TERM: "dumb",
      LANG: "C.UTF-8",
      ...launch.env,
      ...plan.moreEnv?.(folders),
    },
    cwd: join(folders.project, plan.below ?? "."),
    ...(launch.stdin === undefined ? {} : { stdin: launch.stdin }),
    stdout: at("stdout.txt"),
    stderr: at("stderr.txt"),
    result: at("result.json"),
    names: at("resolv.conf"),
    asked: at(ASKED_NAMES),
    ...(plan.watch === true ? { watch: at(WATCHED) } : {}),
    ...(plan.httpServer === true ? { httpServer: at(MCP_CALLS) } : {}),
    seconds: recipe.seconds,
    ...(plan.afterwards === undefined ? {} : { afterwards: plan.afterwards }),
  };
  put(at("order.json"), JSON.stringify(order, null, 2));
  await inNamespace(
    [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "inside.ts"), at("order.json")],
    recipe.seconds + (plan.afterwards ?? 0) + 20,
  );
  const ended = JSON.parse(read(order.result) || '{"exit":null,"timedOut":true,"ms":0}') as Ended;
  const requests = lines<LoggedRequest>(order.log);
  return { ...folders, ...ended, requests, stdout: read(order.stdout), stderr: read(order.stderr), commandLine: argv };
}

/** Names that the run wanted to know, one a line, and what `strace` saw. */
export const ASKED_NAMES = "names.txt";
export const WATCHED = "watched.txt";

/** Where MCP servers note the tools that were called, in the run's folder. */
export const MCP_CALLS = "mcp-calls.txt";

/** Programs that a scenario gives the user, before all others. */
export function toolsIn(root: string): string {
  return join(root, "tools");
}

export function foldersIn(root: string): Folders {
  return { root, home: join(root, "home"), project: join(root, "project") };
}

export function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** These files below the folder. Scripts can be started. */
export function putAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text, text.startsWith("#!") ? 0o755 : 0o644);
}

/** The text of a file, empty where there is none, or something that is not a file. */
export function read(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : "";
}

export function lines<T>(path: string): T[] {
  return read(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** Root may make namespaces as it is; an ordinary user becomes root of a user namespace first. */
function inNamespace(command: readonly string[], seconds: number): Promise<void> {
  const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
  const args = [...user, "-n", "-p", "-f", "--mount-proc", "--kill-child", ...command];
  return new Promise((ended, failed) => {
    const child = spawn("unshare", args, { stdio: ["ignore", "ignore", "inherit"], env: { PATH: process.env["PATH"] ?? "" } });
    const bound = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    child.once("error", failed);
    child.once("exit", () => {
      clearTimeout(bound);
      ended();
    });
  });
}
