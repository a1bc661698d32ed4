/** Writes the entries of an archive into a new folder, all or nothing. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type ArchiveEntry, sizeText, Unfit, UNPACK_LIMITS, type Unpacked, type UnpackOptions } from "./archive.ts";
import { entryParts, nameKey } from "./entry-path.ts";

interface Placed {
  readonly entry: ArchiveEntry;
  readonly parts: readonly string[];
}

/** `into` must not exist, and does not exist after a refusal. All names are checked before anything is written. */
export async function unpackInto(
  into: string,
  options: UnpackOptions,
  read: () => readonly ArchiveEntry[] | Promise<readonly ArchiveEntry[]>,
): Promise<Unpacked> {
  let isOurs = false;
  try {
    const placed = placedEntries(await read(), options);
    mkdirSync(into, { mode: 0o700 });
    isOurs = true;
    writeAll(placed, into, options);
    return { ok: true };
  } catch (error) {
    if (isOurs) rmSync(into, { recursive: true, force: true });
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

function placedEntries(entries: readonly ArchiveEntry[], options: UnpackOptions): readonly Placed[] {
  const { limits = UNPACK_LIMITS, os } = options;
  if (entries.length > limits.entries) throw new Unfit(`it contains more than ${limits.entries} files`);
  const seen = new Map<string, { readonly path: string; readonly kind: ArchiveEntry["kind"] }>();
  const claim = (path: string, kind: ArchiveEntry["kind"]) => {
    const key = nameKey(path, os);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, { path, kind });
    else if (kind === "file" || other.kind === "file" || other.path !== path) {
      const [one, two] = [JSON.stringify(other.path), JSON.stringify(path)];
      throw new Unfit(other.path === path ? `it contains ${two} twice` : `${one} and ${two} are the same name on this system`);
    }
  };
  return entries.flatMap((entry) => {
    const parts = entryParts(entry.name, options);
    if (parts.length === 0) return [];
    for (let at = 1; at < parts.length; at++) claim(parts.slice(0, at).join("/"), "folder");
    claim(parts.join("/"), entry.kind);
    if (seen.size > limits.entries) throw new Unfit(`it contains more than ${limits.entries} files and folders`);
    return [{ entry, parts }];
  });
}

function writeAll(placed: readonly Placed[], into: string, { limits = UNPACK_LIMITS }: UnpackOptions): void {
  let bytes = 0;
  for (const { entry, parts } of placed) {
    const path = join(into, ...parts);
    if (entry.kind === "folder") {
      mkdirSync(path, { recursive: true });
      continue;
    }
    const content = entry.read();
    bytes += content.length;
    if (bytes > limits.bytes) throw new Unfit(`it is larger than ${sizeText(limits.bytes)}`);
    mkdirSync(join(into, ...parts.slice(0, -1)), { recursive: true });
    // A file system that takes two names for one refuses the second.
    writeFileSync(path, content, { flag: "wx", mode: entry.isExecutable ? 0o755 : 0o644 });
  }
}
