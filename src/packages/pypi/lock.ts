/** Lock files in TOML of uv, poetry, pdm and the standard `pylock.toml`. Only the packages that someone asks for are decoded. */

import { isTable, tomlIn, type TomlTable } from "../../files/toml.ts";
import { conflictIn, scanToml, type Unread } from "../scan-toml.ts";
import { isText, textAt } from "../table-values.ts";
import { foldName } from "./distribution.ts";

/** Far above any real one. */
const MOST_PACKAGES = 50_000;
const START = { line: 1, column: 1 } as const;

/** Never throws. Skips packages without a name. */
export function readTomlLock(text: string, form: LockForm): Lock {
  const conflict = conflictIn(text);
  if (conflict !== undefined) return { ok: false, ...conflict };
  const entries = new Map<string, ReadonlyMap<string, string>[]>();
  let count = 0;
  let entry: Map<string, string> | undefined;
  let prefix = "";
  let isMarked = false;
  let isTooMany = false;
  const close = () => {
    const name = textOf(entry?.get("name"));
    if (entry !== undefined && name !== undefined) {
      const others = entries.get(foldName(name));
      if (others === undefined) entries.set(foldName(name), [entry]);
      else others.push(entry);
    }
    entry = undefined;
  };
  const wrong = scanToml(text, {
    header: (path, isList) => {
      if (path === form.list && isList) {
        close();
        isTooMany ||= ++count > MOST_PACKAGES;
        if (!isTooMany) entry = new Map();
        prefix = "";
      } else if (path.startsWith(`${form.list}.`)) prefix = `${path.slice(form.list.length + 1)}.`;
      else {
        close();
        isMarked ||= path === form.mark;
      }
    },
    pair: (key, value) => {
      if (entry === undefined) isMarked ||= key === form.mark;
      else if (form.keys.has(prefix + key)) {
        const before = entry.get(prefix + key);
        entry.set(prefix + key, before === undefined ? value : `${before}\n${value}`);
      }
    },
  });
  close();
  if (wrong !== undefined) return { ok: false, ...wrong };
  if (isTooMany) return { ok: false, position: START, message: `has more than ${MOST_PACKAGES} packages` };
  if (!isMarked) return { ok: false, position: START, message: `has no \`${form.mark}\`, so it is incomplete or of another program` };
  return { ok: true, named: (name) => (entries.get(name) ?? []).map((one) => packageOf(name, one, form)) };
}

/** What a lock file says about one package, whichever manager wrote it. */
export interface LockedPackage {
  /** Folded. */
  readonly name: string;
  /** Absent for some packages in folders and at addresses. */
  readonly version?: string;
  /** The environments that this entry is for. */
  readonly marker?: string;
  readonly kind: "registry" | "git" | "path";
  readonly address?: string;
  /** As written: relative to the lock file. */
  readonly path?: string;
  /** `sha256:` and digits of each file, with spaces between. */
  readonly checksum?: string;
}

/** `named` takes a folded name. */
export type Lock = { readonly ok: true; readonly named: (name: string) => readonly LockedPackage[] } | ({ readonly ok: false } & Unread);

/** The wanted keys of one package as they are written; those of its tables with the table's name before a dot. */
type LockEntry = ReadonlyMap<string, string>;

export interface LockForm {
  /** The list of packages. */
  readonly list: string;
  /** A key or table that the manager always writes, outside the list. */
  readonly mark: string;
  readonly keys: ReadonlySet<string>;
  /** What to run to write it again. */
  readonly command: string;
  readonly place: (entry: LockEntry) => Place;
}

type Place = Pick<LockedPackage, "kind" | "address" | "path">;

const COMMON = ["name", "version", "marker", "markers", "resolution-markers", "files", "wheels"];
const PYLOCK_TABLES = ["directory", "vcs", "archive"].flatMap((one) => [one, `${one}.path`, `${one}.url`, `${one}.commit-id`]);

export const UV: LockForm = {
  list: "package",
  mark: "version",
  keys: new Set([...COMMON, "source"]),
  command: "uv lock",
  place: (entry) => {
    const source = tableOf(entry.get("source"));
    const path = ["editable", "virtual", "directory", "path"].flatMap((key) => textAt(source, key) ?? [])[0];
    if (path !== undefined) return { kind: "path", path };
    return placeAt(textAt(source, "registry"), textAt(source, "git"), textAt(source, "url"));
  },
};

export const POETRY: LockForm = {
  list: "package",
  mark: "metadata",
  keys: new Set([...COMMON, "source.type", "source.url", "source.resolved_reference"]),
  command: "poetry lock",
  place: (entry) => {
    const [type, url] = [textOf(entry.get("source.type")), textOf(entry.get("source.url"))];
    if (type === "directory" || type === "file") return { kind: "path", path: url };
    const commit = textOf(entry.get("source.resolved_reference"));
    if (type === "git") return placeAt(undefined, atCommit(url, commit));
    return type === "url" ? placeAt(undefined, undefined, url) : placeAt(url);
  },
};

