/**
 * The data of Yarn's Plug'n'Play: one file says where each package is. It is a program with the data inside, or has the data beside it; only the data is
 * read, and nothing is run.
 */

import { join } from "node:path";

import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { isTable } from "../../documents/toml.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { stampOf } from "../../platform/stamp.ts";

/** The program, and the data where it is on its own. */
export const PNP_FILES = [".pnp.cjs", ".pnp.data.json"] as const;

export interface PnpData {
  readonly locations: () => Locations;
  /** The names of packages that are in folders. */
  readonly foldersOf: () => ReadonlySet<string>;
}

/** By name: references and where they are. */
export type Locations = ReadonlyMap<string, readonly (readonly [reference: string, location: string])[]>;

const known = new Map<string, { readonly stamps: string; readonly data: PnpData }>();

/** Read once for all packages of a root. */
export function pnpData(root: string): PnpData {
  const stamps = PNP_FILES.map((file) => stampOf(join(root, file))).join(" ");
  const before = known.get(root);
  if (before?.stamps === stamps) return before.data;
  const text = textOf(root);
  let [locations, folders]: [Locations?, ReadonlySet<string>?] = [];
  const data = { locations: () => (locations ??= parsed(text)), foldersOf: () => (folders ??= foldersIn(text)) };
  known.set(root, { stamps, data });
  return data;
}

/** Far above any real one. */
const LARGEST = 16 * 1024 * 1024;

/** Empty where there is none. */
function textOf(root: string): string {
  const bounds = boundsOf(root);
  const [program, data] = PNP_FILES.map((file) => {
    const read = readTextFileWithin(join(root, file), bounds, LARGEST);
    return read.kind === "text" ? read.text : "";
  });
  return data || program || "";
}

const KEY = '"packageLocation":';
const MODULES = "/node_modules/";

/** In the text, which is a tenth of the time of parsing it. */
function foldersIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = text.indexOf(KEY); at !== -1; at = text.indexOf(KEY, at + 1)) {
    const start = text.indexOf('"', at + KEY.length) + 1;
    const location = text.slice(start, text.indexOf('"', start));
    const modules = location.lastIndexOf(MODULES);
    if (modules !== -1 && !location.endsWith(".zip", modules)) names.add(location.slice(modules + MODULES.length).replace(/\/$/, ""));
  }
  return names;
}

function parsed(text: string): Locations {
  try {
    const data: unknown = JSON.parse(text.startsWith("{") ? text : (dataIn(text) ?? ""));
    return locationsIn(data);
  } catch {
    return new Map();
  }
}

/** A string literal with the data as JSON, or, in older versions, the data as an object literal that is also JSON. */
function dataIn(program: string): string | undefined {
  const literal = /\bRAW_RUNTIME_STATE\s*=\s*'/.exec(program);
  if (literal !== null) return unquoted(program, literal.index + literal[0].length);
  const call = program.indexOf(OLD_START);
  const end = program.indexOf(OLD_END, call);
  return call === -1 || end === -1 ? undefined : program.slice(call + OLD_START.length - 1, end + 1);
}

const OLD_START = "hydrateRuntimeState({";
const OLD_END = "}, {basePath:";

/** Yarn escapes backslashes, quotes and line ends, each by a backslash before it. */
function unquoted(program: string, start: number): string | undefined {
  const parts: string[] = [];
  let [from, at, quote] = [start, start, program.indexOf("'", start)];
  for (;;) {
    if (quote !== -1 && quote < at) quote = program.indexOf("'", at);
    if (quote === -1) return undefined;
    const slash = program.indexOf("\\", at);
    if (slash === -1 || quote < slash) break;
    parts.push(program.slice(from, slash));
    // A line that goes on leaves nothing; anything else stands for itself.
    from = program[slash + 1] === "\n" ? slash + 2 : slash + 1;
    at = slash + 2;
  }
  parts.push(program.slice(from, quote));
  return parts.join("");
}

function locationsIn(data: unknown): Locations {
  const locations = new Map<string, (readonly [string, string])[]>();
  for (const [name, references] of pairsOf(isTable(data) ? data["packageRegistryData"] : undefined)) {
    if (typeof name !== "string") continue;
    for (const [reference, found] of pairsOf(references)) {
      const packageLocation = isTable(found) ? found["packageLocation"] : undefined;
      if (typeof reference !== "string" || typeof packageLocation !== "string") continue;
      const others = locations.get(name);
      if (others === undefined) locations.set(name, [[reference, packageLocation]]);
      else others.push([reference, packageLocation]);
    }
  }
  return locations;
}

function pairsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  return Array.isArray(value) ? value.filter((pair): pair is [unknown, unknown] => Array.isArray(pair)) : [];
}
