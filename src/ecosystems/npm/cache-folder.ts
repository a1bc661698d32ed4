/** Where packages are that Symposium unpacked: `packages/npm/<name>/<version>-<start of the checksum>` in its cache. */

import { join } from "node:path";

import { parseVersion } from "../../canonical/semantic-version.ts";
import { parseChecksum } from "./checksum.ts";
import { isPackageName } from "./package-name.ts";

/** A name and a version are texts of a lock file. `undefined` where they could be another path. */
export function nameFolder(cache: string, name: string): string | undefined {
  return isPackageName(name) ? join(cache, "packages", "npm", ...name.split("/")) : undefined;
}

/** Its last part: without a checksum only the part before it is known. */
export function versionFolder(version: string, digest: string): string | undefined {
  return parseVersion(version) === undefined ? undefined : `${version}-${digest.slice(0, DIGITS)}`;
}

export function digestOf(checksum: string | undefined): string | undefined {
  return checksum === undefined ? undefined : parseChecksum(checksum)?.digests[0];
}

/** The version in such a name. */
export function versionIn(folder: string): string | undefined {
  const version = ENDING.test(folder) ? folder.slice(0, -DIGITS - 1) : "";
  return parseVersion(version) === undefined ? undefined : version;
}

/** The ending of an empty file beside a package that is from the user's registry. */
export const FROM_REGISTRY = ".from-registry";

const DIGITS = 16;
const ENDING = /-[0-9a-f]{16}$/;
