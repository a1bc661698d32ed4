/** `pnpm-lock.yaml` of formats 5, 6 and 9, read by lines: a YAML parser would take most of a hook call's time. */

import {
  type Asked,
  endOfLine,
  folderFrom,
  indentOf,
  isArchive,
  lineText,
  type LockedPackage,
  mistakeAt,
  pairOf,
  type ReadLock,
  unfinished,
  unquoted,
} from "./lock.ts";

export function readPnpmLock(text: string): ReadLock {
  const wrong = unfinished(text);
  if (wrong !== undefined) return wrong;
  const file: PnpmFile = { importers: new Map(), packages: new Map(), text, format: Number.NaN };
  const bad = readSections(file);
  if (bad !== undefined) return mistakeAt(text, bad, "is not in the form that pnpm writes");
  if (Number.isNaN(file.format)) return mistakeAt(text, 0, "is not a lock file of pnpm: it has no `lockfileVersion`");
  if (file.format < 5 || file.format >= 10) return mistakeAt(text, 0, `has format ${file.format}, which Symposium cannot read`);
  const find = (asked: Asked) => {
    const resolved = file.importers.get(asked.place)?.get(asked.key);
    return resolved === undefined ? fromOther(file, asked) : packageOf(resolved, asked, file);
  };
  return { ok: true, lock: { find } };
}

interface PnpmFile {
  readonly text: string;
  format: number;
  /** By place: what each name is resolved to. */
  readonly importers: Map<string, Map<string, string>>;
  /** By key: where the lines of a package begin. */
  readonly packages: Map<string, number>;
}

/** The place of the first line that pnpm does not write. */
function readSections(file: PnpmFile): number | undefined {
  const { text } = file;
  // Before the lock file pnpm 11 and newer write another document, with what pnpm itself needs.
  const last = text.lastIndexOf("\n---");
  for (let start = last === -1 ? 0 : endOfLine(text, last + 1) + 1; start < text.length;) {
    const end = endOfLine(text, start);
    const line = lineText(text, start, end);
    start = end + 1;
    if (line === "" || line.startsWith("#") || line.startsWith(" ") || line === "---") continue;
    const pair = pairOf(line);
    if (pair === undefined) return end - line.length;
    if (pair.key === "lockfileVersion") file.format = Number.parseFloat(unquoted(pair.value)) || 0;
    // Nothing after it is needed, and it is a third of the file.
    else if (pair.key === "snapshots") return undefined;
    else if (pair.key === "packages") start = indexPackages(file, start);
    else if (pair.key === "importers" || KINDS.has(pair.key)) {
      const read = readImporters(file, pair.key === "importers" ? 2 : 0, start);
      if (read.bad !== undefined) return read.bad;
      start = read.end;
    }
  }
  return undefined;
}

const KINDS: ReadonlySet<string> = new Set(["dependencies", "devDependencies", "optionalDependencies"]);

/** Below `importers`: places of members, kinds, names, and from format 6 on `specifier` and `version`. A project alone has the kinds at the top (`base` 0). */
function readImporters(file: PnpmFile, base: number, from: number): { readonly end: number; readonly bad?: number } {
  const { text, importers } = file;
  let place = "";
  let isKind = base === 0;
  let name = "";
  const put = (value: string) => importers.set(place, (importers.get(place) ?? new Map<string, string>()).set(name, unquoted(value)));
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const indent = indentOf(text, start);
    const line = lineText(text, start + indent, end);
    if (line !== "" && indent === 0) return { end: start };
    const lineStart = start;
    start = end + 1;
    if (line === "" || (indent > base && !isKind && indent !== base + 2 && indent !== 2)) continue;
    const pair = pairOf(line);
    if (pair === undefined) return { end: start, bad: lineStart + indent };
    if (base === 2 && indent === 2) {
      place = pair.key === "." ? "" : pair.key;
      importers.set(place, importers.get(place) ?? new Map());
      isKind = false;
    } else if (base === 2 && indent === 4) isKind = KINDS.has(pair.key);
    else if (isKind && indent === base + (base === 2 ? 4 : 2)) {
      name = pair.key;
      if (pair.value !== "") put(pair.value);
    } else if (isKind && pair.key === "version") put(pair.value);
  }
  return { end: text.length };
}

/** Only where each begins: few of thousands are asked for. */
function indexPackages({ text, packages }: PnpmFile, from: number): number {
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const isDeeper = text.charCodeAt(start) === 32 && text.charCodeAt(start + 2) === 32;
    if (!isDeeper) {
      const indent = indentOf(text, start);
      const line = lineText(text, start + indent, end);
      if (line !== "" && indent === 0) return start;
      // Keys of more than 1,024 letters have a line of their own, which begins with a question mark.
      const isUsual = line.endsWith(":") && !line.startsWith("'") && !line.startsWith('"');
      const key = isUsual ? line.slice(0, -1) : line.startsWith("? ") ? unquoted(line.slice(2)) : pairOf(line)?.key;
      if (key !== undefined) packages.set(key, end + 1);
    }
    start = end + 1;
  }
  return text.length;
}

