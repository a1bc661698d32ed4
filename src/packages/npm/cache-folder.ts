/** Where packages are that Symposium unpacked: `packages/npm/<name>/<version>-<start of the checksum>`; and what may be a name and a checksum. */

import { join } from "node:path";

import { hexOfBase64 } from "../../host/bytes.ts";
import { parseVersion } from "../../model/semantic-version.ts";

/** `undefined` where the name, which may come from a lock file, could be another path. */
export function nameFolder(cache: string, name: string): string | undefined {
  return isPackageName(name) ? join(cache, "packages", "npm", ...name.split("/")) : undefined;
}

/** The last part of a package's folder, apart because without a checksum only `nameFolder` is known. */
export function versionFolder(version: string, digest: string): string | undefined {
  return parseVersion(version) === undefined ? undefined : `${version}-${digest.slice(0, DIGITS)}`;
}

/** The version in a name that `versionFolder` made. */
export function versionIn(folder: string): string | undefined {
  const version = ENDING.test(folder) ? folder.slice(0, -DIGITS - 1) : "";
  return parseVersion(version) === undefined ? undefined : version;
}

/** The ending of an empty file beside a package that is from the user's registry. */
export const FROM_REGISTRY = ".from-registry";

const DIGITS = 16;
const ENDING = /-[0-9a-f]{16}$/;

/** Of npm's tarball (`sha512-…`, several with spaces, or the hexadecimal `sha1` of old Yarn), or of the zip file that Yarn made from it (`10c0/…`). */
export interface Checksum {
  readonly of: "tarball" | "zip";
  readonly algorithm: Algorithm;
  /** In hexadecimal. One of them must be the file's. */
  readonly digests: readonly string[];
}

/** The strongest first: only that counts. */
const ALGORITHMS = ["sha512", "sha384", "sha256", "sha1"] as const;
type Algorithm = (typeof ALGORITHMS)[number];

const DIGITS_OF: Readonly<Record<Algorithm, number>> = { sha512: 128, sha384: 96, sha256: 64, sha1: 40 };

/** `undefined` for any other text. */
export function parseChecksum(text: string): Checksum | undefined {
  const zip = /^(?:[0-9a-z]{1,16}\/)?([0-9a-f]{128})$/.exec(text)?.[1];
  if (zip !== undefined) return { of: "zip", algorithm: "sha512", digests: [zip] };
  if (/^[0-9a-f]{40}$/.test(text)) return { of: "tarball", algorithm: "sha1", digests: [text] };
  const tokens = text.trim().split(/\s+/);
  for (const algorithm of ALGORITHMS) {
    const digests = tokens.flatMap((token) => (token.startsWith(`${algorithm}-`) ? hexadecimal(token.slice(algorithm.length + 1)) : []));
    const sound = digests.filter((digest) => digest.length === DIGITS_OF[algorithm]);
    if (sound.length > 0) return { of: "tarball", algorithm, digests: sound };
  }
  return undefined;
}

/** Options may follow the digest. */
function hexadecimal(base64: string): string[] {
  const digest = /^[A-Za-z0-9+/]+={0,2}(?=\?|$)/.exec(base64)?.[0];
  const hex = digest === undefined ? undefined : hexOfBase64(digest);
  return hex === undefined ? [] : [hex];
}

/** A name is also a path below `node_modules` and an argument of the package manager, so a part begins with neither a dot nor a dash. */
export function isPackageName(text: string): boolean {
  return text.length <= LONGEST && NAME.test(text) && text !== "node_modules";
}

const LONGEST = 214;
const NAME = /^(?:@\w[\w.-]*\/)?\w[\w.-]*$/;
