/** `bun.lock`: JSON with commas before closing brackets. */

import { isObject, type JsonObject } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";
import { readJsonWithCommas } from "./json-file.ts";
import { tableAt } from "./json-table.ts";
import { textsIn } from "../text-values.ts";
import { type Asked, folderFrom, isArchive, type LockedPackage, mistakeAt, type ReadLock, splitName } from "./lock.ts";

/** Never throws. */
export function readBunLock(text: string): ReadLock {
  const json = readJsonWithCommas(text);
  if (!json.ok) return json;
  const workspaces = tableAt(json.value, "workspaces");
  if (workspaces === undefined) return mistakeAt(text, 0, "is not a lock file of Bun: it has no `workspaces`");
  const packages = tableAt(json.value, "packages") ?? {};
  return { ok: true, lock: { find: (asked) => findPackage(workspaces, packages, asked) } };
}

/** A package that only one member has in this version is listed below the member's name. */
function findPackage(workspaces: JsonObject, packages: JsonObject, asked: Asked): LockedPackage | undefined {
  const { place, member, key, meets } = asked;
  const own = place === "" || member === undefined ? undefined : lookUp(packages, `${member}/${key}`);
  const entry = own ?? lookUp(packages, key);
  const found = Array.isArray(entry) ? packageOf(key, entry) : undefined;
  if (found === undefined) return undefined;
  const isListed = KINDS.some((kind) => lookUp(tableAt(tableAt(workspaces, place) ?? {}, kind) ?? {}, key) !== undefined);
  return isListed || found.kind !== "registry" || (found.version !== undefined && meets(found.version)) ? found : undefined;
}

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** `[name@version, registry, {…}, checksum]`; of other sources the place of the version has an address. */
function packageOf(key: string, entry: readonly unknown[]): LockedPackage | undefined {
  const texts = textsIn(entry);
  const [name = key, source = ""] = splitName(texts[0] ?? "") ?? [];
  const checksum = texts.find((text, at) => at > 0 && /^(?:sha\d+|md5)-/.test(text));
  const proof = checksum === undefined ? {} : { checksum };
  const path =
    /^(?:workspace|file|link|root):(.*)$/.exec(source)?.[1] ?? (/^\.{0,2}\//.test(source) || isArchive(source) ? source : undefined);
  const version = entry.flatMap((one) => (isObject(one) ? textsIn([lookUp(one, "version")]) : []))[0];
  const known = version === undefined ? {} : { version };
  if (/^https?:/.test(source)) return { name, ...known, kind: "git", address: source, ...proof };
  if (path !== undefined) {
    const folder = isArchive(path) ? undefined : folderFrom("", path);
    return { name, ...known, kind: "path", ...(folder === undefined ? { address: source, ...proof } : { folder }) };
  }
  if (/^[a-z+]+:/.test(source)) return { name, ...known, kind: "git", address: source, ...proof };
  const registry = texts[1] === undefined || texts[1] === "" || texts[1] === checksum ? {} : { address: texts[1] };
  return { name, version: source, kind: "registry", ...registry, ...proof };
}
