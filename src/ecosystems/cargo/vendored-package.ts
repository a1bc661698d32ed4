/** The folder of a package in a vendored folder: its name, or name and version where there are several. */

import { join } from "node:path";

import { readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { pathsIn } from "../../platform/folder-entries.ts";
import { readManifest } from "./manifest.ts";

/** The folders may have any names, so all are read where the usual ones are something else. */
/** `bounds` are the repository's, unless the user has the folder elsewhere. */
export function vendoredPackage(vendor: string, name: string, version: string, bounds?: Bounds): string | undefined {
  const within = bounds?.leadsOut(vendor) === undefined ? bounds : undefined;
  const usual = [join(vendor, name), join(vendor, `${name}-${version}`)];
  const isMeant = (folder: string) => isPackage(folder, name, version, within);
  return usual.find(isMeant) ?? pathsIn(vendor).slice(0, MOST_FOLDERS).find(isMeant);
}

export function isPackage(folder: string, name: string, version?: string, within?: Bounds): boolean {
  const file = join(folder, "Cargo.toml");
  const read = readTextFileWithin(file, within);
  if (read.kind === "text" && version !== undefined && isWrittenAs(read.text, name, version)) return true;
  const found = read.kind === "text" ? readManifest(file, folder, read.text) : undefined;
  if (found === undefined || !("manifest" in found)) return false;
  const { package: own } = found.manifest;
  return own?.name === name && (version === undefined || own.version === version || own.inheritsVersion);
}

/** The start of Cargo's published form, which avoids reading the rest. */
function isWrittenAs(text: string, name: string, version: string): boolean {
  const start = text.startsWith("[package]\n") ? 0 : text.indexOf("\n[package]\n") + 1;
  const table = text.slice(start, text.indexOf("\n[", start + 1) + 1);
  return (
    table.startsWith("[package]") &&
    !/"""|'''/.test(table) &&
    table.includes(`\nname = "${name}"\n`) &&
    table.includes(`\nversion = "${version}"\n`)
  );
}

const MOST_FOLDERS = 2_000;
