/** The process of a server: its command line, its folder, and its environment (PG-10, MC-12). */

import type { Context, Environment } from "../../context.ts";
import { lookUp, put } from "../../lookup.ts";
import { commandLine } from "../../platform/interpreter.ts";
import { markedEnvironment } from "../../platform/started-mark.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { referencesIn, withReferences } from "../../plugins/references.ts";
import { handlerEnvironments } from "../../runtime/handler-environment.ts";
import { workspaceFolder } from "../workspace-folder.ts";
import { isPackaged, packagedProcess, type PackagedServer, withVariables } from "./packaged-process.ts";

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
