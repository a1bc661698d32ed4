/**
 * The catalogue of the sources (PL-31): of every manifest that was read, which packages could wake its plugin, and its outline. A manifest is read
 * again when it or a file it names has changed. One private file for each config; with any doubt about that file the manifests count.
 */

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Places } from "../../platform/places.ts";
import { readSealed, writeSealed } from "../../platform/sealed-json.ts";
import { shortHash } from "../../platform/short-hash.ts";
import type { Stamped } from "../../platform/stamp.ts";
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

const CATALOGUE_FORMAT = "symposium-catalogue 1";

/** Named by the config, so that a call with another one does not replace it. */
export function catalogueFile({ cache, config }: CataloguePlaces): string {
  return `${cache}/catalogues/${shortHash(config)}.json`;
}

/** Empty where the file is missing, damaged, made by another build, or open to other users. Never throws. */
export function readCatalogue(places: CataloguePlaces, os: OperatingSystem): readonly CatalogueEntry[] {
  return (readSealed(catalogueFile(places), kindOf(places, os)) as CatalogueEntry[] | undefined) ?? [];
}

/** Never throws: without it the manifests are read. */
export function writeCatalogue(places: CataloguePlaces, os: OperatingSystem, entries: readonly CatalogueEntry[]): void {
  writeSealed(catalogueFile(places), kindOf(places, os), entries);
}

/** A damaged name of a package would hide a plugin, so every byte counts. */
function kindOf({ config }: CataloguePlaces, os: OperatingSystem): readonly string[] {
  return [CATALOGUE_FORMAT, BUILD, os, config];
}
