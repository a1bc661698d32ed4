/** Switches in the project's or the user's files that keep agents from running hooks here. */

import { isAbsolute, join } from "node:path";

import { exists } from "../host/files.ts";
import { readRegularText } from "../host/read-file.ts";
import { type Json, parseJson, valueAt, withoutComments } from "../model/json.ts";
import type { HookSwitch } from "./agent.ts";
import { SWITCHES } from "./hook-list.ts";

interface ActiveSwitch extends Pick<HookSwitch, "scope" | "file" | "effect"> {
  readonly agent: string;
  readonly title: string;
  readonly says: string;
}

interface SwitchPlaces {
  /** The folder whose files count as the project's; absent outside a project. */
  readonly project?: string;
  /** For the user's files; absent where only the project's files are read. */
  readonly user?: UserFiles;
  /** The document or a promise of it, or `undefined` where it is not TOML. */
  readonly parseToml: (text: string) => unknown;
}

interface UserFiles {
  readonly place: (agent: string, path: string) => string;
  readonly parseYaml: (text: string) => Promise<unknown>;
}

/** Reads each file once, and never rejects. */
export async function activeSwitches(agents: ReadonlySet<string>, places: SwitchPlaces): Promise<readonly ActiveSwitch[]> {
  const { project, user } = places;
  const read = new Map<string, unknown>();
  const documentAt = async (file: string, { reads }: HookSwitch): Promise<unknown> => {
    const known = `${reads} ${file}`;
    if (!read.has(known)) read.set(known, await documentIn(file, reads, places));
    return read.get(known);
  };
  const found: ActiveSwitch[] = [];
  for (const [agent, title, scope, path, reads, key, when, effect] of SWITCHES) {
    if (!agents.has(agent)) continue;
    const one: HookSwitch = { scope, file: path, reads, key, when, effect };
    const file = scope === "user" ? user?.place(agent, path) : project && join(project, path);
    if (!file) continue;
    const document = await documentAt(file, one);
    const keys = keysOf(key, (folder) => [...(project ? [join(project, folder)] : []), ...(user ? [user.place(agent, folder)] : [])]);
    const [first] = keys;
    if (first !== undefined && keys.every((each) => isActive(document, each, one)))
      found.push({ agent, title, scope, file, effect, says: saying(first, one, title, file) });
  }
  return found;
}

function keysOf(key: HookSwitch["key"], placesOf: (folder: string) => readonly string[]): readonly (readonly string[])[] {
  return key.reduce<readonly (readonly string[])[]>(
    (keys, part) => {
      const parts = typeof part === "string" ? [part] : placesOf(part.folder).filter((folder) => exists(folder));
      return keys.flatMap((before) => parts.map((each) => [...before, each]));
    },
    [[]],
  );
}

function saying(key: readonly string[], { reads, effect }: HookSwitch, title: string, file: string): string {
  const written = key.map((part) => (isAbsolute(part) ? JSON.stringify(part) : part)).join(".");
  const what = reads === "folder" ? `the folder ${file}` : `${written} in ${file}`;
  return effect === "off"
    ? `${what} keeps ${title} from running your hooks here`
    : `${what} makes ${title} run code of the project before your hooks`;
}

const MOST_BYTES = 1024 * 1024;

async function documentIn(file: string, reads: HookSwitch["reads"], { parseToml, user }: SwitchPlaces): Promise<unknown> {
  try {
    if (reads === "folder") return folderIsOurs(file);
    const text = readRegularText(file, { maxBytes: MOST_BYTES });
    if (reads === "json") return parseJson(withoutComments(text.replace("\uFEFF", "")));
    if (reads === "yaml") return await user?.parseYaml(text);
    return reads === "toml" ? await parseToml(text) : variablesIn(text);
  } catch {
    return undefined;
  }
}

/** A project's folder replaces the user's plugin folder, which is fine where it calls us too. */
function folderIsOurs(folder: string): boolean {
  try {
    return readRegularText(join(folder, "hooks/hooks.json"), { maxBytes: MOST_BYTES }).includes("symposium-hook");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") return false;
    return !exists(folder);
  }
}

function variablesIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*(?:export\s+)?([\w.-]+)\s*[=:](.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim().replace(/^(["'`])(.*)\1$/, "$2")] as const];
  });
  return Object.fromEntries(lines);
}

function isActive(document: unknown, key: readonly string[], { reads, when }: HookSwitch): boolean {
  if (document === undefined) return false;
  if (reads === "folder") return document === false;
  const value = valueAt(document as Json, ...key);
  if (value === undefined) return false;
  if (when === "set") return value !== "" && value !== false;
  if (when === "no-table") return typeof value !== "object" || value === null || Array.isArray(value);
  return "is" in when ? value === when.is : Array.isArray(value) && value.includes(when.holds);
}
