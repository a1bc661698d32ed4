/**
 * `state.toml`: what is remembered from one run to the next. The file is ours, but other keys and comments in it stay: only values that
 * change are written. Two runs at once may each write it; the worst result is one check for updates too many.
 */

import { dirname } from "node:path";

import { succeeds } from "../errors.ts";
import { makeFolder, rename } from "../host/files.ts";
import { writeAtomically } from "../host/write-file.ts";
import { lookUp } from "../lookup.ts";
import { stringOr } from "../model/json.ts";
import { isNewer } from "../model/semantic-version.ts";
import { readTextFile } from "./text-file.ts";
import { tomlIn, type TomlTable } from "./toml.ts";

interface State {
  /** Of the program that last ran a command. */
  readonly version?: string;
  /** Times are milliseconds since 1970. */
  readonly lastUpdateCheck?: number;
  /** The result of that check. */
  readonly latestVersion?: string;
  /** When an agent was last told about a newer version. */
  readonly lastUpdateHint?: number;
}

/** A missing or damaged file is empty. */
export function readState(file: string): State {
  const read = readTextFile(file);
  return read.kind === "text" ? stateIn(tomlIn(read.text) ?? {}) : {};
}

/**
 * Writes only changes. Never throws: Symposium works without this memory, so it only returns whether it could be
 * written. A file that is not TOML is kept beside the new one.
 */
export function recordState(file: string, change: State): boolean {
  const read = readTextFile(file);
  // A device or a folder in its place stays.
  if (read.kind === "bad" && read.isDamaged !== true) return false;
  const text = read.kind === "text" ? read.text : "";
  return succeeds(() => {
    const values = valuesOf(change);
    const after = read.kind === "bad" ? undefined : edited(text, values);
    if (after === text) return;
    if (after === undefined) rename(file, damagedStateOf(file));
    makeFolder(dirname(file), 0o777);
    writeAtomically(file, after ?? edited("", values)!, { follow: true });
  });
}

/** The version that ran before this one; `undefined` on the first run, and when it was the same. */
export function stampVersion(file: string, version: string): string | undefined {
  const { version: before } = readState(file);
  if (before === version) return undefined;
  recordState(file, { version });
  return before;
}

export function damagedStateOf(file: string): string {
  return `${file}.damaged`;
}

const KEYS = {
  version: "version",
  lastUpdateCheck: "last-update-check",
  latestVersion: "latest-version",
  lastUpdateHint: "last-update-hint",
} as const satisfies Record<keyof State, string>;

function stateIn(table: TomlTable): State {
  return {
    version: stringOr(table[KEYS.version], undefined),
    lastUpdateCheck: timeOf(table[KEYS.lastUpdateCheck]),
    latestVersion: stringOr(table[KEYS.latestVersion], undefined),
    lastUpdateHint: timeOf(table[KEYS.lastUpdateHint]),
  };
}

/** RFC 3339, in quotes as the Rust tool writes it or bare. */
function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

function valuesOf(state: State): Readonly<Record<string, string>> {
  const pairs = Object.entries(KEYS).flatMap(([name, key]) => {
    const value = state[name as keyof State];
    return value === undefined ? [] : [[key, typeof value === "number" ? new Date(value).toISOString() : value] as const];
  });
  return Object.fromEntries(pairs);
}

/** The text with the values in it; `undefined` where it is not TOML, or its form does not allow them. */
function edited(text: string, values: Readonly<Record<string, string>>): string | undefined {
  const before = tomlIn(text);
  if (before === undefined) return undefined;
  const changed = Object.entries(values).filter(([key, value]) => lookUp(before, key) !== value);
  const after = changed.reduce((from, [key, value]) => withValue(from, key, JSON.stringify(value)), text);
  const table = tomlIn(after);
  return table !== undefined && sameTables(table, { ...before, ...values }) ? after : undefined;
}

/** Replaces the present value, or adds the last line before the first table. */
function withValue(text: string, key: string, value: string): string {
  const table = /^[ \t]*\[/m.exec(text)?.index ?? text.length;
  const head = text.slice(0, table);
  const present = new RegExp(`^([ \\t]*${key}[ \\t]*=[ \\t]*)(?:"[^"\\\\\\n]*"|'[^'\\n]*'|[^\\s"'#\\[{]+)`, "m");
  if (present.test(head)) return head.replace(present, (_all, lead: string) => lead + value) + text.slice(table);
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}${key} = ${value}\n${text.slice(table)}`;
}

function sameTables(left: TomlTable, right: TomlTable): boolean {
  const sorted = (table: TomlTable) => JSON.stringify(Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1)));
  return sorted(left) === sorted(right);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** For what happens at most daily. A time in the future is from before the clock was set back, and is ignored. */
export function isLongAgo(time: number | undefined, now: number): boolean {
  return time === undefined || time > now || now - time >= DAY_MS;
}

type Versions = { readonly latest: string | undefined; readonly current: string };

/** `undefined` where there is nothing newer. */
export function updateNews({ latest, current }: Versions, calledAs: string): string | undefined {
  if (latest === undefined || !isNewer(latest, current)) return undefined;
  return `symposium ${latest} is available (current: ${current}). Run \`${calledAs} self-update\` to upgrade.`;
}
