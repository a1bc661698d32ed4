/** Writes a file of the repository, and says so. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface GeneratedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, "..");

export function writeGenerated({ path, text }: GeneratedFile): void {
  const target = join(ROOT, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  console.log(`wrote ${path}`);
}
