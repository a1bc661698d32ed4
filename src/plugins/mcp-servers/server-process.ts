/** The process of a server: its command line, its folder, and its environment (PG-10, MC-12). */

import { chmodSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

import type { Context, Environment, OperatingSystem } from "../../context.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { commandLine, findProgram, isBareWord, realFiles, type Runnable } from "../../host/command-line.ts";
import { handlerEnvironments } from "../../host/handler-environment.ts";
import { isVisit } from "../../host/own-process.ts";
import { isFolder, realPathIfThere } from "../../host/paths.ts";
import { joined, type PlacedContext } from "../../host/places.ts";
import { markedEnvironment, STARTED_MARK } from "../../host/start-process.ts";
import { lookUp, put } from "../../lookup.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import { expanded, isInData, PLUGIN_DATA, PLUGIN_ROOT, type PluginFolders } from "../agent-plugin/format.ts";
import type { Indexed, IndexedStart, NamedValue, ProcessServer, RemoteServer, Started } from "../plugin.ts";
import { referencesIn, withReferences } from "../secrets.ts";

export type StartedServer = Extract<IndexedServer, { readonly transport: "stdio" }>;

export interface ServerProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Why a server cannot be started, and what to do. */
export interface NotStartable {
  readonly problem: string;
  readonly hint?: string;
  /** Its program can be acquired. */
  readonly isMissing?: true;
}

/** As for hooks, variables that could steer it do not reach it unless the manifest refers to them. */
export function serverProcess(server: StartedServer, app: PlacedContext): ServerProcess | NotStartable {
  if (isPackaged(server)) return ofPackage(server, app);
  const { context } = app;
  const acquirable = server.isAcquired === true ? { isMissing: true as const } : {};
  if (server.missing !== undefined) return { problem: server.missing, isMissing: true };
  const variables = resolvedVariables(server, context);
  if ("problem" in variables) return variables;
  const workspace = workspaceFolder(context) ?? context.cwd;
  const { path, covered } = server;
  const own = {
    env: { ...variables.values, ...server.env },
    ...(path === undefined ? {} : { path }),
    ...(covered === undefined ? {} : { covered }),
  };
  const { env, search } = handlerEnvironments(context, [workspace, context.cwd], app.places)(own);
  const line = commandLine(server.command, context.os, search);
  if ("missing" in line) return { problem: line.missing, ...acquirable };
  return { ...line, cwd: server.cwd ?? workspace, env: markedEnvironment(env) };
}

/** Of an Agent Plugin. Its `env` is set as it says, and does not decide where a bare command is found. */
function ofPackage(server: PackagedServer, app: PlacedContext): ServerProcess | NotStartable {
  const { context } = app;
  const packaged = packagedProcess(server, app);
  if ("problem" in packaged) return packaged;
  const own = server.covered === undefined ? {} : { covered: server.covered };
  const { env, search } = handlerEnvironments(context, [workspaceFolder(context) ?? context.cwd, context.cwd], app.places)(own);
  const line = commandLine(packaged.command, context.os, search);
  if ("missing" in line) return { problem: line.missing };
  return { ...line, cwd: packaged.cwd, env: withVariables(env, packaged.variables, context.os) };
}

/** The manifest's `env`. An unset variable is an error, an empty one is not. */
function resolvedVariables(
  { variables }: StartedServer,
  { env, os }: Context,
): { readonly values: Readonly<Record<string, string>> } | NotStartable {
  const valueOf = (name: string) => lookUp(env, name) ?? lookUp(env, KEPT + name) ?? (os === "windows" ? anyCase(env, name) : undefined);
  const values: Record<string, string> = {};
  for (const { name, value } of variables) {
    const unset = referencesIn(value).find((reference) => valueOf(reference) === undefined);
    if (unset !== undefined)
      return {
        problem: `its variable ${name} refers to \${${unset}}, which is not set`,
        hint: `set ${unset} in the environment of the agent and restart it`,
      };
    put(
      values,
      name,
      withReferences(value, (reference) => valueOf(reference) ?? ""),
    );
  }
  return { values };
}

/** The Node launcher hides some variables from our own runtime under this prefix. */
const KEPT = "SYMPOSIUM_KEPT_";

function anyCase(env: Environment, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

/** What the process of an Agent Plugin's server gets: its texts, expanded once, its folder, and the two variables that no one else may set. */
interface PackagedProcess {
  readonly command: Runnable;
  readonly cwd: string;
  /** In the order in which they are set. */
  readonly variables: readonly NamedValue[];
}

type PackagedServer = StartedServer & { readonly packageRoot: string; readonly data: string };

function isPackaged(server: StartedServer): server is PackagedServer {
  return server.packageRoot !== undefined && server.data !== undefined;
}

/** Links are judged now: what was inside the plugin's folder at the last sync may lead out of it today. */
function packagedProcess(server: PackagedServer, app: PlacedContext): PackagedProcess | NotStartable {
  const root = realPathIfThere(server.packageRoot);
  if (root === undefined) return { problem: `there is no folder ${server.packageRoot}`, hint: "run `symposium sync`" };
  const way = wayOut(server.command.path, root, app);
  if (way !== undefined) return { problem: `its command leads out of the plugin's folder, to ${way}` };
  const data = openPluginData(app, server.data);
  if ("problem" in data) return data;
  const folders = { root, data: data.folder };
  const cwd = workingFolder(server.cwd, folders);
  if (typeof cwd !== "string") return cwd;
  const text = (given: string) => expanded(given, folders);
  return {
    command: { ...server.command, args: server.command.args.map(text) },
    cwd,
    variables: [
      ...server.variables.map(({ name, value }) => ({ name, value: text(value) })),
      { name: STARTED_MARK, value: "1" },
      { name: PLUGIN_ROOT, value: root },
      { name: PLUGIN_DATA, value: data.folder },
    ],
  };
}

/** Where a command that comes with the plugin leads, if that is outside; a missing one leads nowhere. */
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
  if (isInData(cwd)) makeFolder(path);
  const real = realPathIfThere(path);
  return real !== undefined && isFolder(real) ? real : { problem: `its \`cwd\` ${path} is not a folder` };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // A file or a link to nowhere is in its place.
  }
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

/** The folder in which the servers of an Agent Plugin keep what they write: private to the user and the plugin, and kept until the user removes it. */
const PRIVATE = 0o700;

/** Makes it where it is missing. A link is not followed: it would give the server a folder that someone else chose. */
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

/** A folder that others may enter becomes private again. */
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

/** An MCP server that may run here (MC-11), or one that may be reached. */
export type IndexedServer = IndexedProcess | (Indexed & AboutServer & Omit<RemoteServer, "gate">);

/** It belongs to this workspace and is registered nowhere else (MC-4). */
type AboutServer = { readonly isGated: boolean };

type IndexedProcess = IndexedStart &
  AboutServer &
  Omit<ProcessServer, keyof Started | "gate"> &
  Pick<Started, "isAcquired"> & {
    /** Of an Agent Plugin: the name of its data folder. */
    readonly data?: string;
  };
