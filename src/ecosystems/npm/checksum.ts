/**
 * Checksums as lock files write them: of npm's tarball (`sha512-…`, several with spaces, or the hexadecimal `sha1` of old Yarn), or of the zip file
 * that Yarn made from it (`10c0/…`).
 */

export interface Checksum {
  readonly of: "tarball" | "zip";
  readonly algorithm: Algorithm;
  /** In hexadecimal. One of them must be the file's. */
  readonly digests: readonly string[];
}

/** The strongest first: only that counts. */
const ALGORITHMS = ["sha512", "sha384", "sha256", "sha1"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

const DIGITS: Readonly<Record<Algorithm, number>> = { sha512: 128, sha384: 96, sha256: 64, sha1: 40 };

/** `undefined` for any other text. */
export function parseChecksum(text: string): Checksum | undefined {
  const zip = /^(?:[0-9a-z]{1,16}\/)?([0-9a-f]{128})$/.exec(text)?.[1];
  if (zip !== undefined) return { of: "zip", algorithm: "sha512", digests: [zip] };
  if (/^[0-9a-f]{40}$/.test(text)) return { of: "tarball", algorithm: "sha1", digests: [text] };
  const tokens = text.trim().split(/\s+/);
  for (const algorithm of ALGORITHMS) {
    const digests = tokens.flatMap((token) => (token.startsWith(`${algorithm}-`) ? hexadecimal(token.slice(algorithm.length + 1)) : []));
    const sound = digests.filter((digest) => digest.length === DIGITS[algorithm]);
    if (sound.length > 0) return { of: "tarball", algorithm, digests: sound };
  }
  return undefined;
}

/** Options may follow the digest. */
function hexadecimal(base64: string): string[] {
  const digest = /^[A-Za-z0-9+/]+={0,2}(?=\?|$)/.exec(base64)?.[0];
  return digest === undefined ? [] : [Buffer.from(digest, "base64").toString("hex")];
}
