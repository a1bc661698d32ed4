/** Which package a lock file gives a member for a line of its manifest; and lines of YAML by programs: no anchors, tags or multi-line texts. */

import { type Position, positionsIn } from "../../files/problem.ts";

export interface LockedPackage {
  readonly name: string;
  readonly version?: string;
  /** `git` for every address that is not a registry's. */
  readonly kind: "registry" | "git" | "path";
  /** Of a package in a folder: relative to the root, with slashes. */
  readonly folder?: string;
  readonly address?: string;
  readonly checksum?: string;
}

export interface Asked {
  /** The member's folder, relative to the root, with slashes; empty for the root. */
  readonly place: string;
  readonly member: string | undefined;
  /** The manifest's name for the package: what code imports. */
  readonly key: string;
  readonly name: string;
  readonly requirement: string;
  /** Whether a version is good for a line that the lock file does not know. */
  readonly meets: (version: string) => boolean;
}

export interface Lock {
  readonly find: (asked: Asked) => LockedPackage | undefined;
}

export type ReadLock = { readonly ok: true; readonly lock: Lock } | LockMistake;

export interface LockMistake {
  readonly ok: false;
  readonly position: Position;
  readonly message: string;
}

/** No package manager writes an empty file, a merge conflict, or a last line without an end, whatever the format. */
export function unfinished(text: string): LockMistake | undefined {
  return emptyOrMerging(text) ?? (text.endsWith("\n") ? undefined : mistakeAt(text, text.length, "ends in the middle of a line"));
}

export function emptyOrMerging(text: string): LockMistake | undefined {
  if (text.trimStart() === "") return mistakeAt("", 0, "is empty");
  for (const marker of CONFLICT) {
    const at = text.startsWith(marker) ? 0 : text.indexOf(`\n${marker}`) + 1;
    if (at > 0 || text.startsWith(marker)) return mistakeAt(text, at, "has the markers of a merge conflict");
  }
  return undefined;
}

/** Searched as texts: an expression takes ten times as long. */
const CONFLICT = ["<<<<<<<", ">>>>>>>", "|||||||"];

export function mistakeAt(text: string, offset: number, message: string): LockMistake {
  return { ok: false, position: positionsIn(text)(offset), message };
}

/** The folder that a member's relative path leads to, relative to the root; `undefined` for an absolute path. May lead out. */
export function folderFrom(place: string, path: string): string | undefined {
  if (path.startsWith("/") || path.startsWith("~") || /^[A-Za-z]:/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of `${place}/${path}`.split(/[\\/]/)) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** `name@rest`, where a scope begins with an `@` of its own. */
export function splitName(text: string): readonly [name: string, rest: string] | undefined {
  const at = text.indexOf("@", 1);
  return at === -1 ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

export function isArchive(path: string): boolean {
  return /\.(?:tgz|tar|tar\.gz)$/i.test(path);
}

/** `undefined` for anything else than a pair on one line. The value is empty where it is on the next lines. */
export function pairOf(line: string): { readonly key: string; readonly value: string } | undefined {
  const first = line[0];
  if (first === '"' || first === "'") {
    const end = endOfQuoted(line);
    if (end === -1 || line[end] !== ":" || (end + 1 < line.length && line[end + 1] !== " ")) return undefined;
    return { key: unquoted(line.slice(0, end)), value: line.slice(end + 1).trim() };
  }
  if (first === undefined || "-?:,[]{}#&*!|>%@`<".includes(first)) return undefined;
  const at = line.indexOf(": ");
  if (at !== -1) return { key: line.slice(0, at), value: line.slice(at + 2).trim() };
  return line.endsWith(":") ? { key: line.slice(0, -1), value: "" } : undefined;
}

/** The place after the closing quote of the text that begins at `start`; -1 without one. */
export function endOfQuoted(text: string, start = 0): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at++;
      else return at + 1;
    }
  }
  return -1;
}

export function unquoted(text: string): string {
  if (text.length < 2) return text;
  if (text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

export function indentOf(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 32) at++;
  return at - start;
}

/** The place of the line's newline, so after a `\r` if there is one; or of the text's end. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** The part of a line between two places, without a final `\r`. */
export function lineText(text: string, start: number, end: number): string {
  return text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
}
