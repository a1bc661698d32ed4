/** `package-lock.json` and `npm-shrinkwrap.json` of any format, 1 to 3; and `bun.lock`, JSON with commas before closing brackets. */

import { lookUp } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import { type Table, tableAt, textAt, textsIn } from "../table-values.ts";
import { readJsonFile, withoutLastCommas } from "./json-file.ts";
import { type Asked, folderFrom, isArchive, type Lock, type LockedPackage, mistakeAt, type ReadLock, splitName } from "./lock.ts";

export function readPackageLock(text: string): ReadLock {
  const json = readJsonFile(text);
  if (!json.ok) return json;
  const packages = tableAt(json.value, "packages");
  if (packages !== undefined) {
    const places = placesIn(packages);
    return { ok: true, lock: { find: (asked) => findPackage(packages, places, asked) } };
  }
  const dependencies = tableAt(json.value, "dependencies");
  if (dependencies === undefined && lookUp(json.value, "lockfileVersion") === undefined)
    return mistakeAt(text, 0, "is not a lock file of npm: it has no `packages`");
  return { ok: true, lock: firstFormat(dependencies ?? {}) };
}

const MODULES = "node_modules/";

/** By name: the places whose `node_modules` has it. To ask for each name at each of hundreds of levels takes too long. */
function placesIn(packages: Table): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const path of Object.keys(packages)) {
    const at = path.lastIndexOf(MODULES);
    if (at === -1 || (at > 0 && path[at - 1] !== "/")) continue;
    const name = path.slice(at + MODULES.length);
    const known = places.get(name) ?? new Set();
    places.set(name, known.add(path.slice(0, Math.max(at - 1, 0))));
  }
  return places;
}

/** The nearest `node_modules` of the tree that npm would write. */
function findPackage(packages: Table, places: ReturnType<typeof placesIn>, asked: Asked): LockedPackage | undefined {
  const { key, meets } = asked;
  const place = nearestOf(places.get(key), asked.place);
  const entry = place === undefined ? undefined : tableAt(packages, `${place === "" ? "" : `${place}/`}${MODULES}${key}`);
  if (entry === undefined) return undefined;
  const version = textAt(entry, "version");
  // A line that is newer than the lock file may name a package that is there for another reason.
  const isMeant = isListed(packages, asked.place, key) || lookUp(entry, "link") === true || (version !== undefined && meets(version));
  return isMeant ? packageOf(packages, key, entry) : undefined;
}

/** Most names are at few places. For a name at many places the search upwards is short, because it is at most levels. */
function nearestOf(places: ReadonlySet<string> | undefined, from: string): string | undefined {
  if (places === undefined) return undefined;
  if (places.size <= FEW) {
    const around = [...places].filter((place) => place === "" || place === from || from.startsWith(`${place}/`));
    return around.reduce<string | undefined>((best, place) => (best === undefined || place.length > best.length ? place : best), undefined);
  }
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf("/"), 0))) {
    if (places.has(place)) return place;
    if (place === "") return undefined;
  }
}

const FEW = 8;

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** In the lock file's copy of a member's manifest. */
function isListed(members: Table, place: string, key: string): boolean {
  const member = tableAt(members, place) ?? {};
  return KINDS.some((kind) => lookUp(tableAt(member, kind) ?? {}, key) !== undefined);
}

function packageOf(packages: Table, key: string, entry: Table): LockedPackage {
  const address = textAt(entry, "resolved");
  if (lookUp(entry, "link") === true && address !== undefined) {
    const target = tableAt(packages, address) ?? {};
    const name = textAt(target, "name") ?? key;
    return { name, version: textAt(target, "version"), kind: "path", folder: folderFrom("", address) };
  }
  return { name: textAt(entry, "name") ?? key, version: textAt(entry, "version"), ...sourceOf(address, textAt(entry, "integrity")) };
}

function sourceOf(address: string | undefined, checksum: string | undefined): Omit<LockedPackage, "name" | "version"> {
  return { kind: address?.startsWith("file:") ? "path" : address?.startsWith("git") ? "git" : "registry", address, checksum };
}

/** npm 5 and 6: no workspaces, and a version that may be an address. */
function firstFormat(dependencies: Table): Lock {
  return {
    find: ({ key, meets }) => {
      const entry = lookUp(dependencies, key);
      const version = isObject(entry) ? textAt(entry, "version") : undefined;
      if (!isObject(entry) || version === undefined) return undefined;
      const checksum = textAt(entry, "integrity");
      if (version.startsWith("npm:")) {
        const [name = key, real] = splitName(version.slice("npm:".length)) ?? [];
        return { name, version: real, ...sourceOf(textAt(entry, "resolved"), checksum) };
      }
      if (version.startsWith("file:")) {
        const path = version.slice("file:".length);
        return isArchive(path) ? { name: key, kind: "path", address: version } : { name: key, kind: "path", folder: folderFrom("", path) };
      }
      if (/^[a-z+]+:/.test(version)) return { name: key, kind: "git", address: version, checksum };
      return meets(version) ? { name: key, version, ...sourceOf(textAt(entry, "resolved"), checksum) } : undefined;
    },
  };
}

export function readBunLock(text: string): ReadLock {
  const json = readJsonFile(withoutLastCommas(text));
  if (!json.ok) return json;
  const workspaces = tableAt(json.value, "workspaces");
  if (workspaces === undefined) return mistakeAt(text, 0, "is not a lock file of Bun: it has no `workspaces`");
  const packages = tableAt(json.value, "packages") ?? {};
  return { ok: true, lock: { find: (asked) => findOfBun(workspaces, packages, asked) } };
}

/** A package that only one member has in this version is listed below the member's name. */
function findOfBun(workspaces: Table, packages: Table, asked: Asked): LockedPackage | undefined {
  const { place, member, key, meets } = asked;
  const own = place === "" || member === undefined ? undefined : lookUp(packages, `${member}/${key}`);
  const entry = own ?? lookUp(packages, key);
  const found = Array.isArray(entry) ? packageOfBun(key, entry) : undefined;
  if (found === undefined) return undefined;
  return isListed(workspaces, place, key) || found.kind !== "registry" || (found.version !== undefined && meets(found.version))
    ? found
    : undefined;
}

/** `[name@version, registry, {…}, checksum]`; for other sources an address takes the place of the version. */
function packageOfBun(key: string, entry: readonly unknown[]): LockedPackage | undefined {
  const texts = textsIn(entry);
  const [name = key, source = ""] = splitName(texts[0] ?? "") ?? [];
  const checksum = texts.find((text, at) => at > 0 && /^(?:sha\d+|md5)-/.test(text));
  const path =
    /^(?:workspace|file|link|root):(.*)$/.exec(source)?.[1] ?? (/^\.{0,2}\//.test(source) || isArchive(source) ? source : undefined);
  const version = entry.flatMap((one) => (isObject(one) ? textsIn([lookUp(one, "version")]) : []))[0];
  if (path !== undefined && !/^https?:/.test(source)) {
    const folder = isArchive(path) ? undefined : folderFrom("", path);
    return folder === undefined ? { name, version, kind: "path", address: source, checksum } : { name, version, kind: "path", folder };
  }
  if (/^[a-z+]+:/.test(source)) return { name, version, kind: "git", address: source, checksum };
  return { name, version: source, kind: "registry", address: texts[1] === checksum ? undefined : texts[1] || undefined, checksum };
}
