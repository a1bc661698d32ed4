/** The tools of servers as they were last listed, so that a list of tools starts none of them (MC-7). */

import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Tool } from "@modelcontextprotocol/client";

import { isObject, parseJson } from "../../canonical/json.ts";
import { isGuest } from "../../platform/other-owner.ts";
import type { Places } from "../../platform/places.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { removeQuietly } from "../../platform/remove-quietly.ts";
import { sha256 } from "../../platform/sha256.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { checkTools } from "./check-tools.ts";

const FORMAT = "symposium-tools/1";
const MOST_BYTES = 8 * 1024 * 1024;
/** Far above the servers of a machine; the oldest go. */
const MOST_FILES = 500;

/** Equal as long as the server's definition, its plugin's manifest and the files that the user agreed to are the same. */
export function serverDigest(server: IndexedServer): string {
  return sha256(JSON.stringify(server));
}

/** `undefined` where nothing usable is stored. */
export function readStoredTools(server: IndexedServer, places: Places): readonly Tool[] | undefined {
  const text = readRegularTextIfAny(fileOf(server, places), { maxBytes: MOST_BYTES, isOurs: true });
  const stored = text === undefined ? undefined : parseJson(text);
  if (!isObject(stored) || stored["format"] !== FORMAT || !Array.isArray(stored["tools"])) return undefined;
  return checkTools(server.name, stored["tools"]).tools;
}

/** Never throws: without it the server is started again. */
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
  const aged = files.map((name) => ({
    path: join(folder, name),
    at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  for (const { path } of aged.sort((one, other) => one.at - other.at).slice(0, files.length - MOST_FILES)) removeQuietly(path);
}

function folderOf({ cache }: Places): string {
  return join(cache, "server-tools");
}

function fileOf(server: IndexedServer, places: Places): string {
  return join(folderOf(places), `${serverDigest(server).slice(0, 32)}.json`);
}
