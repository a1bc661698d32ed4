/** Removes types when Node loads a file; they are checked elsewhere. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { transformSync } from "rolldown/utils";

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, "utf8"), { sourcemap: false });
  if (errors.length > 0) throw errors[0];
  return { format: "module", source: code, shortCircuit: true };
}
