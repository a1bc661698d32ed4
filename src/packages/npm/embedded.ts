/**
 * The plugin that a package describes in its `package.json`, under `symposium`, with the keys of a manifest. Other tools' keys that name folders of skills
 * count too.
 */

import type { TomlPath } from "../../files/problem.ts";
import { isTable, type Toml, type TomlTable } from "../../files/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";
import { isPackageName } from "./cache-folder.ts";
import { readJsonFile } from "./json-file.ts";
import { jsonPosition } from "./json-position.ts";

const KEY = "symposium";

/** A `package.json` without one of these texts has no plugin. */
export const EMBEDDED_MARKS: readonly string[] = ["symposium", '"agents"', '"agentskills"'];

/**
 * Keys of other tools, each with a list of objects whose `path` is a skill's folder.
 * https://github.com/onmax/npm-agentskills#for-library-authors-bundling-skills, and the same in its version 0.1
 */
const OTHER_KEYS: readonly (readonly string[])[] = [
  ["agents", "skills"],
  ["agentskills", "skills"],
];

/** What is in these folders is found without any key. */
const USUAL = /^(?:\.\/+)*(?:skills|\.agents\/+skills)(?:\/|$)/;

/** Never throws. */
export function embedded(file: string, text: string): Embedded {
  const read = readJsonFile(text);
  if (!read.ok) {
    const { ok: _, ...wrong } = read;
    return { file, problems: [{ severity: "error", file, ...wrong }] };
  }
  const json = read.value;
  const name = lookUp(json, "name");
  const named = { file, ...(typeof name === "string" && isPackageName(name) ? { name } : {}) };
  const table = lookUp(json, KEY);
  if (table === undefined) {
    const other = otherSkills(json, text);
    return { ...named, table: other, problems: [] };
  }
  if (!isTable(table)) {
    const message = `\`${KEY}\` must be an object, so it is ignored`;
    return { ...named, problems: [{ severity: "error", file, position: jsonPosition(text, [KEY]), message }] };
  }
  return { ...named, table: asTable(table, (path) => [KEY, ...path], text), problems: [] };
}

/** As groups of a manifest, so that the usual folders count beside them. Mistakes in other tools' keys are ignored. */
function otherSkills(json: TomlTable, text: string): (Toml & { ok: true }) | undefined {
  const groups: { readonly source: { readonly path: string }; readonly at: TomlPath }[] = [];
  for (const key of OTHER_KEYS) {
    const list = key.reduce((inner: unknown, word) => (isTable(inner) ? lookUp(inner, word) : undefined), json);
    for (const [index, entry] of Array.isArray(list) ? list.entries() : []) {
      const path: unknown = isTable(entry) ? lookUp(entry, "path") : undefined;
      if (typeof path === "string" && path !== "" && !USUAL.test(path)) groups.push({ source: { path }, at: [...key, index, "path"] });
    }
  }
  if (groups.length === 0) return undefined;
  const skills = groups.map(({ source }) => ({ source }));
  const placeOf = (path: TomlPath) => (typeof path[1] === "number" ? (groups[path[1]]?.at ?? []) : []);
  return asTable({ skills }, placeOf, text);
}

/** `placeOf` turns a path in the table into one in the file. */
function asTable(table: TomlTable, placeOf: (path: TomlPath) => TomlPath, text: string): Toml & { ok: true } {
  return { ok: true, table, positionOf: (path) => jsonPosition(text, placeOf(path)) };
}