/** Peers, and lines newer than the lock file: what another member has, if it is good for this one. */
function fromOther(file: PnpmFile, asked: Asked): LockedPackage | undefined {
  for (const [place, importer] of file.importers) {
    const resolved = importer.get(asked.key);
    const found = resolved === undefined ? undefined : packageOf(resolved, { ...asked, place }, file);
    if (found?.kind === "registry" && found.name === asked.name && found.version !== undefined && asked.meets(found.version)) return found;
  }
  return undefined;
}

/** What the lock file says about a package: the formats spell keys, aliases and peers differently. */
function packageOf(resolved: string, { place, key }: Asked, file: PnpmFile): LockedPackage {
  // `1.0.0(react@18.0.0)`, before format 6 `1.0.0_react@18.0.0`.
  const [bare = ""] = resolved.split("(", 1);
  if (bare.startsWith("link:")) return { name: key, kind: "path", folder: folderFrom(place, bare.slice("link:".length)) };
  const at = bare.startsWith("file:") ? 0 : bare.indexOf("@file:") + 1;
  if (bare.startsWith("file:", at)) {
    const path = bare.slice(at + "file:".length);
    const folder = isArchive(path) ? undefined : folderFrom("", path);
    if (folder !== undefined) return { name: key, kind: "path", folder };
    const { version, checksum } = entryOf(file, [`${key}@file:${path}`, `file:${path}`, resolved]);
    return { name: key, kind: "path", address: `file:${path}`, version, checksum };
  }
  const split = isAddress(bare) ? undefined : nameAndVersion(bare, key, file.format);
  if (split === undefined) {
    const { name, version, checksum } = entryOf(file, [resolved, bare, `${key}@${bare}`, `${key}@${resolved}`]);
    const address = bare.replace(/^(?:@[^/@]+\/)?[^@/:]+@(?=[a-z+]+:)/, "");
    return { name: name ?? key, kind: "git", address, version, checksum };
  }
  const [name, version] = split;
  const { checksum, address } = entryOf(file, keysOf(name, version, resolved, file.format));
  return { name, version, kind: "registry", checksum, address };
}

/** `https://…`, `git+ssh://…`, or before format 9 `github.com/user/repository/commit`. */
function isAddress(text: string): boolean {
  return /(?:^|@)[a-z][a-z+]*:/.test(text) || /^@?[^/@][^/@.]*\.[^/@]+\/.+\/./.test(text);
}

/** The version alone, or with another name for an alias: `real@1.0.0`, in format 6 `/real@1.0.0`, in format 5 `/real/1.0.0`. */
function nameAndVersion(bare: string, key: string, format: number): readonly [name: string, version: string] | undefined {
  const path = bare.startsWith("/") ? bare.slice(1) : bare;
  const isAlias = path !== bare || (format >= 9 && path.includes("@"));
  const at = format < 6 ? path.indexOf("/", path.startsWith("@") ? path.indexOf("/") + 1 : 0) : path.indexOf("@", 1);
  if (isAlias && at === -1) return undefined;
  const version = isAlias ? path.slice(at + 1) : path;
  return [isAlias ? path.slice(0, at) : key, format < 6 ? (version.split("_")[0] ?? version) : version];
}

/** The keys under which the lock file may list a package. Before format 9 they contain its peers. */
function keysOf(name: string, version: string, resolved: string, format: number): string[] {
  if (format >= 9) return [`${name}@${version}`];
  const start = `/${name}${format >= 6 ? "@" : "/"}`;
  return [`${start}${resolved.slice(resolved.indexOf(version))}`, `${start}${version}`, resolved];
}

function entryOf({ packages, text }: PnpmFile, keys: readonly string[]) {
  const from = keys.map((key) => packages.get(key)).find((start) => start !== undefined);
  const entry: Partial<Record<"name" | "version" | "checksum" | "address", string>> = {};
  for (let start = from ?? text.length; start < text.length;) {
    const end = endOfLine(text, start);
    const indent = indentOf(text, start);
    const line = lineText(text, start + indent, end);
    if (indent < 4 && !(indent === 2 && line.startsWith(": "))) break;
    const pair = pairOf(line.startsWith(": ") ? line.slice(2).trimStart() : line);
    if (pair?.key === "name" || pair?.key === "version") entry[pair.key] = unquoted(pair.value);
    if (pair?.key === "resolution" || indent > 4) {
      const [checksum, address] = [CHECKSUM.exec(line)?.[1], ADDRESS.exec(line)?.[1]];
      if (checksum !== undefined) entry.checksum = unquoted(checksum);
      if (address !== undefined) entry.address = unquoted(address);
    }
    start = end + 1;
  }
  return entry;
}

const CHECKSUM = /\bintegrity: ([^,}\s]+)/;
const ADDRESS = /\btarball: ([^,}\s]+)/;
