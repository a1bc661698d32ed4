import { bun } from "./bun-runtime.ts";

/** Hook calls rarely hash, so Node's module is loaded when one does. In hex. */
export function sha256(bytes: string | Uint8Array): string {
  const hash = bun === undefined ? process.getBuiltinModule("node:crypto").createHash("sha256") : new bun.CryptoHasher("sha256");
  return hash.update(bytes).digest("hex");
}