export const PDM: LockForm = {
  list: "package",
  mark: "metadata",
  keys: new Set([...COMMON, "path", "git", "revision", "url"]),
  command: "pdm lock",
  place: (entry) => {
    const [path, git, commit] = [textOf(entry.get("path")), textOf(entry.get("git")), textOf(entry.get("revision"))];
    if (path !== undefined) return { kind: "path", path };
    return placeAt(undefined, atCommit(git, commit), textOf(entry.get("url")));
  },
};

export const PYLOCK: LockForm = {
  list: "packages",
  mark: "lock-version",
  keys: new Set([...COMMON, ...PYLOCK_TABLES, "index", "wheels.hashes", "wheels.hashes.sha256", "archive.hashes", "archive.hashes.sha256"]),
  command: "pip lock",
  place: (entry) => {
    const within = (table: string, key: string) => textOf(entry.get(`${table}.${key}`)) ?? textAt(tableOf(entry.get(table)), key);
    const path = within("directory", "path") ?? within("archive", "path");
    if (path !== undefined) return { kind: "path", path };
    const [git, commit] = [within("vcs", "url") ?? within("vcs", "path"), within("vcs", "commit-id")];
    return placeAt(textOf(entry.get("index")), atCommit(git, commit), within("archive", "url"));
  },
};

export function atCommit(git: string | undefined, commit: string | undefined): string | undefined {
  return git !== undefined && commit !== undefined ? `${git}#${commit}` : git;
}

/** A file at an address is no more in the user's registry than a repository is: `git` covers both. */
function placeAt(registry: string | undefined, git?: string, url?: string): Place {
  const [kind, address] = git === undefined && url === undefined ? (["registry", registry] as const) : (["git", git ?? url] as const);
  return { kind, address };
}

function packageOf(name: string, entry: LockEntry, { place }: LockForm): LockedPackage {
  return {
    name,
    version: textOf(entry.get("version")),
    marker: markerOf(entry),
    ...place(entry),
    checksum: checksumOf(entry) || undefined,
  };
}

function markerOf(entry: LockEntry): string | undefined {
  const one = entry.get("marker") ?? entry.get("markers");
  // An older poetry wrote a table with a marker for each group.
  const text = one?.startsWith("{") === true ? undefined : textOf(one);
  if (text !== undefined) return text;
  const list = valueOf(entry.get("resolution-markers"));
  const texts = Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
  return texts.map((each) => `(${each})`).join(" or ") || undefined;
}

/** Of the wheels: other files are never fetched. */
function checksumOf(entry: LockEntry): string {
  const hashes: string[] = [];
  for (const line of entry.get("files")?.split("\n") ?? []) if (line.includes(".whl")) addHashes(line, hashes);
  for (const key of ["wheels", "wheels.hashes", "archive", "archive.hashes"]) addHashes(entry.get(key) ?? "", hashes);
  for (const key of ["wheels.hashes.sha256", "archive.hashes.sha256"])
    for (const line of entry.get(key)?.split("\n") ?? []) addHashes(`sha256:${textOf(line) ?? ""}`, hashes);
  return hashes.join(" ");
}

const HASH = /(?:["']?[ \t]*=[ \t]*["']|:)([0-9a-f]{64})(?![0-9a-f])/y;

/** `sha256:<digits>`, or `sha256 = "<digits>"`. A search for the word is faster than an expression for all of it. */
function addHashes(text: string, hashes: string[]): void {
  for (let at = text.indexOf("sha256"); at !== -1; at = text.indexOf("sha256", at + 6)) {
    HASH.lastIndex = at + 6;
    const digits = HASH.exec(text)?.[1];
    if (digits !== undefined) hashes.push(`sha256:${digits}`);
  }
}

const PLAIN = /^"([^"\\\0]*)"$/;

function textOf(written: string | undefined): string | undefined {
  const value = PLAIN.exec(written ?? "")?.[1] ?? valueOf(written);
  return isText(value) ? value : undefined;
}

const USUAL_TABLE = /^\{ ([a-z]+) = "([^"\\\0]*)" \}$/;

function tableOf(written: string | undefined): TomlTable {
  const [, key, text] = USUAL_TABLE.exec(written ?? "") ?? [];
  if (key !== undefined) return { [key]: text };
  const value = valueOf(written);
  return isTable(value) ? value : {};
}

function valueOf(written: string | undefined): unknown {
  return written === undefined ? undefined : tomlIn(`value = ${written}\n`)?.["value"];
}
