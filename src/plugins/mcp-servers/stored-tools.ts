/** The tools of servers as they were last listed, so that a list of tools starts none of them (MC-7). */

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "@modelcontextprotocol/client";

import { sha256 } from "../../host/engine.ts";
import { isGuest } from "../../host/own-process.ts";
import type { Places } from "../../host/places.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { removeQuietly, writeAtomically } from "../../host/write-file.ts";
import { isObject, parseJson } from "../../model/json.ts";
import type { IndexedServer } from "../plugin.ts";

const FORMAT = "symposium-tools/1";
const MOST_BYTES = 8 * 1024 * 1024;

/** Far above the servers of a machine; the oldest go. */
const MOST_FILES = 500;

/** Equal as long as the server's definition, its plugin's manifest and the files that the user agreed to are the same. */
export function serverDigest(server: IndexedServer): string {
  return sha256(JSON.stringify(server));
}

export function readStoredTools(server: IndexedServer, places: Places): readonly Tool[] | undefined {
  const text = readRegularTextIfAny(fileOf(server, places), { maxBytes: MOST_BYTES, isOurs: true });
  const stored = text === undefined ? undefined : parseJson(text);
  if (!isObject(stored) || stored["format"] !== FORMAT || !Array.isArray(stored["tools"])) return undefined;
  return checkTools(server.name, stored["tools"]).tools;
}

/** Never throws: without stored tools the server is started again. */
export function storeTools(server: IndexedServer, tools: readonly Tool[], places: Places): void {
  if (isGuest(places)) return;
  const { plugin, source, name } = server;
  const text = `${JSON.stringify({ format: FORMAT, plugin, source, name, tools })}\n`;
  if (text.length > MOST_BYTES) return;
  const file = fileOf(server, places);
  try {
    if (readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) === text) return;
    mkdirSync(folderOf(places), { recursive: true });
    writeAtomically(file, text, { mode: 0o600 });
    removeOldest(folderOf(places));
  } catch {
    // The disk may be full, or the folder not ours.
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (files.length <= MOST_FILES) return;
  const changed = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const aged = files.map((name) => join(folder, name)).map((path) => ({ path, at: changed(path) }));
  for (const { path } of aged.sort((one, other) => one.at - other.at).slice(0, files.length - MOST_FILES)) removeQuietly(path);
}

function folderOf({ cache }: Places): string {
  return join(cache, "server-tools");
}

function fileOf(server: IndexedServer, places: Places): string {
  return join(folderOf(places), `${serverDigest(server).slice(0, 32)}.json`);
}

/** What the protocol allows; clients reject other names, some with the whole list. */
const NAME = /^[A-Za-z0-9_.-]+$/;
const LONGEST_NAME = 128;
const MOST_TOOLS = 500;
const LONGEST_TOOL = 256 * 1024;

/** `<server>__<tool>`, as hook matchers know it behind `mcp__`. */
export function offeredName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

/** Which tools of a server are offered on, and why others are not: a server's list is a stranger's text. */
export function checkTools(server: string, listed: readonly unknown[]) {
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  for (const tool of listed.slice(0, MOST_TOOLS)) {
    const name = isObject(tool) ? (tool as { name?: unknown }).name : undefined;
    const wrong = typeof name === "string" ? problemOf(server, name, tool as Tool, tools) : "a tool has no name";
    if (wrong === undefined) tools.set(name as string, tool as Tool);
    else problems.push(wrong);
  }
  if (listed.length > MOST_TOOLS) problems.push(`only the first ${MOST_TOOLS} of ${listed.length} tools are offered`);
  return { tools: [...tools.values()], problems };
}

function problemOf(server: string, name: string, tool: Tool, others: ReadonlyMap<string, Tool>): string | undefined {
  if (!NAME.test(name) || !NAME.test(server))
    return `${JSON.stringify(offeredName(server, name).slice(0, 200))} is not a valid name for a tool`;
  if (offeredName(server, name).length > LONGEST_NAME) return `the name of the tool \`${name.slice(0, 40)}…\` is too long`;
  if (others.has(name)) return `the tool \`${name}\` is listed twice`;
  if (!isObject(tool.inputSchema)) return `the tool \`${name}\` has no \`inputSchema\``;
  return JSON.stringify(tool).length > LONGEST_TOOL ? `the description of the tool \`${name}\` is too long` : undefined;
}
