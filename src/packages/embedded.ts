/** What the packages in folders say about their plugins in the files of their ecosystems. */

import { join } from "node:path";

import { readTextFile, readTextFileWithin } from "../files/text-file.ts";
import { isTable, readToml, type Toml } from "../files/toml.ts";
import { boundsOf } from "../host/bounds.ts";
import { entryPath, isLink } from "../host/paths.ts";
import { lookUp } from "../lookup.ts";
import type { Ecosystem, Embedded } from "./ecosystem.ts";

/** `undefined` where the folder has no such file. A file that is a link out of the folder is a problem. */
export function readEmbedded(folder: string, { packageFile, embedded }: Ecosystem): Embedded | undefined {
  if (packageFile === undefined) return undefined;
  const file = join(folder, packageFile);
  const read = readTextFileWithin(file, boundsOf(folder));
  if (read.kind === "missing") return undefined;
  return read.kind === "bad" ? { file, problems: [read.problem] } : embedded(file, read.text);
}

/** Whether `readEmbedded` could find a table. Most packages have none, and this parses nothing. */
export function mayHaveEmbedded(folder: string, { packageFile, embeddedMarks = MARKS }: Ecosystem): boolean {
  if (packageFile === undefined) return false;
  const file = entryPath(folder, packageFile);
  const isLinked = isLink(file);
  if (isLinked === undefined) return false;
  // Only a link leads out of the folder, and resolving the folder's path takes longer than reading the file.
  const read = isLinked ? readTextFileWithin(file, boundsOf(folder)) : readTextFile(file);
  if (read.kind === "bad") return read.problem.mayPass === true;
  return read.kind === "text" && embeddedMarks.some((mark) => read.text.includes(mark));
}

const MARKS = ["symposium"];

interface EmbeddedPlaces {
  readonly table: readonly string[];
  /** Where the package's name may be; the first place with a text counts. */
  readonly names: readonly (readonly string[])[];
  readonly shape?: string;
}

export function embeddedInToml(file: string, text: string, places: EmbeddedPlaces): Embedded {
  return embeddedAt(file, readToml(text), places);
}

/** The plugin that a package describes in a table of its manifest. Other tools' tables are ignored. */
export function embeddedAt(file: string, read: Toml, { table: place, names, shape = "a table" }: EmbeddedPlaces): Embedded {
  if (!read.ok) {
    const { ok: _, ...wrong } = read;
    return { file, problems: [{ severity: "error", file, ...wrong }] };
  }
  const name = names.map((path) => valueAt(read.table, path)).find((one) => typeof one === "string");
  const table = valueAt(read.table, place);
  if (table === undefined) return { file, name, problems: [] };
  if (!isTable(table)) {
    const message = `\`${place.join(".")}\` must be ${shape}, so it is ignored`;
    return { file, name, problems: [{ severity: "error", file, position: read.positionOf(place), message }] };
  }
  return { file, name, table: { ok: true, table, positionOf: (path) => read.positionOf([...place, ...path]) }, problems: [] };
}

export function valueAt(table: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => (isTable(inner) ? lookUp(inner, key) : undefined), table);
}
