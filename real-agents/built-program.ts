/** The build under test in its two forms, and the digest that ties a result to the bytes that gave it. */

import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import { platformName, thisMachine } from "../src/host/machine.ts";
import { put } from "./sandbox.ts";

export const FORMS = ["native", "node"] as const;
export type Form = (typeof FORMS)[number];

const DIST = join(import.meta.dirname, "..", "dist");

export interface BuiltProgram {
  readonly form: Form;
  /** The folder of the copy: `symposium.cjs` in it registers the program of this form. */
  readonly dist: string;
  /** SHA-256 over the hook program in this form. */
  readonly digest: string;
}

/**
 * A copy of what `npm run build` left, in `folder`. A copy, because a build during the run would otherwise give results of bytes that the
 * digest does not name. Where `init` finds no native program, it places the one for Node: so that form is the copy without it.
 */
export function builtProgram(form: Form, folder: string, from = DIST): BuiltProgram {
  const dist = join(folder, form, "dist");
  cpSync(from, dist, { recursive: true, filter: (path) => !leftOut(form).includes(relative(from, path)) });
  put(join(folder, form, "package.json"), `{ "type": "module" }\n`);
  return { form, dist, digest: digestOfFiles(dist, partsOf(form, dist)) };
}

function leftOut(form: Form): readonly string[] {
  return form === "native" ? ["types"] : ["types", "native"];
}

/** The files of the hook program below the build's folder. */
function partsOf(form: Form, dist: string): readonly string[] {
  if (form === "native") return [`native/${platformName(thisMachine())}/symposium-hook`];
  const names = readdirSync(join(dist, "bin"), { recursive: true, encoding: "utf8" }).map((name) => join("bin", name));
  return names.filter((name) => !name.endsWith(".cmd") && statSync(join(dist, name)).isFile()).toSorted();
}

function digestOfFiles(folder: string, names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}
