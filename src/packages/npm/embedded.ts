/** The plugin under `symposium` in a `package.json`, with the keys of a manifest. Other tools' keys that name folders of skills count too. */

import type { Position, TomlPath } from "../../files/problem.ts";
import { isTable, type TomlTable } from "../../files/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";
import { embeddedAt, valueAt } from "../embedded.ts";
import { isPackageName } from "./cache-folder.ts";
import { readJsonFile } from "./json-file.ts";
import { jsonPosition } from "./json-position.ts";

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

export function embedded(file: string, text: string): Embedded {
  const read = readJsonFile(text);
  if (!read.ok) return embeddedAt(file, read, PLACES);
  const positionOf = (path: TomlPath) => jsonPosition(text, path);
  const { name = "", ...said } = embeddedAt(file, { ok: true, table: read.value, positionOf }, PLACES);
  const table = lookUp(read.value, KEY) === undefined ? otherSkills(read.value, positionOf) : said.table;
  return { ...said, name: isPackageName(name) ? name : undefined, table };
}

const KEY = "symposium";
const PLACES = { table: [KEY], names: [["name"]], shape: "an object" };

/** Other tools' skills as groups of a manifest, so that the usual folders count beside them. Mistakes in other tools' keys are ignored. */
function otherSkills(json: TomlTable, positionOf: (path: TomlPath) => Position): Embedded["table"] {
  const groups: { readonly source: { readonly path: string }; readonly at: TomlPath }[] = [];
  for (const key of OTHER_KEYS) {
    const list = valueAt(json, key);
    for (const [index, entry] of Array.isArray(list) ? list.entries() : []) {
      const path: unknown = isTable(entry) ? lookUp(entry, "path") : undefined;
      if (typeof path === "string" && path !== "" && !USUAL.test(path)) groups.push({ source: { path }, at: [...key, index, "path"] });
    }
  }
  if (groups.length === 0) return undefined;
  const skills = groups.map(({ source }) => ({ source }));
  return { ok: true, table: { skills }, positionOf: ([, at]) => positionOf((typeof at === "number" && groups[at]?.at) || []) };
}
