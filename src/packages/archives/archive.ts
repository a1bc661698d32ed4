/** What readers of archives share. Archives come from strangers: whatever is unusual in one refuses all of it. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { OperatingSystem } from "../../context.ts";

export interface UnpackOptions {
  /** Decides which names are equal or reserved. */
  readonly os: OperatingSystem;
  /** Leaves out the first folder of every name, whatever its name. */
  readonly stripFirst?: boolean;
  /** Unpacks only what is below this folder, such as `node_modules/x`, without it. */
  readonly prefix?: string;
  readonly limits?: typeof UNPACK_LIMITS;
}

/** Above any real package. `bytes` are those of all files together, unpacked. */
export const UNPACK_LIMITS = { entries: 50_000, bytes: 256 * 1024 * 1024 };

export type Unpacked = { readonly ok: true } | { readonly refused: string };

export interface ArchiveEntry {
  /** As the archive has it, with `/`. */
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly isExecutable: boolean;
  readonly read: () => Uint8Array;
}

/** Ends the reading of an archive: its message is the reason. */
export class Unfit extends Error {}

/** In MiB where that is a round number. */
export function sizeText(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / 1024 / 1024} MiB` : `${bytes} bytes`;
}

type Entries = readonly ArchiveEntry[];

/** `into` must not exist, and does not exist after a refusal. All names are checked before anything is written. */
export async function unpackInto(into: string, options: UnpackOptions, read: () => Entries | Promise<Entries>): Promise<Unpacked> {
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

function placedEntries(entries: Entries, options: UnpackOptions) {
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

function writeAll(placed: ReturnType<typeof placedEntries>, into: string, { limits = UNPACK_LIMITS }: UnpackOptions): void {
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

const LONGEST_NAME = 4096;
const LONGEST_PART = 255;

/** The parts of an entry's name below the target folder; none for an entry that is left out. */
function entryParts(name: string, { os, stripFirst = false, prefix = "" }: UnpackOptions): readonly string[] {
  const refuse = (why: string): never => {
    const text = JSON.stringify(name);
    throw new Unfit(`${text.length > 200 ? `${text.slice(0, 200)}…"` : text} ${why}`);
  };
  if (name.length > LONGEST_NAME) refuse("is too long");
  if ([...name].some((one) => one < " " || one === "\u007F")) refuse("contains a control character");
  // What a broken name is decoded to.
  if (name.includes("\u{FFFD}")) refuse("is not UTF-8");
  if (name.includes("\\")) refuse("contains a backslash");
  if (name.startsWith("/")) refuse("is an absolute path");
  if (/^[A-Za-z]:/.test(name)) refuse("begins with a drive letter");
  // `./a` and `a//b` are usual.
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  for (const part of parts) {
    if (part === "..") refuse("leaves the archive's folder");
    if (Buffer.byteLength(part) > LONGEST_PART) refuse("is too long");
    if (os === "windows" && isUnusableOnWindows(part)) refuse("is not a valid name on Windows");
  }
  const outer = prefix.split("/").filter((part) => part !== "");
  if (outer.some((part, at) => parts[at] !== part)) return [];
  return parts.slice(outer.length + (stripFirst ? 1 : 0));
}

/** Names that are invalid on Windows, that mean a stream (`:`) or a device, or whose end (a dot or a space) Windows silently drops. */
function isUnusableOnWindows(part: string): boolean {
  return /[<>:"|?*]|[. ]$/.test(part) || /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i.test(part);
}

/** Equal for two names of which a file system of this kind keeps only one. */
function nameKey(path: string, os: OperatingSystem): string {
  return os === "linux" ? path : path.normalize("NFD").toUpperCase().toLowerCase();
}
