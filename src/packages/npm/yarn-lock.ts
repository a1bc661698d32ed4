/** `yarn.lock` of Yarn 1 and of later ones, read by lines. */

import { percentDecoded } from "../table-values.ts";
import {
  type Asked,
  endOfLine,
  endOfQuoted,
  folderFrom,
  indentOf,
  isArchive,
  lineText,
  type LockedPackage,
  mistakeAt,
  type ReadLock,
  splitName,
  unfinished,
  unquoted,
} from "./lock.ts";

interface YarnFile {
  readonly text: string;
  readonly isClassic: boolean;
  /** By descriptor (`name@requirement`): where the lines of the package begin. */
  readonly entries: ReadonlyMap<string, number>;
  readonly byName: Map<string, number[]>;
  readonly bound: Map<string, number>;
  /** By where they begin: thousands of descriptors may lead to one package. */
  readonly fields: Map<number, Fields>;
  readonly resolutions: ReadonlyMap<string, string>;
}

/** Never throws. `resolutions` are those of the root's manifest: they replace requirements. */
export function readYarnLock(text: string, resolutions: ReadonlyMap<string, string> = new Map()): ReadLock {
  const wrong = unfinished(text);
  if (wrong !== undefined) return wrong;
  const isClassic = !/^__metadata:/m.test(text);
  if (isClassic && !/^# yarn lockfile v\d/m.test(text)) return mistakeAt(text, 0, "is not a lock file of Yarn");
  const entries = new Map<string, number>();
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const first = text.charCodeAt(start);
    if (first !== SPACE && first !== NEWLINE && first !== RETURN && first !== HASH) {
      const line = lineText(text, start, end);
      if (!line.endsWith(":")) return mistakeAt(text, start, "is not in the form that Yarn writes");
      for (const descriptor of descriptorsOf(line.slice(0, -1))) entries.set(descriptor, end + 1);
    }
    start = end + 1;
  }
  const file: YarnFile = { text, isClassic, entries, byName: new Map(), bound: new Map(), fields: new Map(), resolutions };
  return { ok: true, lock: { find: (asked) => find(file, asked) } };
}

const [SPACE, NEWLINE, RETURN, HASH] = [32, 10, 13, 35];

/** Yarn 1 quotes each, later ones all together. */
function descriptorsOf(line: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < line.length;) {
    const isQuoted = line[start] === '"';
    const ending = isQuoted ? endOfQuoted(line, start) : line.indexOf(", ", start);
    const end = ending === -1 ? line.length : ending;
    const one = line.slice(start, end);
    if (isQuoted) found.push(...unquoted(one).split(", "));
    else found.push(one);
    if (end === start) break;
    start = line.startsWith(", ", end) ? end + 2 : end;
  }
  return found;
}

function find(file: YarnFile, asked: Asked): LockedPackage | undefined {
  const { key, name, requirement, meets } = asked;
  const replaced = file.resolutions.get(key);
  const wanted = replaced === undefined ? [requirement] : [replaced, requirement];
  for (const one of wanted) {
    const start = startOf(file, key, one);
    if (start !== undefined) return packageOf(file, start, asked);
  }
  if (IN_FOLDER.test(requirement)) return undefined;
  // Peers, and lines newer than the lock file.
  for (const start of startsOf(file, name)) {
    const other = packageOf(file, start, { ...asked, requirement: "*" });
    const isGood = replaced !== undefined || (other.version !== undefined && meets(other.version));
    if (isGood && other.name === name && other.kind === "registry") return other;
  }
  return undefined;
}

const IN_FOLDER = /^(?:file|link|portal|workspace|exec):|^\.{0,2}\//;

/** Later Yarns add the protocol, and to a path the workspace that it is relative to. */
function startOf(file: YarnFile, key: string, requirement: string): number | undefined {
  const plain = file.entries.get(`${key}@${requirement}`) ?? file.entries.get(`${key}@npm:${requirement}`);
  if (plain !== undefined || file.isClassic || (!requirement.startsWith("patch:") && !IN_FOLDER.test(requirement))) return plain;
  const bound = boundIn(file);
  const start = bound.get(`${key}@${requirement}`) ?? bound.get(`${key}@file:${requirement}`);
  if (start !== undefined) return start;
  const all = startsOf(file, key);
  return all.length === 1 ? all[0] : undefined;
}

