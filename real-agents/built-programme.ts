/** The programme under test in its two forms, and the digest that ties a result to the bytes that gave it. */

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const FORMS = ["native", "node"] as const;
export type Form = (typeof FORMS)[number];

const DIST = join(import.meta.dirname, "..", "dist");

export interface BuiltProgramme {
  readonly form: Form;
  readonly path: string;
  /** SHA-256 over everything that runs in this form. */
  readonly digest: string;
}

/**
 * A copy of what `npm run build` left of this form, in `folder`. A copy, because a build during the run would otherwise give results of
 * bytes that the digest does not name.
 */
export function builtProgramme(form: Form, folder: string, dist = DIST): BuiltProgramme {
  const parts = partsOf(form, dist);
  for (const part of parts) {
    const place = join(folder, form, part);
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(join(dist, part), place);
  }
  return { form, path: join(folder, form, parts[0] ?? ""), digest: digestOfParts(join(folder, form), parts) };
}

/** The files of a form below the build's folder, the one that is called first. */
function partsOf(form: Form, dist: string): readonly string[] {
  const called = form === "native" ? "native/symposium-hook" : "bin/symposium-hook";
  const scripts = form === "native" ? [] : readdirSync(join(dist, "bin/node")).map((name) => join("bin/node", name));
  return [called, ...scripts.toSorted()];
}

function digestOfParts(folder: string, parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(readFileSync(join(folder, part)));
  return hash.digest("hex");
}
