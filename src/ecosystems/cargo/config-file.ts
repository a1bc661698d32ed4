/** One of Cargo's configuration files, with the files that it includes. */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { readToml, type TomlTable } from "../../documents/toml.ts";
import { type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { MISSING, stamped, type Stamped } from "../../platform/stamp.ts";
import { textAt } from "../text-values.ts";
import { isTable } from "./manifest.ts";

export interface ConfigFile {
  readonly file: string;
  readonly table: TomlTable;
  /** Where its relative paths start: beside the folder that contains it. */
  readonly base: string;
  /** A user's file, not the repository's: it may name any folder. */
  readonly isUsers: boolean;
}

export interface ReadConfigs {
  readonly bounds: Bounds;
  /** The first wins. */
  readonly files: ConfigFile[];
  readonly stamps: Stamped[];
  readonly problems: Problem[];
}

/** Of a `.cargo` folder. Where both names exist Cargo uses the one without an extension. */
export function readConfigIn(folder: string, read: ReadConfigs): void {
  const isUsers = !isAtOrBelow(folder, read.bounds.top);
  for (const name of ["config", "config.toml"]) {
    if (readConfigFile(join(folder, name), read, { isUsers, around: new Set() })) return;
  }
}

interface Including {
  readonly isUsers: boolean;
  readonly around: ReadonlySet<string>;
}

/** Whether it exists. An included file has less weight than the one that includes it; the last of several has the most. */
function readConfigFile(file: string, read: ReadConfigs, { isUsers, around }: Including): boolean {
  const stamp = stamped(file);
  read.stamps.push(stamp);
  if (stamp[1] === MISSING) return false;
  const found = readTextFileWithin(file, isUsers ? undefined : read.bounds);
  if (found.kind !== "text") {
    if (found.kind === "bad") read.problems.push(found.problem);
    return found.kind === "bad";
  }
  const toml = readToml(found.text);
  if (!toml.ok) {
    read.problems.push({ severity: "error", file, position: toml.position, message: toml.message });
    return true;
  }
  read.files.push({ file, table: toml.table, base: dirname(dirname(file)), isUsers });
  const within = new Set([...around, file]);
  for (const included of includedBy(toml.table, dirname(file)).toReversed()) {
    if (!within.has(included) && within.size < DEEPEST) readConfigFile(included, read, { isUsers, around: within });
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
