/** The process of a server: its command line, its folder, and its environment (PG-10, MC-12). */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { commandLine, findProgram, isBareWord, realFiles, type Runnable } from "../../host/command-line.ts";
import { handlerEnvironments } from "../../host/handler-environment.ts";
import { isTextWithoutInterpreter } from "../../host/machine.ts";
import { isVisit } from "../../host/own-process.ts";
import { isFolder, realPathIfThere } from "../../host/paths.ts";
import { joined, type PlacedContext } from "../../host/places.ts";
import { markedEnvironment, STARTED_MARK, startFailure } from "../../host/start-process.ts";
import { lookUp, put } from "../../lookup.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import { expanded, isInData, PLUGIN_DATA, PLUGIN_ROOT, type PluginFolders } from "../agent-plugin/format.ts";
import type { IndexedProcess, NamedValue, Started } from "../plugin.ts";
import { referencesIn, withReferences } from "../secrets.ts";

export type ServerChild = ChildProcessWithoutNullStreams;

export interface ServerProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface NotStartable {
  readonly problem: string;
  readonly hint?: string;
  /** Its program can be acquired. */
  readonly isMissing?: true;
}

export function serverProcess(server: IndexedProcess, app: PlacedContext): ServerProcess | NotStartable {
  const { context, places } = app;
  const { packageRoot, data, covered, isAcquired } = server;
  const workspace = workspaceFolder(context) ?? context.cwd;
  const isPackaged = packageRoot !== undefined && data !== undefined;
  const prepared = isPackaged ? ofPackage(server, packageRoot, data, app) : ofManifest(server, workspace, app);
  if ("problem" in prepared) return prepared;
  const { command, cwd, variables, ...own } = prepared;
  const { env, search } = handlerEnvironments(context, [workspace, context.cwd], places)({ ...own, covered });
  const line = commandLine(command, context.os, search);
  if ("missing" in line) return { problem: line.missing, isMissing: isAcquired };
  return { ...line, cwd, env: isPackaged ? withVariables(env, variables, context.os) : markedEnvironment(env) };
}

/** A command line that is not looked up yet, and what is set in its environment: `env` before that is cleaned, `variables` after, in this order. */
interface Prepared extends Partial<Pick<Started, "env" | "path">> {
  readonly command: Runnable;
  readonly cwd: string;
  readonly variables: readonly NamedValue[];
}

/** As for hooks, variables that could steer it do not reach it unless the manifest refers to them. An unset variable is an error, an empty one is not. */
function ofManifest(server: IndexedProcess, workspace: string, { context: { env, os } }: PlacedContext): Prepared | NotStartable {
  if (server.missing !== undefined) return { problem: server.missing, isMissing: true };
  const anyCase = (name: string) => Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
  const valueOf = (name: string) => lookUp(env, name) ?? lookUp(env, KEPT + name) ?? (os === "windows" ? anyCase(name) : undefined);
  const values: Record<string, string> = {};
  for (const { name, value } of server.variables) {
    const filled = withVariablesOf([value], valueOf);
    if ("unset" in filled) return unsetProblem(`its variable ${name} refers to \${${filled.unset}}, which is not set`, filled.unset);
    put(values, name, filled.texts[0]!);
  }
  return { command: server.command, cwd: server.cwd ?? workspace, env: { ...values, ...server.env }, path: server.path, variables: [] };
}

/** The texts with the values of the variables that they refer to, or one that is not set. */
export function withVariablesOf(
  texts: readonly string[],
  valueOf: (name: string) => string | undefined,
): { readonly texts: readonly string[] } | { readonly unset: string } {
  const unset = texts.flatMap(referencesIn).find((name) => valueOf(name) === undefined);
  return unset === undefined ? { texts: texts.map((text) => withReferences(text, (name) => valueOf(name) ?? "")) } : { unset };
}

export function unsetProblem(problem: string, unset: string): NotStartable {
  return { problem, hint: `set ${unset} in the environment of the agent and restart it` };
}

/** The Node launcher hides some variables from our own runtime under this prefix. */
const KEPT = "SYMPOSIUM_KEPT_";

/**
 * Of an Agent Plugin: its texts, expanded once, its folder, and the two variables that no one else may set. Its `env` is set as it says, and does not
 * decide where a bare command is found. Links are judged now: what was inside the plugin's folder at the last sync may lead out of it today.
 */
