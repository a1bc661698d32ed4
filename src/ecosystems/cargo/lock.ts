/** `Cargo.lock` of any format, 1 to 4. Cargo writes it line by line, so it is read that way; edited by hand it goes through the TOML parser. */

import type { Position } from "../../config/problem.ts";
import { readToml, type TomlTable } from "../../config/toml.ts";
import { isTable, tableAt, textAt, textsAt } from "./manifest.ts";

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Absent for what lies in a folder on this machine. */
  readonly source?: string;
  readonly checksum?: string;
  /** `name`, `name version` or `name version (source)`, as much as is needed to tell it from others. */
  readonly dependencies: readonly string[];
  /** What takes its place, in the form of a dependency. */
  readonly replace?: string;
}

export type Lock =
  | { readonly ok: true; readonly packages: readonly LockedPackage[] }
  | { readonly ok: false; readonly position: Position; readonly message: string };

/** Never throws. Packages without a name or a version are passed over. */
export function readLock(text: string): Lock {
  const raw = readLines(text);
  if (raw !== undefined) return { ok: true, packages: packagesOf(raw.packages, raw.metadata) };
  const toml = readToml(text);
  if (!toml.ok) return { ok: false, position: toml.position, message: toml.message };
  const packages = toml.table["package"];
  const root = tableAt(toml.table, "root");
  const tables = Array.isArray(packages) ? packages.filter(isTable) : [];
  return { ok: true, packages: packagesOf(root === undefined ? tables : [root, ...tables], tableAt(toml.table, "metadata") ?? {}) };
}

function packagesOf(tables: readonly TomlTable[], metadata: TomlTable): LockedPackage[] {
  const hasMetadata = Object.keys(metadata).length > 0;
  return tables.flatMap((table) => {
    const name = textAt(table, "name");
    const version = textAt(table, "version");
    if (name === undefined || version === undefined) return [];
    const source = textAt(table, "source");
    // Format 1 keeps the checksums together at the end.
    const checksum = textAt(table, "checksum") ?? (hasMetadata ? textAt(metadata, `checksum ${name} ${version} (${source})`) : undefined);
    const replace = textAt(table, "replace");
    return [
      {
        name,
        version,
        ...(source === undefined ? {} : { source }),
        ...(checksum === undefined || checksum === "<none>" ? {} : { checksum }),
        dependencies: textsAt(table, "dependencies"),
        ...(replace === undefined ? {} : { replace }),
      },
    ];
  });
}

interface RawLock {
  readonly packages: TomlTable[];
  readonly metadata: TomlTable;
}

const HEADER = /^\[\[package\]\]$|^\[root\]$|^\[metadata\]$|^\[\[patch\.unused\]\]$/;
// TOML allows neither a control character nor a bare quote or backslash within a string.
// oxlint-disable-next-line no-control-regex
const TEXT_LINE = /^([a-z]+|"[^"\\\0-\x1f\x7f]+") = "([^"\\\0-\x1f\x7f]*)"$/;
// oxlint-disable-next-line no-control-regex
const LIST_LINE = /^ "([^"\\\0-\x1f\x7f]*)",$/;
// oxlint-disable-next-line no-control-regex
const COMMENT = /^#[^\0-\x08\x0b-\x1f\x7f]*$/;

/** `undefined` as soon as a line is not what Cargo would write. */
function readLines(text: string): RawLock | undefined {
  const packages: TomlTable[] = [];
  const metadata: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const top: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const single = new Set<string>();
  let current = top;
  let list: string[] | undefined;
  for (const line of linesOf(text)) {
    if (list !== undefined) {
      const item = LIST_LINE.exec(line)?.[1];
      if (item !== undefined) list.push(item);
      else if (line === "]") list = undefined;
      else return undefined;
    } else if (line === "" || COMMENT.test(line)) continue;
    else if (HEADER.test(line)) {
      if (!line.startsWith("[[")) {
        if (single.has(line)) return undefined;
        single.add(line);
      }
      current = line === "[metadata]" ? metadata : (Object.create(null) as Record<string, unknown>);
      if (line === "[[package]]") packages.push(current);
      if (line === "[root]") packages.unshift(current);
    } else if (line === "dependencies = [" && current !== top && current["dependencies"] === undefined) {
      list = [];
      current["dependencies"] = list;
    } else if (current === top && /^version = [1-9]$/.test(line) && !("version" in top)) top["version"] = line;
    else {
      const [, quoted, value] = TEXT_LINE.exec(line) ?? [];
      const key = quoted?.startsWith('"') === true ? quoted.slice(1, -1) : quoted;
      if (key === undefined || current === top || key in current) return undefined;
      current[key] = value;
    }
  }
  return list === undefined ? { packages, metadata } : undefined;
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    yield text.slice(start, text[stop - 1] === "\r" && end !== -1 ? stop - 1 : stop);
    start = stop + 1;
  }
}