/** The descriptors that go on after `::`, by what is before it. */
function boundIn({ entries, bound }: YarnFile): ReadonlyMap<string, number> {
  if (bound.size === 0) {
    for (const [descriptor, start] of entries) {
      for (const at of [descriptor.indexOf("::"), descriptor.lastIndexOf("::")]) {
        const before = descriptor.slice(0, at);
        if (at !== -1 && !bound.has(before)) bound.set(before, start);
      }
    }
  }
  return bound;
}

/** Where the packages of a name begin. Indexed when first asked for, because few lock files need it. */
function startsOf({ entries, byName }: YarnFile, name: string): readonly number[] {
  if (byName.size === 0) {
    for (const [descriptor, start] of entries) {
      const own = splitName(descriptor)?.[0] ?? descriptor;
      const starts = byName.get(own);
      if (starts === undefined) byName.set(own, [start]);
      else if (starts.at(-1) !== start) starts.push(start);
    }
  }
  return byName.get(name) ?? [];
}

function packageOf(file: YarnFile, start: number, asked: Asked): LockedPackage {
  const fields = file.fields.get(start) ?? fieldsAt(file.text, start);
  file.fields.set(start, fields);
  return file.isClassic ? classic(fields, asked) : later(fields, asked);
}

type Fields = ReadonlyMap<string, string>;

/** Yarn 1 writes `key value`, later ones `key: value`. */
function fieldsAt(text: string, from: number): Fields {
  const fields = new Map<string, string>();
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const indent = indentOf(text, start);
    if (indent === 0) break;
    if (indent === 2) {
      const line = lineText(text, start + 2, end);
      const at = line.indexOf(" ");
      if (at !== -1) fields.set(line.slice(0, at).replace(/:$/, ""), unquoted(line.slice(at + 1)));
    }
    start = end + 1;
  }
  return fields;
}

function classic(fields: Fields, { key, requirement, place }: Asked): LockedPackage {
  const [, real] = /^npm:(.*)$/s.exec(requirement) ?? [];
  const [version, address, checksum] = [fields.get("version"), fields.get("resolved"), fields.get("integrity")];
  const common = { name: real === undefined ? key : (splitName(real)?.[0] ?? real), version };
  const path = /^(?:file|link):(.*)$/.exec(requirement)?.[1] ?? (/^\.{1,2}\//.test(requirement) ? requirement : undefined);
  if (path !== undefined) {
    const folder = isArchive(path) ? undefined : folderFrom(place, path);
    return { ...common, kind: "path", folder, address: folder === undefined ? `file:${path}` : undefined };
  }
  const isElsewhere = /^(?:git|ssh|https?:|github:|gitlab:|bitbucket:|gist:)|^[^@/\s]+\/[^/\s]+$/.test(requirement);
  return { ...common, kind: isElsewhere ? "git" : "registry", address, checksum };
}

/** `resolution: name@npm:1.0.0`, `name@workspace:folder`, `name@patch:name@npm%3A1.0.0#…`, `name@https://…#commit=…` */
function later(fields: Fields, { key, place }: Asked): LockedPackage {
  const [name = key, source = ""] = splitName(fields.get("resolution") ?? "") ?? [];
  const [version, checksum] = [fields.get("version"), fields.get("checksum")];
  const common = { name, version: version === "0.0.0-use.local" ? undefined : version };
  const [, protocol = "", path = ""] = /^(workspace|file|link|portal):([^:#]*)/.exec(source) ?? [];
  if (protocol !== "") {
    const folder = isArchive(path) ? undefined : folderFrom(protocol === "workspace" ? "" : (locatorOf(source) ?? place), path);
    return { ...common, kind: "path", ...(folder === undefined ? { address: `${protocol}:${path}`, checksum } : { folder }) };
  }
  if (source.startsWith("npm:") || source.startsWith("patch:")) {
    // A private registry that the lock file names: `::__archiveUrl=…`.
    const address = /::__archiveUrl=([^&]*)/.exec(source)?.[1];
    return { ...common, kind: "registry", address: address === undefined ? undefined : percentDecoded(address), checksum };
  }
  return { ...common, kind: "git", address: source, checksum };
}

/** The place of the workspace that a path is relative to: `::locator=name%40workspace%3Apackages%2Fa`. */
function locatorOf(source: string): string | undefined {
  const found = /::locator=([^&]*)/.exec(source)?.[1];
  const place = found === undefined ? undefined : /@workspace:(.*)$/.exec(percentDecoded(found))?.[1];
  return place === "." ? "" : place;
}
