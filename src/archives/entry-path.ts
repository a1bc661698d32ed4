/** The path that an entry of an archive is unpacked to. */

import type { OperatingSystem } from "../context.ts";
import { type UnpackOptions, Unfit } from "./archive.ts";

/** Its parts below the target folder; none for an entry that is left out. */
export function entryParts(name: string, { os, stripFirst = false, prefix = "" }: UnpackOptions): readonly string[] {
  const parts = soundParts(name, os);
  const outer = prefix.split("/").filter((part) => part !== "");
  if (outer.some((part, at) => parts[at] !== part)) return [];
  return parts.slice(outer.length + (stripFirst ? 1 : 0));
}

const LONGEST_NAME = 4096;
const LONGEST_PART = 255;

function soundParts(name: string, os: OperatingSystem): readonly string[] {
  const refuse = (why: string): never => {
    throw new Unfit(`${shown(name)} ${why}`);
  };
  if (name.length > LONGEST_NAME) refuse("is too long");
  if (hasControl(name)) refuse("contains a control character");
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
  return parts;
}

function hasControl(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) < 0x20 || name.charCodeAt(at) === 0x7f) return true;
  return false;
}

/** Streams and what Windows drops silently, and devices. */
function isUnusableOnWindows(part: string): boolean {
  return /[<>:"|?*]|[. ]$/.test(part) || /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i.test(part);
}

/** Equal for two names of which a file system of this kind keeps only one. */
export function nameKey(path: string, os: OperatingSystem): string {
  return os === "linux" ? path : path.normalize("NFD").toUpperCase().toLowerCase();
}

function shown(name: string): string {
  const text = JSON.stringify(name);
  return text.length > 200 ? `${text.slice(0, 200)}…"` : text;
}