function ofPackage(server: IndexedProcess, packageRoot: string, dataName: string, app: PlacedContext): Prepared | NotStartable {
  const root = realPathIfThere(packageRoot);
  if (root === undefined) return { problem: `there is no folder ${packageRoot}`, hint: "run `symposium sync`" };
  const way = wayOut(server.command.path, root, app);
  if (way !== undefined) return { problem: `its command leads out of the plugin's folder, to ${way}` };
  const data = openPluginData(app, dataName);
  if ("problem" in data) return data;
  const folders = { root, data: data.folder };
  const cwd = workingFolder(server.cwd, folders);
  if (typeof cwd !== "string") return cwd;
  const text = (given: string) => expanded(given, folders);
  const own = server.variables.map(({ name, value }) => ({ name, value: text(value) }));
  const given = Object.entries({ [STARTED_MARK]: "1", [PLUGIN_ROOT]: root, [PLUGIN_DATA]: data.folder });
  const variables = [...own, ...given.map(([name, value]) => ({ name, value }))];
  return { command: { ...server.command, args: server.command.args.map(text) }, cwd, variables };
}

function wayOut(path: string, root: string, { context: { os, env } }: PlacedContext): string | undefined {
  if (isBareWord(path, os)) return undefined;
  const target = realPathIfThere(findProgram(path, os, env, realFiles) ?? path);
  return target === undefined || isAtOrBelow(target, root) ? undefined : target;
}

/** A missing folder below the data folder is made: the plugin cannot bring it. */
function workingFolder(cwd: string | undefined, folders: PluginFolders): string | NotStartable {
  if (cwd === undefined) return folders.root;
  const path = resolve(folders.root, expanded(cwd, folders));
  const [top, what] = isInData(cwd) ? [folders.data, "data folder"] : [folders.root, "folder"];
  const there = nearestThere(path);
  if (!isAtOrBelow(there, top)) return { problem: `its \`cwd\` leads out of the plugin's ${what}, to ${there}` };
  try {
    if (isInData(cwd)) mkdirSync(path, { recursive: true, mode: PRIVATE });
  } catch {
    // A file or a link to nowhere is in its place.
  }
  const real = realPathIfThere(path);
  return real !== undefined && isFolder(real) ? real : { problem: `its \`cwd\` ${path} is not a folder` };
}

function nearestThere(path: string): string {
  return realPathIfThere(path) ?? nearestThere(dirname(path));
}

/** Windows ignores the case of names, so that another spelling would be a second variable. */
export function withVariables(
  env: Readonly<Record<string, string>>,
  variables: readonly NamedValue[],
  os: OperatingSystem,
): Readonly<Record<string, string>> {
  let result: Record<string, string> = { ...env };
  for (const { name, value } of variables) {
    if (os === "windows") result = Object.fromEntries(Object.entries(result).filter(([key]) => key.toUpperCase() !== name.toUpperCase()));
    put(result, name, value);
  }
  return result;
}

const PRIVATE = 0o700;

/**
 * The folder in which the servers of an Agent Plugin keep what they write: private to the user and the plugin, and kept until the user removes it. It may
 * not be a link, which would lead to a folder that someone else chose.
 */
export function openPluginData({ context: { os }, places }: PlacedContext, name: string): { readonly folder: string } | NotStartable {
  const folder = joined(os, places.pluginData, name);
  // Root must not leave anything in the directory of another user (RG-26).
  if (isVisit(places)) return { problem: `${places.base} belongs to another user`, hint: "start the agent without sudo" };
  try {
    for (const one of [places.pluginData, folder]) {
      const wrong = troubleWith(one);
      if (wrong !== undefined) return { problem: `its data folder cannot be used: ${wrong}`, hint: `move ${one} away` };
    }
    return { folder: realpathSync.native(folder) };
  } catch (error) {
    return { problem: `its data folder cannot be made: ${(error as Error).message}`, hint: `check ${places.pluginData}` };
  }
}

function troubleWith(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  const found = lstatSync(folder);
  if (!found.isDirectory()) return `${folder} is ${found.isSymbolicLink() ? "a link" : "not a folder"}`;
  const me = process.geteuid?.();
  if (me === undefined) return undefined;
  if (found.uid !== me) return `${folder} belongs to another user`;
  if ((found.mode & 0o077) !== 0) chmodSync(folder, PRIVATE);
  return undefined;
}

/** Its process, once it runs; rejects with the reason why it does not. */
export function startServer(server: ServerProcess, os: OperatingSystem): Promise<ServerChild> {
  const { file, args, cwd, env, verbatim = false } = server;
  const { spawn } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new Error(startFailure(error, { file, cwd }).message));
    if (os !== "windows" && isTextWithoutInterpreter(file)) return fail(Object.assign(new Error("not a program"), { code: "ENOEXEC" }));
    try {
      const options = { cwd, env, windowsHide: true, windowsVerbatimArguments: verbatim, detached: os !== "windows" };
      const child = spawn(file, args, { ...options, stdio: "pipe" });
      child.on("error", fail).on("spawn", () => resolve(child));
    } catch (error) {
      fail(error);
    }
  });
}
