/** `Cargo.lock` of any format, 1 to 4, and questions to it. A fast reader handles what Cargo writes; anything else goes through the TOML parser. */

import type { TextFile } from "../../files/text-file.ts";
import { isTable, readToml, type Toml, type TomlTable } from "../../files/toml.ts";
import { shortHash } from "../../host/bytes.ts";
import { grouped } from "../../lookup.ts";
import { remembered } from "../open-files.ts";
import { tableAt, textAt, textsAt } from "../table-values.ts";
import type { PackageManifest } from "./package-manifest.ts";

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Absent for a package in a folder on this machine. */
  readonly source?: string;
  readonly checksum?: string;
  /** `name`, `name version` or `name version (source)`: as much as is needed to be unique. */
  readonly dependencies: readonly string[];
  /** Its replacement, in the form of a dependency. */
  readonly replace?: string;
}

type Lock = { readonly ok: true; readonly packages: readonly LockedPackage[] } | (Toml & { readonly ok: false });

/** Never throws. Skips packages without a name or a version. */
export function readLock(text: string): Lock {
  const written = readAsWritten(text);
  if (written !== undefined) return { ok: true, packages: written };
  const toml = readToml(text);
  if (!toml.ok) return toml;
  const packages = toml.table["package"];
  const root = tableAt(toml.table, "root");
  const tables = Array.isArray(packages) ? packages.filter(isTable) : [];
  return { ok: true, packages: packagesOf(root === undefined ? tables : [root, ...tables], tableAt(toml.table, "metadata") ?? {}) };
}

// TOML allows neither a control character nor a bare quote or backslash within a string.
const TEXT = '"([^"\\\\\\0-\\x1f\\x7f]*)"';
const LINE = "\\r?\\n";

/** A whole package as Cargo writes it, in one expression: a lock file has thousands of lines. */
const PACKAGE = new RegExp(
  `\\[\\[package\\]\\]${LINE}name = ${TEXT}${LINE}version = ${TEXT}${LINE}(?:source = ${TEXT}${LINE})?(?:checksum = ${TEXT}${LINE})?` +
    `(?:dependencies = \\[${LINE}((?: "[^"\\\\\\0-\\x1f\\x7f]*",${LINE})*)\\]${LINE})?(?:replace = ${TEXT}${LINE})?(?:${LINE})*`,
  "y",
);
const BEGINNING = new RegExp(`(?:#[^\\0-\\x08\\x0a-\\x1f\\x7f]*${LINE}|${LINE})*(?:version = [1-9]${LINE})?(?:${LINE})*`, "y");

/** `undefined` as soon as something is not in Cargo's own form, or older than its second format. */
function readAsWritten(text: string): LockedPackage[] | undefined {
  const packages: LockedPackage[] = [];
  try {
    BEGINNING.lastIndex = 0;
    PACKAGE.lastIndex = BEGINNING.exec(text)?.[0].length ?? 0;
    while (PACKAGE.lastIndex < text.length) {
      const found = PACKAGE.exec(text);
      if (found === null) return undefined;
      const [, name = "", version = "", source, checksum, listed, replace] = found;
      // By a text: to split by an expression, the engine of the native program tries it at every character.
      const dependencies = listed ? listed.slice(2, listed.lastIndexOf('"')).replaceAll("\r", "").split('",\n "') : [];
      packages.push({ name, version, source, checksum, dependencies, replace });
    }
    return packages;
  } catch {
    // An expression that repeats millions of times overflows the stack.
    return undefined;
  }
}

function packagesOf(tables: readonly TomlTable[], metadata: TomlTable): LockedPackage[] {
  const hasMetadata = Object.keys(metadata).length > 0;
  return tables.flatMap((table) => {
    const name = textAt(table, "name");
    const version = textAt(table, "version");
    if (name === undefined || version === undefined) return [];
    const source = textAt(table, "source");
    // Format 1 has the checksums together at the end.
    const written = textAt(table, "checksum") ?? (hasMetadata ? textAt(metadata, `checksum ${name} ${version} (${source})`) : undefined);
    const checksum = written === "<none>" ? undefined : written;
    return [{ name, version, source, checksum, dependencies: textsAt(table, "dependencies"), replace: textAt(table, "replace") }];
  });
}

export type Locked = ReturnType<typeof lockedOf>;

/** Queries on a lock file: which packages have a name, and which of them a package depends on. */
export function lockedOf(packages: readonly LockedPackage[]) {
  const byName = grouped(packages, ({ name }) => name);
  const named = (name: string) => byName.get(name) ?? [];
  const written = (dependency: string): readonly LockedPackage[] => {
    const [, name = "", version, source] = /^(\S+)(?: (\S+))?(?: \((.*)\))?$/.exec(dependency) ?? [];
    const found = named(name).filter((one) => version === undefined || one.version === version);
    if (source !== undefined) return found.filter((one) => one.source?.split("#")[0] === source.split("#")[0]);
    // Of several with one name and version only the package in a folder is written without a source.
    return found.length > 1 && version !== undefined ? found.filter((one) => one.source === undefined) : found;
  };
  /** The only package of this name, where nothing replaces it. */
  const only = (name: string): LockedPackage | undefined => {
    const all = named(name);
    return all.length === 1 && all[0]?.replace === undefined ? all[0] : undefined;
  };
  /** The packages of one entry in a list of dependencies, after replacements. Hundreds of members depend on the same packages. */
  const meant = remembered((dependency): readonly LockedPackage[] =>
    written(dependency).flatMap((one) => (one.replace === undefined ? one : written(one.replace))),
  );
  const member = (name: string, version: string | undefined): LockedPackage | undefined => {
    const own = named(name).filter(({ source }) => source === undefined);
    return own.find((one) => one.version === version) ?? own[0];
  };
  return { only, meant, member, named: (name: string) => named(name).filter(({ replace }) => replace === undefined) };
}

/** The version of the generator; locks that earlier versions made with the repository's configuration do not count. */
const RULES = "offline 1";

/** By content, not by time: switching branches back and forth changes nothing. */
export function madeFrom(members: readonly PackageManifest[]): string {
  const manifests = members.map(({ file, text }) => `${file}\n${shortHash(text())}`).sort();
  return shortHash([RULES, ...manifests].join("\n"));
}

const MARK = "# symposium: made from ";

export function markedLock(lock: string, mark: string): string {
  return `${MARK}${mark}\n${lock}`;
}

/** The lock file's text, if its inputs are unchanged. */
export function takeMadeLock(file: TextFile, current: string): string | undefined {
  return file.kind === "text" && file.text.startsWith(`${MARK}${current}\n`) ? file.text : undefined;
}
