/** Digests and hashes of text. */

import { bun } from "./bun.ts";

/** Hook calls rarely hash, so Node's module is loaded when one does. In hex. */
export function sha256(bytes: string | Uint8Array): string {
  const hash = bun === undefined ? process.getBuiltinModule("node:crypto").createHash("sha256") : new bun.CryptoHasher("sha256");
  return hash.update(bytes).digest("hex");
}

/** A small hash for file names. It only keeps names distinct and secures nothing, so it avoids the cost of a real digest. */
export function shortHash(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (eightDigits(high) + eightDigits(low)).slice(0, 12);
}

/** Not `padStart`: its first use costs a native program more than the hash. */
function eightDigits(number: number): string {
  return (2 ** 32 + (number >>> 0)).toString(16).slice(1);
}
