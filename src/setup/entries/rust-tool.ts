/**
 * Entries of the Rust tool count as ours: its hooks (RG-15) and its MCP servers (MC-6) are removed, so that nothing fires twice after the
 * move. What the user put beside them stays; lists and objects that become empty go with them.
 */

import { isAbsolute, relative, sep } from "node:path";

import { userPlace } from "../../agents/agent-paths.ts";
import { AGENTS } from "../../agents/list.ts";
import { callsRustTool } from "../../agents/registered-text.ts";
import type { RustServer } from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import type { Editor, Place } from "../../files/editor.ts";
import { jsoncEditor } from "../../files/editors.ts";
import { isAllOfIt, type Removed, removePlaces } from "../../files/remove-places.ts";
import { valueAt } from "../../files/splice/values.ts";
import { fileIncludes } from "../../files/user-file.ts";
import { joined } from "../../host/places.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { Server } from "../../plugins/plugin.ts";
import type { FileOrder, RustEntry } from "./file-plan.ts";
import { isFrame } from "./our-entries.ts";

/** `isAllOfIt`: the file contained only what that tool writes, so it was that tool's file, and is ours. */
export function takeOver(text: string, frames: readonly JsonObject[]): Removed {
  // The last first: the places of the others then stay valid.
  const removed = removePlaces(text, jsoncEditor, (document) => wholeGroup(rustHooks(document).at(-1), document));
  return removed.ok ? { ...removed, isAllOfIt: removed.count > 0 && isFrame(removed.rest, frames) } : removed;
}

/** The group around a hook that is alone in it: without the hook the group would be a matcher for nothing. */
function wholeGroup(place: Place | undefined, value: Json): Place | undefined {
  if (place === undefined) return undefined;
  const list = valueAt(value, place.slice(0, -1));
  const group = place.slice(0, -2);
  return Array.isArray(list) && list.length === 1 && typeof group.at(-1) === "number" ? group : place;
}

const COMMANDS = ["command", "bash"];

/** The places of all hooks of the Rust tool in a document. Its name elsewhere is not ours. */
function rustHooks(document: Json, place: Place = ["hooks"]): Place[] {
  const value = valueAt(document, place);
  if (Array.isArray(value)) return value.flatMap((_, at) => rustHooks(document, [...place, at]));
  if (!isObject(value)) return [];
  if (typeof place.at(-1) === "number" && COMMANDS.some((key) => callsRustTool(lookUp(value, key)))) return [place];
  return Object.keys(value).flatMap((key) => rustHooks(document, [...place, key]));
}

/** MCP servers as the Rust tool wrote them into files and shapes that agents do not read (MC-6): removed where name and value match. */
export interface RustFile {
  readonly identity: FileOrder["identity"];
  readonly entries: readonly RustEntry[];
}

export function rustServerFiles(
  plugins: readonly LoadedPlugin[],
  context: Pick<Context, "home" | "env" | "os" | "cwd">,
  around: string | undefined,
): RustFile[] {
  const written = plugins.flatMap(({ plugin }) => plugin.servers.flatMap((server) => rustFormsOf(server, plugin.directory)));
  if (written.length === 0) return [];
  return AGENTS.flatMap(({ name: agent, relocatedBy, servers: { rust } }): RustFile[] => {
    if (rust === undefined) return [];
    const entries = written.flatMap(([name, server]): RustEntry[] => {
      const value = rust.entry(server);
      return value === undefined ? [] : [{ path: [...rust.table, name], value }];
    });
    const agents = [agent];
    const files: FileOrder["identity"][] = [{ file: userPlace(rust.path, relocatedBy, context), agents, scope: "user" }];
    if (around !== undefined)
      files.push({ file: joined(context.os, around, ...rust.path.split("/")), agents, scope: "project", workspace: around });
    return files.map((identity) => ({ identity, entries: entries.filter(({ path }) => fileIncludes(identity.file, path.at(-1) ?? "")) }));
  }).filter(({ entries }) => entries.length > 0);
}

/** A manifest may name a program by a path in the plugin's folder. */
function rustFormsOf(server: Server, directory: string): (readonly [name: string, RustServer])[] {
  // The Rust tool does not read Agent Plugins.
  if (server.packageRoot !== undefined) return [];
  if (server.transport !== "stdio") return [[server.name, { url: server.url, headers: server.headers }]];
  const { path, args } = server.command;
  const inside = relative(directory, path).split(sep).join("/");
  const isInside = isAbsolute(path) && !inside.startsWith("..");
  const words = isInside ? [path, inside, `./${inside}`] : [path];
  return words.map((command) => [server.name, { command, args, env: server.variables }] as const);
}

/** Finds none in an unreadable text: the plan of what is wanted there reports it. */
export function removeRustServers(text: string, entries: readonly RustEntry[], editor: Editor): Removed {
  const find = (document: Json) => entries.find(({ path, value }) => sameJson(valueAt(document, path) ?? null, value))?.path;
  const removed =
    entries.length > 0 && editor.read(text).ok
      ? removePlaces(text, editor, find)
      : ({ ok: true, text, count: 0, held: [], rest: null } as const);
  return removed.ok ? { ...removed, isAllOfIt: isAllOfIt(removed) } : removed;
}
