/** Puts a table into `MEASURED.md` between its marks, or at the end under a heading of its own. */

import { join } from "node:path";

import { put, read } from "../sandbox.ts";
import { partOf } from "./measure.ts";

const DOCUMENT = join(import.meta.dirname, "..", "MEASURED.md");

export function renewPart(name: string, table: readonly string[]): void {
  const text = read(DOCUMENT);
  const part = [`<!-- ${name} -->`, ...table, `<!-- /${name} -->`].join("\n");
  const old = partOf(text, name);
  put(DOCUMENT, old === undefined ? `${text}\n## ${name}\n\n${part}\n` : text.slice(0, old.from) + part + text.slice(old.to));
}
