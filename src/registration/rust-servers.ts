/** MCP servers as the Rust tool wrote them into files and shapes that agents do not read (MC-6): removed where name and value match. */

import { isAbsolute, relative, sep } from "node:path";

import { userPlace } from "../agents/hook-place.ts";
import { AGENTS } from "../agents/list.ts";
import type { RustServer } from "../agents/set-up.ts";
import { isObject, sameJson, type Json } from "../canonical/json.ts";
import type { Edited, Editor } from "../config-files/editor.ts";
import { fileIncludes } from "../config-files/user-file.ts";
import type { Context } from "../context.ts";
import { joined } from "../platform/places.ts";
import type { LoadedPlugin } from "../plugins/active-plugins.ts";
import type { Server } from "../plugins/plugin.ts";
import type { FileOrder } from "./file-plan.ts";
import { valueAt } from "./our-entries.ts";
import { containersOf } from "./take-over.ts";

export interface RustEntry {
  readonly path: readonly string[];
  readonly value: Json;
}

export interface RustFile {
  readonly identity: FileOrder["identity"];
  readonly entries: readonly RustEntry[];
}

/** The files with an entry that may be one: in the home, and in the current project. */
export function rustServerFiles(
  plugins: readonly LoadedPlugin[],
  context: Pick<Context, "home" | "env" | "os" | "cwd">,
  around: string | undefined,
): RustFile[] {
  const written = plugins.flatMap(({ plugin }) => plugin.servers.flatMap((server) => formsOf(server, plugin.directory)));
  if (written.length === 0) return [];
  return AGENTS.flatMap(({ name: agent, relocatedBy, servers: { rust } }): RustFile[] => {
    if (rust === undefined) return [];
    const entries = written.flatMap(([name, server]): RustEntry[] => {
      const value = rust.entry(server);
      return value === undefined ? [] : [{ path: [...rust.table, name], value }];
    });
    const home = userPlace(rust.path, relocatedBy, context);
    const files: FileOrder["identity"][] = [
      { file: home, agents: [agent], scope: "user" },
      ...(around === undefined
        ? []
        : [{ file: joined(context.os, around, ...rust.path.split("/")), agents: [agent], scope: "project" as const, workspace: around }]),
    ];
    return files.map((identity) => ({ identity, entries: entries.filter(({ path }) => fileIncludes(identity.file, path.at(-1) ?? "")) }));
  }).filter(({ entries }) => entries.length > 0);
}

/** A manifest may name a program by a path in the plugin's folder. */
function formsOf(server: Server, directory: string): (readonly [name: string, RustServer])[] {
  // It does not read Agent Plugins.
  if (server.packageRoot !== undefined) return [];
  if (server.transport !== "stdio") return [[server.name, { url: server.url, headers: server.headers }]];
  const { path, args } = server.command;
  const inside = relative(directory, path).split(sep).join("/");
  const isInside = isAbsolute(path) && !inside.startsWith("..");
  const words = isInside ? [path, inside, `./${inside}`] : [path];
  return words.map((command) => [server.name, { command, args, env: server.variables }] as const);
}

export type RustRemoved =
  | Extract<Edited, { ok: false }>
  | { readonly ok: true; readonly text: string; readonly count: number; readonly isAllOfIt: boolean };

/** Tables that become empty go with them. */
export function removeRustServers(text: string, entries: readonly RustEntry[], editor: Editor): RustRemoved {
  let [now, count] = [text, 0];
  for (const { path, value } of entries) {
    const read = editor.read(now);
    // Unreadable: what is wanted there says so.
    if (!read.ok) return { ok: true, text, count: 0, isAllOfIt: false };
    const there = valueAt(read.value, path);
    if (there === undefined || !sameJson(there, value)) continue;
    const edited = editor.removeAt(now, path, containersOf(path));
    if (!edited.ok) return edited;
    [now, count] = [edited.text, count + 1];
  }
  const left = count === 0 ? undefined : editor.read(now);
  const isAllOfIt = left?.ok === true && (left.value === null || (isObject(left.value) && Object.keys(left.value).length === 0));
  return { ok: true, text: now, count, isAllOfIt: isAllOfIt && !/\/\/|\/\*|#/.test(now) };
}
