/** The programme under test in its two forms, and the digest that ties a result to the bytes that gave it. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const FORMS = ["native", "node"] as const;
export type Form = (typeof FORMS)[number];

const DIST = join(import.meta.dirname, "..", "dist");

export interface BuiltProgramme {
  readonly form: Form;
  readonly path: string;
  /** SHA-256 over everything that runs in this form. */
  readonly digest: string;
}

/** What `npm run build` left of this form; `undefined` where it did not. */
export function builtProgramme(form: Form): BuiltProgramme | undefined {
  const path = form === "native" ? join(DIST, "native", "symposium-hook") : join(DIST, "bin", "symposium-hook");
  if (!existsSync(path)) return undefined;
  const scripts = form === "native" ? [] : readdirSync(DIST).filter((name) => /^hook.*\.cjs$/.test(name)).toSorted();
  return { form, path, digest: digest([path, ...scripts.map((name) => join(DIST, name))]) };
}

function digest(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}
