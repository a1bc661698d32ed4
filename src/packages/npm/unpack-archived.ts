/**
 * Unpacks the packages of Yarn's Plug'n'Play that carry a plugin: they lie in zip files, and are read from Symposium's cache. Most packages carry none, so
 * that is remembered by the zip file's stamp.
 */

import { join } from "node:path";

import { readRegular, readRegularTextIfAny } from "../../host/read-file.ts";
import { stampOf } from "../../host/stamp.ts";
import { writePrivately } from "../../host/write-file.ts";
import { lookUp, put } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { openZip } from "../archives/zip.ts";
import type { Dependency, FetchSurroundings } from "../ecosystem.ts";
import { EMBEDDED_MARKS } from "./embedded.ts";
import { fetchPackage } from "./fetch.ts";
import { cachedFolder } from "./package-folder.ts";
import { pnpLocation, readPnpAddress } from "./pnp.ts";

export async function unpackArchived(dependencies: readonly Dependency[], where: FetchSurroundings): Promise<void> {
  const remembered = openRemembered(where);
  for (const { name, version, origin } of dependencies) {
    const pnp = origin.kind === "registry" ? readPnpAddress(origin.address) : undefined;
    if (pnp === undefined || version === undefined || cachedFolder(name, version, origin.checksum, where) !== undefined) continue;
    const location = pnpLocation(pnp.root, name, version, where);
    if (location?.kind !== "zip" || remembered.isPlain(location.zip)) continue;
    const stamp = stampOf(location.zip);
    // What is refused stays unread, as if it were not here.
    if (mayHavePlugin(location.zip, location.inner)) await fetchPackage({ name, version, origin, namedIn: pnp.root }, where);
    else remembered.add(location.zip, stamp);
  }
  remembered.save();
}

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MANIFEST_BYTES = 1024 * 1024;
const PLUGIN_FILE = /^(?:SYMPOSIUM\.toml|(?:\.agents\/)?skills\/(?:.+\/)?SKILL\.md)$/;

function mayHavePlugin(zip: string, inner: string): boolean {
  try {
    const { names, textOf } = openZip(readRegular(zip, { maxBytes: MOST_BYTES }));
    const folder = inner.endsWith("/") ? inner : `${inner}/`;
    if (names.some((name) => name.startsWith(folder) && PLUGIN_FILE.test(name.slice(folder.length)))) return true;
    const manifest = textOf(`${folder}package.json`, MOST_MANIFEST_BYTES);
    return EMBEDDED_MARKS.some((mark) => manifest.includes(mark));
  } catch {
    // What cannot be read brings nothing now, and is tried again.
    return false;
  }
}

interface Remembered {
  /** Whether the zip file, as it is now, carries nothing. */
  readonly isPlain: (zip: string) => boolean;
  readonly add: (zip: string, stamp: string) => void;
  readonly save: () => void;
}

function openRemembered({ cache }: Pick<FetchSurroundings, "cache">): Remembered {
  const file = join(cache, "packages", "npm", ".without-plugin.json");
  const read = parseJson(readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) ?? "");
  const before = isObject(read) ? read : {};
  const after: Record<string, string> = {};
  let hasNew = false;
  return {
    isPlain: (zip) => {
      const stamp = lookUp(before, zip);
      if (typeof stamp !== "string" || stamp !== stampOf(zip)) return false;
      put(after, zip, stamp);
      return true;
    },
    add: (zip, stamp) => {
      hasNew = true;
      put(after, zip, stamp);
    },
    save: () => {
      if (!hasNew) return;
      try {
        writePrivately(file, `${JSON.stringify({ ...before, ...after })}\n`);
      } catch {
        // Without it the next sync looks again.
      }
    },
  };
}
