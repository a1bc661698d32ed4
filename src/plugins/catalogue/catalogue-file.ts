/**
 * The catalogue of the sources (PL-31): of every manifest that was read, which packages could wake its plugin, and its outline. A manifest is read
 * again when it or a file it names has changed. One private file for each config; with any doubt about that file the manifests count.
 */

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Places } from "../../platform/places.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { shortHash } from "../../platform/short-hash.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import { BUILD } from "../../version.ts";
import type { PluginOutline } from "./outline.ts";
import type { Needs } from "./waking.ts";

export interface CatalogueEntry {
  readonly manifest: Stamped;
  /** When its inode last changed, in milliseconds since 1970. */
  readonly changed: number;
  /** What else the outline follows from. */
  readonly watched: readonly Stamped[];
  readonly needs: Needs;
  readonly problems: readonly Problem[];
  /** Its gate has no functions. */
  readonly outline: PluginOutline;
}

export type CataloguePlaces = Pick<Places, "cache" | "config">;

export const CATALOGUE_FORMAT = "symposium-catalogue 1";
const MOST_BYTES = 64 * 1024 * 1024;

/** Named by the config, so that a call with another one does not replace it. */
export function catalogueFile({ cache, config }: CataloguePlaces): string {
  return `${cache}/catalogues/${shortHash(config)}.json`;
}

/** Empty where the file is missing, damaged, made by another build, or open to other users. Never throws. */
export function readCatalogue(places: CataloguePlaces, os: OperatingSystem): readonly CatalogueEntry[] {
  const text = readRegularTextIfAny(catalogueFile(places), { maxBytes: MOST_BYTES, isOurs: true, isPrivate: true }) ?? "";
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === headOf(body, places, os) ? (JSON.parse(body) as CatalogueEntry[]) : [];
}

/** Never throws: without it the manifests are read. */
export function writeCatalogue(places: CataloguePlaces, os: OperatingSystem, entries: readonly CatalogueEntry[]): void {
  const body = `${JSON.stringify(entries)}\n`;
  if (body.length > MOST_BYTES / 4) return;
  const file = catalogueFile(places);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${headOf(body, places, os)}\n${body}`, { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

/** A damaged name of a package would hide a plugin, so every byte counts. */
function headOf(body: string, { config }: CataloguePlaces, os: OperatingSystem): string {
  return JSON.stringify([CATALOGUE_FORMAT, BUILD, os, config, createHash("sha256").update(body).digest("hex")]);
}
