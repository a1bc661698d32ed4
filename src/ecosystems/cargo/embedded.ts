/** The plugin that a package describes in its `Cargo.toml`, under `[package.metadata.symposium]`. */

import { isTable, readToml } from "../../documents/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";

const PLACE = ["package", "metadata", "symposium"] as const;

/** Ignores other tools' metadata. */
export function embedded(file: string, text: string): Embedded {
  const toml = readToml(text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { file, problems: [{ severity: "error", file, ...wrong }] };
  }
  const name = at(toml.table, ["package", "name"]);
  const named = { file, ...(typeof name === "string" ? { name } : {}) };
  const table = at(toml.table, PLACE);
  if (table === undefined) return { ...named, problems: [] };
  if (!isTable(table)) {
    const message = "`package.metadata.symposium` must be a table, so it is ignored";
    return { ...named, problems: [{ severity: "error", file, position: toml.positionOf(PLACE), message }] };
  }
  return { ...named, table: { ok: true, table, positionOf: (path) => toml.positionOf([...PLACE, ...path]) }, problems: [] };
}

function at(table: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => (isTable(inner) ? lookUp(inner, key) : undefined), table);
}
