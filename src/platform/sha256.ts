/** Hook calls rarely hash, so the module is loaded when one does. In hex. */
export function sha256(bytes: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}
