/** The plugin that a package describes in a table of its TOML manifest. Other tools' tables are ignored. */

import { isTable, readToml } from "../documents/toml.ts";
import { lookUp } from "../lookup.ts";
import type { Embedded } from "./ecosystem.ts";

export interface TomlPlaces {
  /** Of the plugin's table. */
  readonly table: readonly string[];
  /** Of the package's name: the first that is a text counts. */
  readonly names: readonly (readonly string[])[];
}

export function embeddedInToml(file: string, text: string, places: TomlPlaces): Embedded {
  const toml = readToml(text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { file, problems: [{ severity: "error", file, ...wrong }] };
  }
  const name = places.names.map((path) => valueAt(toml.table, path)).find((one) => typeof one === "string");
  const named = { file, ...(name === undefined ? {} : { name }) };
  const table = valueAt(toml.table, places.table);
  if (table === undefined) return { ...named, problems: [] };
  if (!isTable(table)) {
    const message = `\`${places.table.join(".")}\` must be a table, so it is ignored`;
    return { ...named, problems: [{ severity: "error", file, position: toml.positionOf(places.table), message }] };
  }
  return { ...named, table: { ok: true, table, positionOf: (path) => toml.positionOf([...places.table, ...path]) }, problems: [] };
}

function valueAt(table: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => (isTable(inner) ? lookUp(inner, key) : undefined), table);
}
