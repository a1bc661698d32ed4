/**
 * The table with which a package describes its own plugin in its own file. The first form lists where skills are, the later one is a whole
 * manifest.
 */

import { join } from "node:path";
import * as v from "valibot";

import type { Problem } from "../../files/problem.ts";
import { readBySchema } from "../../files/read-by-schema.ts";
import { isTable, type Toml, type TomlTable } from "../../files/toml.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import type { Embedded } from "../../packages/ecosystem.ts";
import { mayHaveEmbedded, readEmbedded } from "../../packages/embedded.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Atom } from "../gates/predicate.ts";
import { readPackage } from "../manifest/named-sources.ts";
import { type Finding, isFinding } from "../manifest/report.ts";
import { MetadataTable, type PackageSkillsEntry } from "../manifest/schema.ts";
import { MANIFEST } from "../sources/manifest-files.ts";

/** Parses the file only where it may have the table: most packages have none. */
export function embeddedIn({ ecosystem: word, folder }: { readonly ecosystem: string; readonly folder: string }) {
  const ecosystem = ecosystemNamed(word);
  const file = join(folder, ecosystem?.packageFile ?? MANIFEST);
  const stamp: Stamped = stamped(file);
  const embedded = ecosystem !== undefined && mayHaveEmbedded(folder, ecosystem) ? readEmbedded(folder, ecosystem) : undefined;
  return { file, stamp, ...readPackageMetadata(embedded ?? { file, problems: [] }) };
}

/** The same in every ecosystem. Only read here: a package's own plugin is used when the user agreed to it. */
export type PackageMetadata =
  | { readonly kind: "absent" }
  | { readonly kind: "skills"; readonly skills: readonly PackageSkills[] }
  /** The later form unchanged, with positions in the whole file. */
  | { readonly kind: "manifest"; readonly toml: Toml & { ok: true } }
  /** Something else, which the problems report; the usual folder counts then. */
  | { readonly kind: "malformed" };

type PackageSkills = { readonly kind: "path"; readonly path: string } | { readonly kind: "package"; readonly package: Atom };

interface ReadPackage {
  readonly name?: string;
  readonly metadata: PackageMetadata;
  readonly problems: readonly Problem[];
}

export function readPackageMetadata({ file, name, table, problems }: Embedded): ReadPackage {
  if (table === undefined) return { name, metadata: { kind: problems.length === 0 ? "absent" : "malformed" }, problems };
  if (!isFirstForm(table.table)) return { name, metadata: { kind: "manifest", toml: table }, problems };
  return { name, ...readSkills(file, table) };
}

function readSkills(file: string, toml: Toml & { ok: true }): Pick<ReadPackage, "metadata" | "problems"> {
  const { value, problems, pathOf } = readBySchema(MetadataTable, file, toml);
  const skills: PackageSkills[] = [];
  for (const entry of value?.skills ?? []) {
    const checked = checkEntry(entry);
    if (!isFinding(checked)) skills.push(checked);
    else problems.push({ severity: "error", file, position: toml.positionOf(pathOf(entry)), message: checked.message, hint: checked.hint });
  }
  // Half of a list would be another list.
  const isSound = value !== undefined && problems.every(({ severity }) => severity === "warning");
  return { metadata: isSound ? { kind: "skills", skills } : { kind: "malformed" }, problems };
}

function checkEntry({ path, crate }: v.InferOutput<typeof PackageSkillsEntry>): PackageSkills | Finding {
  if (path !== undefined && crate !== undefined)
    return { message: "`path` and `crate` are mutually exclusive", hint: "make an entry of each" };
  if (path !== undefined) return { kind: "path", path };
  if (crate === undefined) return { message: "an entry must specify either `path` or `crate`", hint: 'for example path = "guidance"' };
  const named = readPackage(crate);
  return isFinding(named) ? named : { kind: "package", package: named };
}

function isFirstForm(table: TomlTable): boolean {
  const { skills } = table;
  if (skills === undefined || Object.keys(table).length > 1) return false;
  return !Array.isArray(skills) || !skills.some((entry: unknown) => isTable(entry) && Object.hasOwn(entry, "source"));
}
