/** The lock file that has the versions of a root. */

import { join } from "node:path";

import { namesIn } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { conflictIn, unread } from "../scan-toml.ts";
import { textAt } from "../table-values.ts";
import { foldName } from "./distribution.ts";
import { atCommit, type Lock, type LockedPackage, type LockForm, PDM, POETRY, PYLOCK, readTomlLock, UV } from "./lock.ts";
import type { ProjectFiles } from "./project-files.ts";

interface FoundLock {
  /** Absent where no lock file can be read. */
  readonly named?: (name: string) => readonly LockedPackage[];
  /** The file that was read, or that is most likely to appear. */
  readonly checked: readonly Stamped[];
  /** Lock files that would be read instead. */
  readonly watched: readonly Stamped[];
  readonly isBroken: boolean;
}

const FORMS: readonly (readonly [tool: string, file: string, form: LockForm])[] = [
  ["uv", "uv.lock", UV],
  ["poetry", "poetry.lock", POETRY],
  ["pdm", "pdm.lock", PDM],
  ["", "pylock.toml", PYLOCK],
];

/** Far above any real one; in whole mebibytes. */
const LARGEST = 16 * 1024 * 1024;

/** Of several the one of a manager that has a table in `pyproject.toml`. */
export function findLock(folder: string, tools: ReadonlySet<string>, files: ProjectFiles): FoundLock {
  const ordered = [...FORMS.filter(([tool]) => tools.has(tool)), ...FORMS.filter(([tool]) => !tools.has(tool))];
  const watched: Stamped[] = [];
  for (const [, name, form] of ordered) {
    const stamp = stamped(join(folder, name));
    if (stamp[1] !== MISSING) return { ...readToml(join(folder, name), form, files), checked: [stamp], watched };
    watched.push(stamp);
  }
  const [named] = namesIn(folder)
    .filter((name) => /^pylock\.[^.]+\.toml$/.test(name))
    .sort();
  if (named === undefined) return { checked: watched.slice(0, 1), watched: watched.slice(1), isBroken: false };
  const file = join(folder, named);
  return { ...readToml(file, PYLOCK, files), checked: [stamped(file)], watched };
}

function readToml(file: string, form: LockForm, files: ProjectFiles): Pick<FoundLock, "named" | "isBroken"> {
  return read(file, (text) => readTomlLock(text, form), form.command, files);
}

export function findPipfileLock(folder: string, files: ProjectFiles): FoundLock {
  const file = join(folder, "Pipfile.lock");
  const checked = [stamped(file)];
  const { named, isBroken } = read(file, readPipfileLock, "pipenv lock", files);
  return { named, isBroken: isBroken && files.isThere(file), checked, watched: [] };
}

/** An empty lock file is one that another program is still writing. */
const EMPTY = { ok: false, position: { line: 1, column: 1 }, message: "is empty" } as const;

function read(file: string, parse: (text: string) => Lock, command: string, files: ProjectFiles): Pick<FoundLock, "named" | "isBroken"> {
  const text = files.text(file, LARGEST);
  if (text === undefined) return { isBroken: true };
  const lock = text.trim() === "" ? EMPTY : parse(text);
  if (lock.ok) return { named: lock.named, isBroken: false };
  const { position, message } = lock;
  files.problems.push({ severity: "error", file, position, message, hint: `resolve the conflict in it, or run \`${command}\`` });
  return { isBroken: true };
}

/** Never throws. */
function readPipfileLock(text: string): Lock {
  const conflict = conflictIn(text);
  if (conflict !== undefined) return { ok: false, ...conflict };
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value["_meta"]))
      return { ok: false, ...unread(text, 0, "has no `_meta`, so it is incomplete or of another program") };
    return { ok: true, named: packagesIn(value) };
  } catch (error) {
    const place = /position (\d+)/.exec(String(error))?.[1];
    return { ok: false, ...unread(text, place === undefined ? text.trimEnd().length : Number(place), "is not valid JSON") };
  }
}

function packagesIn(lock: JsonObject): (name: string) => readonly LockedPackage[] {
  const packages = new Map<string, LockedPackage[]>();
  const meta = lock["_meta"];
  const list = isObject(meta) && Array.isArray(meta["sources"]) ? meta["sources"] : [];
  // By the names that packages use; the first is the usual one.
  const sources = new Map(
    list.flatMap((one) => (isObject(one) && typeof one["url"] === "string" ? [[String(one["name"]), one["url"]]] : [])),
  );
  for (const [category, table] of Object.entries(lock)) {
    if (category === "_meta" || !isObject(table)) continue;
    for (const [written, entry] of Object.entries(table)) {
      if (!isObject(entry)) continue;
      const name = foldName(written);
      const others = packages.get(name);
      const made = packageOf(name, entry, sources);
      if (others === undefined) packages.set(name, [made]);
      else others.push(made);
    }
  }
  return (name) => packages.get(name) ?? [];
}

function packageOf(name: string, entry: JsonObject, sources: ReadonlyMap<string, string>): LockedPackage {
  const text = (key: string) => textAt(entry, key);
  // `*` where the package could not be resolved on the machine that wrote the file.
  const version = /^===?([^*]+)$/.exec(text("version") ?? "")?.[1];
  const [path, git, url, commit] = [text("path"), text("git"), text("file"), text("ref")];
  const hashes = Array.isArray(entry["hashes"]) ? entry["hashes"].filter((one) => typeof one === "string") : [];
  const address = git === undefined ? (url ?? sources.get(text("index") ?? "") ?? [...sources.values()][0]) : atCommit(git, commit);
  return {
    name,
    version,
    marker: text("markers"),
    kind: path !== undefined ? "path" : git !== undefined || url !== undefined ? "git" : "registry",
    path,
    address: path === undefined ? address : undefined,
    checksum: hashes.join(" ") || undefined,
  };
}
