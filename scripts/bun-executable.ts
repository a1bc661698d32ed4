import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where npm put Bun; it has this name on every system. */
export function bunExecutable(): string {
  return join(dirname(createRequire(import.meta.url).resolve("bun/package.json")), "bin/bun.exe");
}
