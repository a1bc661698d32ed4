/** What the process of an Agent Plugin's server gets: its texts, expanded once, its folder, and the two variables that no one else may set. */

import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { put } from "../../lookup.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { findProgram, isBareWord, realFiles } from "../../platform/find-program.ts";
import { isFolder } from "../../platform/is-folder.ts";
import type { Runnable } from "../../platform/interpreter.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { realPathIfThere } from "../../platform/real-path.ts";
import { STARTED_MARK } from "../../platform/started-mark.ts";
import { expanded, isInData, type PluginFolders } from "../../plugins/agent-plugin/expand.ts";
import { PLUGIN_DATA, PLUGIN_ROOT } from "../../plugins/agent-plugin/format.ts";
import type { NamedValue } from "../../plugins/plugin.ts";
import { openPluginData } from "./plugin-data.ts";
import type { NotStartable, StartedServer } from "./server-process.ts";

export interface PackagedProcess {
  readonly command: Runnable;
  readonly cwd: string;
  /** In the order in which they are set. */
  readonly variables: readonly NamedValue[];
}

export type PackagedServer = StartedServer & { readonly packageRoot: string; readonly data: string };

export function isPackaged(server: StartedServer): server is PackagedServer {
  return server.packageRoot !== undefined && server.data !== undefined;
}

/** Links are judged now: what was inside the plugin's folder at the last sync may lead out of it today. */
export function packagedProcess(server: PackagedServer, app: PlacedContext): PackagedProcess | NotStartable {
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
