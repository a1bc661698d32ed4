/** Switches in the project's or the user's files that keep agents from running hooks here. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { type Json, parseJson } from "../canonical/json.ts";
import { withoutComments } from "../canonical/without-comments.ts";
import { readRegularText } from "../platform/read-regular.ts";
import type { HookSwitch, Scope } from "./agent.ts";
import { valueAt } from "./json-path.ts";
import { SWITCHES } from "./switches.ts";

export interface ThrownSwitch {
  readonly agent: string;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  readonly effect: HookSwitch["effect"];
  /** The switch, its file, and its effect, as one sentence. */
  readonly says: string;
}

export interface SwitchPlaces {
  /** The folder whose files count as the project's; absent outside a project. */
  readonly project?: string;
  /** The path of a user's file; absent where only the project's files are read. */
  readonly userFile?: (agent: string, path: string) => string;
  /** The document, or `undefined` where it is not TOML. */
  readonly parseToml: (text: string) => unknown;
}

/** Reads each file once, and never throws. */
export function thrownSwitches(agents: ReadonlySet<string>, places: SwitchPlaces): readonly ThrownSwitch[] {
  const read = new Map<string, unknown>();
  const documentAt = (file: string, one: HookSwitch): unknown => {
    const known = `${one.reads} ${file}`;
    if (!read.has(known)) read.set(known, documentIn(file, one.reads, places));
    return read.get(known);
  };
  return SWITCHES.filter(([agent]) => agents.has(agent)).flatMap(
    ([agent, title, scope, path, reads, key, when, effect]): ThrownSwitch[] => {
      const one: HookSwitch = { scope, file: path, reads, key, when, effect };
      const file = scope === "user" ? places.userFile?.(agent, one.file) : places.project && join(places.project, one.file);
      if (!file || !isThrown(documentAt(file, one), one)) return [];
      return [{ agent, title, scope, file, effect, says: saying(one, title, file) }];
    },
  );
}

function saying({ key, reads, effect }: HookSwitch, title: string, file: string): string {
  const what = reads === "folder" ? `the folder ${file}` : `${key.join(".")} in ${file}`;
  return effect === "off"
    ? `${what} keeps ${title} from running your hooks here`
    : `${what} makes ${title} run code of the project before your hooks`;
}

const MOST_BYTES = 1024 * 1024;

function documentIn(file: string, reads: HookSwitch["reads"], { parseToml }: SwitchPlaces): unknown {
  try {
    if (reads === "folder") return folderIsOurs(file);
    const text = readRegularText(file, { maxBytes: MOST_BYTES });
    if (reads === "json") return parseJson(withoutComments(text.replace("\uFEFF", "")));
    return reads === "toml" ? parseToml(text) : variablesIn(text);
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
    return !existsSync(folder);
  }
}

/** The names that a file of `NAME=value` lines sets. */
function variablesIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").flatMap((line) => {
    const [, name, value] = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(lines);
}

function isThrown(document: unknown, { reads, key, when }: HookSwitch): boolean {
  if (document === undefined) return false;
  if (reads === "folder") return document === false;
  const value = valueAt(document as Json, ...key);
  if (value === undefined) return false;
  if (when === "set") return value !== "" && value !== false;
  if (when === "no-table") return typeof value !== "object" || value === null || Array.isArray(value);
  return "is" in when ? value === when.is : Array.isArray(value) && value.includes(when.holds);
}
