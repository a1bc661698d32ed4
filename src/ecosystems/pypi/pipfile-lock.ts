/** `Pipfile.lock`: JSON with a table of packages for each category. */

import { isObject, type JsonObject } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";
import type { Lock, LockedPackage } from "./locked-package.ts";
import { foldName } from "./name.ts";
import { conflictIn, unread } from "./scan-toml.ts";

/** Never throws. */
export function readPipfileLock(text: string): Lock {
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
  const sources = sourcesOf(lock);
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

/** By the names that packages use; the first is the usual one. */
function sourcesOf({ _meta: meta }: JsonObject): ReadonlyMap<string, string> {
  const list = isObject(meta) && Array.isArray(meta["sources"]) ? meta["sources"] : [];
  return new Map(list.flatMap((one) => (isObject(one) && typeof one["url"] === "string" ? [[String(one["name"]), one["url"]]] : [])));
}

function packageOf(name: string, entry: JsonObject, sources: ReadonlyMap<string, string>): LockedPackage {
  const text = (key: string) => {
    const value = lookUp(entry, key);
    return typeof value === "string" && !value.includes("\0") ? value : undefined;
  };
  // `*` where the package could not be resolved on the machine that wrote the file.
  const version = /^===?([^*]+)$/.exec(text("version") ?? "")?.[1];
  const marker = text("markers");
  const [path, git, url, commit] = [text("path"), text("git"), text("file"), text("ref")];
  const hashes = Array.isArray(entry["hashes"]) ? entry["hashes"].filter((one) => typeof one === "string") : [];
  const address = git === undefined ? (url ?? sources.get(text("index") ?? "") ?? [...sources.values()][0]) : gitAddress(git, commit);
  return {
    name,
    ...(version === undefined ? {} : { version }),
    ...(marker === undefined ? {} : { marker }),
    kind: path !== undefined ? "path" : git !== undefined || url !== undefined ? "git" : "registry",
    ...(path !== undefined ? { path } : address === undefined ? {} : { address }),
    ...(hashes.length === 0 ? {} : { checksum: hashes.join(" ") }),
  };
}

function gitAddress(git: string, commit: string | undefined): string {
  return commit === undefined ? git : `${git}#${commit}`;
}
