/** What pnpm's lock file says about a package: the formats spell keys, aliases and peers differently. */

import { type Asked, folderFrom, isArchive, type Lock, type LockedPackage } from "./lock.ts";
import { endOfLine, indentOf, lineText, pairOf, unquoted } from "./yaml-lines.ts";

export interface PnpmFile {
  readonly text: string;
  readonly format: number;
  /** By place: what each name is resolved to. */
  readonly importers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By key: where the lines of a package begin. */
  readonly packages: ReadonlyMap<string, number>;
}

export function lockedByPnpm(file: PnpmFile): Lock {
  return {
    find: (asked) => {
      const resolved = file.importers.get(asked.place)?.get(asked.key);
      return resolved === undefined ? fromOther(file, asked) : packageOf(resolved, asked, file);
    },
  };
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

function packageOf(resolved: string, { place, key }: Asked, file: PnpmFile): LockedPackage {
  const bare = withoutPeers(resolved);
  if (bare.startsWith("link:")) return inFolder(key, folderFrom(place, bare.slice("link:".length)));
  const at = bare.startsWith("file:") ? 0 : bare.indexOf("@file:") + 1;
  if (bare.startsWith("file:", at)) {
    const path = bare.slice(at + "file:".length);
    const folder = isArchive(path) ? undefined : folderFrom("", path);
    if (folder !== undefined) return inFolder(key, folder);
    const { version, checksum } = entryOf(file, [`${key}@file:${path}`, `file:${path}`, resolved]);
    return { name: key, kind: "path", address: `file:${path}`, ...known({ version, checksum }) };
  }
  const split = isAddress(bare) ? undefined : nameAndVersion(bare, key, file.format);
  if (split === undefined) {
    const { name, version, checksum } = entryOf(file, [resolved, bare, `${key}@${bare}`, `${key}@${resolved}`]);
    return {
      name: name ?? key,
      kind: "git",
      address: bare.replace(/^(?:@[^/@]+\/)?[^@/:]+@(?=[a-z+]+:)/, ""),
      ...known({ version, checksum }),
    };
  }
  const [name, version] = split;
  const { checksum, address } = entryOf(file, keysOf(name, version, resolved, file.format));
  return { name, version, kind: "registry", ...known({ checksum, address }) };
}

function inFolder(name: string, folder: string | undefined): LockedPackage {
  return { name, kind: "path", ...(folder === undefined ? {} : { folder }) };
}

function known<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** `1.0.0(react@18.0.0)`, before format 6 `1.0.0_react@18.0.0`. */
function withoutPeers(resolved: string): string {
  const at = resolved.indexOf("(");
  return at === -1 ? resolved : resolved.slice(0, at);
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

/** Before format 9 with the peers. */
function keysOf(name: string, version: string, resolved: string, format: number): string[] {
  if (format >= 9) return [`${name}@${version}`];
  const start = `/${name}${format >= 6 ? "@" : "/"}`;
  return [`${start}${resolved.slice(resolved.indexOf(version))}`, `${start}${version}`, resolved];
}

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly checksum?: string;
  readonly address?: string;
}

function entryOf({ packages, text }: PnpmFile, keys: readonly string[]): Entry {
  const from = keys.map((key) => packages.get(key)).find((start) => start !== undefined);
  const entry: { -readonly [Key in keyof Entry]: Entry[Key] } = {};
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
