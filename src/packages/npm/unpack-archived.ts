/** Unpacks the packages in Yarn's zip files that carry a plugin. Most carry none, so that is remembered by the zip file's stamp. */

import { join } from "node:path";

import { readSealed, writeSealed } from "../../files/memo.ts";
import { readRegular } from "../../host/read-file.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stampOf } from "../../host/stamp.ts";
import { openZip } from "../archives/zip.ts";
import type { Dependency, FetchSurroundings } from "../ecosystem.ts";
import { EMBEDDED_MARKS } from "./embedded.ts";
import { fetchPackage } from "./fetch.ts";
import { cachedFolder } from "./package-folder.ts";
import { pnpLocation, readPnpAddress } from "./pnp.ts";

export async function unpackArchived(dependencies: readonly Dependency[], where: FetchSurroundings): Promise<void> {
  /** Lists the zip files that have no plugin, with their stamps. */
  const file = join(where.cache, "packages", "npm", ".without-plugin.json");
  const before = new Map(readSealed(file, KIND) as readonly Stamped[] | undefined);
  const after = new Map(before);
  for (const { name, version, origin } of dependencies) {
    const pnp = origin.kind === "registry" ? readPnpAddress(origin.address) : undefined;
    if (pnp === undefined || version === undefined || cachedFolder(name, version, origin.checksum, where) !== undefined) continue;
    const location = pnpLocation(pnp.root, name, version, where);
    if (location?.kind !== "zip") continue;
    const stamp = stampOf(location.zip);
    if (before.get(location.zip) === stamp) continue;
    // What is refused stays unread, as if it were not here.
    if (mayHavePlugin(location.zip, location.inner)) await fetchPackage({ name, version, origin, namedIn: pnp.root }, where);
    else after.set(location.zip, stamp);
  }
  if ([...after].some(([zip, stamp]) => before.get(zip) !== stamp)) writeSealed(file, KIND, [...after]);
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

const KIND = ["symposium-zips-without-plugin 1"];
