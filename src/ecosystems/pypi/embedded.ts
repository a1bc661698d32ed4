/** The plugin that a package describes in its `pyproject.toml`, under `[tool.symposium]`. Wheels do not contain that file: it counts for sources. */

import { isTable, readToml } from "../../documents/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";

const PLACE = ["tool", "symposium"] as const;
/** poetry 1 has its own place for the name. */
const NAMES = [
  ["project", "name"],
  ["tool", "poetry", "name"],
] as const;

/** Ignores other tools' tables. */
export function embedded(file: string, text: string): Embedded {
  const toml = readToml(text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { file, problems: [{ severity: "error", file, ...wrong }] };
  }
  const name = NAMES.map((path) => at(toml.table, path)).find((one) => typeof one === "string");
  const named = { file, ...(name === undefined ? {} : { name }) };
  const table = at(toml.table, PLACE);
  if (table === undefined) return { ...named, problems: [] };
  if (!isTable(table)) {
    const message = "`tool.symposium` must be a table, so it is ignored";
    return { ...named, problems: [{ severity: "error", file, position: toml.positionOf(PLACE), message }] };
  }
  return { ...named, table: { ok: true, table, positionOf: (path) => toml.positionOf([...PLACE, ...path]) }, problems: [] };
}

function at(table: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, key) => (isTable(inner) ? lookUp(inner, key) : undefined), table);
}
