/**
 * The table with which a package describes its own plugin, the same in every ecosystem. The first form lists where skills are,
 * the later one is a whole manifest. Only read here: a package's own plugin is used when the user agreed to it.
 */

import * as v from "valibot";

import { about, item, optionalText } from "../documents/described-schema.ts";
import type { Position, Problem } from "../documents/problem.ts";
import { readBySchema } from "../documents/read-by-schema.ts";
import { isTable, type Toml, type TomlTable } from "../documents/toml.ts";
import type { Embedded } from "../ecosystems/ecosystem.ts";
import type { Atom } from "../predicates/predicate.ts";
import { readPackage } from "./package-reference.ts";
import { type Finding, isFinding } from "./report.ts";
import { packageReference } from "./skills-entry.ts";

export type PackageMetadata =
  | { readonly kind: "absent" }
  /** The first form; an empty list means that the package has no skills. */
  | { readonly kind: "skills"; readonly skills: readonly PackageSkills[] }
  /** The later form unchanged, with positions in the whole file. */
  | { readonly kind: "manifest"; readonly toml: Toml & { ok: true } }
  /** Something else, which the problems report; the usual folder counts then. */
  | { readonly kind: "malformed" };

export type PackageSkills =
  /** A folder of the package. */
  | { readonly kind: "path"; readonly path: string }
  /** Another package that has them. */
  | { readonly kind: "package"; readonly package: Atom };

export interface ReadPackage {
  /** The package's own name, if the file has it. */
  readonly name?: string;
  readonly metadata: PackageMetadata;
  readonly problems: readonly Problem[];
}

const Entry = item(
  { item: "entry", about: "Where skills of the package are; exactly one of path and crate.", steering: ["path", "crate"] },
  {
    path: optionalText("A folder of the package.", 'path = "guidance"'),
    crate: packageReference("Another crate that has them.", 'crate = { name = "other-crate", version = ">=1.0" }'),
  },
);

/** The first form as written. */
export const MetadataTable = item(
  { item: "table", about: "Where a package has its skills." },
  { skills: about("Where skills are, in order; an empty list means none.", v.array(Entry), 'skills = [{ path = "guidance" }]') },
);

export function readPackageMetadata({ file, name, table, problems }: Embedded): ReadPackage {
  const named = name === undefined ? {} : { name };
  if (table === undefined) return { ...named, metadata: { kind: problems.length === 0 ? "absent" : "malformed" }, problems };
  if (!isFirstForm(table.table)) return { ...named, metadata: { kind: "manifest", toml: table }, problems };
  return { ...named, ...readSkills(file, table) };
}

function readSkills(file: string, toml: Toml & { ok: true }): ReadPackage {
  const { value, problems, pathOf } = readBySchema(MetadataTable, file, toml);
  const skills: PackageSkills[] = [];
  for (const entry of value?.skills ?? []) {
    const checked = checkEntry(entry);
    if (isFinding(checked)) problems.push(problemOf(file, toml.positionOf(pathOf(entry)), checked));
    else skills.push(checked);
  }
  // Half of a list would be another list.
  const isSound = value !== undefined && problems.every(({ severity }) => severity === "warning");
  return { metadata: isSound ? { kind: "skills", skills } : { kind: "malformed" }, problems };
}

function checkEntry({ path, crate }: v.InferOutput<typeof Entry>): PackageSkills | Finding {
  if (path !== undefined && crate !== undefined)
    return { message: "`path` and `crate` are mutually exclusive", hint: "make an entry of each" };
  if (path !== undefined) return { kind: "path", path };
  if (crate === undefined) return { message: "an entry must specify either `path` or `crate`", hint: 'for example path = "guidance"' };
  const named = readPackage(crate);
  return isFinding(named) ? named : { kind: "package", package: named };
}

function problemOf(file: string, position: Position, { message, hint }: Finding): Problem {
  return { severity: "error", file, position, message, ...(hint === undefined ? {} : { hint }) };
}

/** Entries of the later form have a `source`. */
function isFirstForm(table: TomlTable): boolean {
  const { skills } = table;
  if (skills === undefined || Object.keys(table).length > 1) return false;
  return !Array.isArray(skills) || !skills.some((entry: unknown) => isTable(entry) && Object.hasOwn(entry, "source"));
}
