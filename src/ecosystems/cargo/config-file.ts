/** One file of Cargo's configuration, with the files that it includes. */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../../config/problem.ts";
import { readTextFile } from "../../config/text-file.ts";
import { readToml, type TomlTable } from "../../config/toml.ts";
import { MISSING, stamped, type Stamped } from "../../platform/stamp.ts";
import { isTable, textAt } from "./manifest.ts";

export interface ConfigFile {
  readonly text: string;
  readonly table: TomlTable;
  /** Where its relative paths start: beside the folder that it is in. */
  readonly base: string;
}

export interface ReadConfigs {
  /** What comes first wins. */
  readonly files: ConfigFile[];
  readonly stamps: Stamped[];
  readonly problems: Problem[];
}

/** Of a `.cargo` folder. Where both names are there Cargo takes the one without an extension. */
export function readConfigIn(folder: string, read: ReadConfigs): void {
  for (const name of ["config", "config.toml"]) {
    if (readConfigFile(join(folder, name), read, new Set())) return;
  }
}

/** Whether it is there. A file that is included says less than the one that includes it, and the last of several says most. */
function readConfigFile(file: string, read: ReadConfigs, around: ReadonlySet<string>): boolean {
  const stamp = stamped(file);
  read.stamps.push(stamp);
  if (stamp[1] === MISSING) return false;
  const found = readTextFile(file);
  if (found.kind !== "text") {
    if (found.kind === "bad") read.problems.push(found.problem);
    return found.kind === "bad";
  }
  const toml = readToml(found.text);
  if (!toml.ok) {
    read.problems.push({ severity: "error", file, position: toml.position, message: toml.message });
    return true;
  }
  read.files.push({ text: found.text, table: toml.table, base: dirname(dirname(file)) });
  const within = new Set([...around, file]);
  for (const included of includedBy(toml.table, dirname(file)).toReversed()) {
    if (!within.has(included) && within.size < DEEPEST) readConfigFile(included, read, within);
  }
  return true;
}

const DEEPEST = 8;
const MOST_INCLUDED = 20;

function includedBy(table: TomlTable, folder: string): string[] {
  const include = table["include"];
  const list: unknown[] = Array.isArray(include) ? include.slice(0, MOST_INCLUDED) : [include];
  return list.flatMap((one) => {
    const path = isTable(one) ? textAt(one, "path") : one;
    return typeof path === "string" && path.endsWith(".toml") && !path.includes("\0") ? [resolve(folder, path)] : [];
  });
}
