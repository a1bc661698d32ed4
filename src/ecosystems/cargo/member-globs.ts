/** The patterns in `members`: `*`, `?`, `[…]` within a name, and `**` for any number of folders. Only folders are found. */

import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, parse, resolve, sep } from "node:path";

import { stamped, type Stamped } from "../../platform/stamp.ts";

export interface Expanded {
  readonly folders: readonly string[];
  /** Folders that were listed: a new one in them may be a member. */
  readonly listed: readonly Stamped[];
  /** Why the pattern means nothing. */
  readonly problem?: string;
}

/** Far above any real workspace. */
const MOST_FOLDERS = 10_000;

/** A path without any pattern is itself, there or not. */
export function expandMember(root: string, pattern: string): Expanded {
  if (!isPattern(pattern)) return { folders: [resolve(root, pattern)], listed: [] };
  const listed = new Map<string, Stamped>();
  let folders = [isAbsolute(pattern) ? parse(pattern).root : root];
  for (const part of pattern.split(/[\\/]/)) {
    if (part === "") continue;
    const tokens = isPattern(part) && part !== "**" ? tokensOf(part) : [];
    if (tokens === null) return { folders: [], listed: [], problem: `"${pattern}" is not a pattern that Cargo takes` };
    folders = folders.flatMap((folder) => {
      if (part === "**") return allBelow(folder, listed);
      if (!isPattern(part)) return [join(folder, part)];
      const names = foldersIn(folder, listed).filter((name) => isMatch(tokens, name));
      return names.map((name) => `${folder}${folder.endsWith(sep) ? "" : sep}${name}`);
    });
    if (folders.length > MOST_FOLDERS) return { folders: [], listed: [], problem: `"${pattern}" finds more than ${MOST_FOLDERS} folders` };
  }
  return { folders: [...new Set(folders)].filter(isFolder), listed: [...listed.values()] };
}

function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Asks of one letter, or `*` for any number of them. */
type Token = "*" | ((letter: string) => boolean);

/** `null` for what Cargo refuses. */
function tokensOf(part: string): readonly Token[] | null {
  if (part.includes("**")) return null;
  const tokens: Token[] = [];
  for (let index = 0; index < part.length; index++) {
    const letter = part.charAt(index);
    if (letter === "[") {
      const start = index + (part[index + 1] === "!" ? 2 : 1);
      const end = part.indexOf("]", start + 1);
      if (end === -1) return null;
      const isIn = setOf(part.slice(start, end));
      tokens.push(start === index + 1 ? isIn : (one) => !isIn(one));
      index = end;
    } else tokens.push(letter === "*" ? "*" : letter === "?" ? () => true : (one) => one === letter);
  }
  return tokens;
}

function setOf(letters: string): (letter: string) => boolean {
  const ranges: [string, string][] = [];
  for (let index = 0; index < letters.length; index++) {
    const isRange = letters[index + 1] === "-" && index + 2 < letters.length;
    ranges.push([letters.charAt(index), letters.charAt(isRange ? index + 2 : index)]);
    if (isRange) index += 2;
  }
  return (letter) => ranges.some(([from, to]) => from <= letter && letter <= to);
}

/** After a mismatch only the last star takes one letter more, so that many stars stay quick. */
function isMatch(tokens: readonly Token[], name: string): boolean {
  let [token, letter, star, resume] = [0, 0, -1, 0];
  while (letter < name.length) {
    const asks = tokens[token];
    if (asks === "*") {
      star = token++;
      resume = letter;
    } else if (asks?.(name.charAt(letter)) === true) {
      token++;
      letter++;
    } else if (star !== -1) {
      token = star + 1;
      letter = ++resume;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "*");
}

/** Links are followed by a pattern for one name, not by `**`, which might never end. */
function foldersIn(folder: string, listed: Map<string, Stamped>): string[] {
  return entriesOf(folder, listed)
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name))))
    .map(({ name }) => name);
}

function allBelow(folder: string, listed: Map<string, Stamped>): string[] {
  const found = [folder];
  for (let index = 0; index < found.length && found.length <= MOST_FOLDERS; index++) {
    const current = found[index] ?? folder;
    for (const entry of entriesOf(current, listed)) if (entry.isDirectory()) found.push(join(current, entry.name));
  }
  return found;
}

function entriesOf(folder: string, listed: Map<string, Stamped>) {
  if (!listed.has(folder)) listed.set(folder, stamped(folder));
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
