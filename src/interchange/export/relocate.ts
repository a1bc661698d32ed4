/** Where the files that a manifest names are in the package: as paths, and inside arguments and values of variables (AP-5). */

import { statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

import { type Bounds, boundsOf, isAtOrBelow } from "../../host/bounds.ts";
import { OWN_FILES } from "../../plugins/agent-plugin/format.ts";
import { BETWEEN, isFile, LONGEST, LOOKS_LIKE_FILE } from "../../plugins/consent/named-files.ts";
import { type ExportLoss, exportLoss, type ExportLossCode } from "./losses.ts";

export interface Relocation {
  readonly directory: string;
  readonly bounds: Bounds;
  /** What its files' paths begin with in the package: a folder with a slash, or nothing where they stay. */
  readonly prefix: string;
  readonly isAlone: boolean;
  readonly refusals: string[];
  readonly losses: ExportLoss[];
  /** Files and folders of the plugin that its items name, relative to its folder; "" is all of it. */
  readonly used: Set<string>;
}

export function relocation(directory: string, prefix: string, isAlone: boolean): Relocation {
  return { directory, bounds: boundsOf(directory), prefix, isAlone, refusals: [], losses: [], used: new Set() };
}

/** Programs that every Unix has at this path. */
const EVERYWHERE: readonly string[] = ["/bin/sh", "/usr/bin/env"];

/** A program that a manifest names: a bare word is looked up on PATH where the plugin has no file of that name, as Symposium does. */
export function relocatedProgram(word: string, at: Relocation, item: string): string {
  const isBare = !/[\\/]/.test(word);
  if ((isBare && !isFile(resolve(at.directory, word))) || EVERYWHERE.includes(word)) return word;
  return relocated(word, at, item);
}

/** A path that starts at the plugin's folder, or at `cwd` in it. One that leads out of it is a refusal. */
export function relocated(word: string, at: Relocation, item: string, cwd = ""): string {
  const { directory, bounds, prefix, refusals } = at;
  const full = resolve(directory, cwd, word);
  const isInside = !word.includes("\0") && isAtOrBelow(full, directory);
  if (!isInside || bounds.leadsOut(full) !== undefined) {
    const what = isAbsolute(word) ? "a path of this machine" : "outside of the plugin's folder";
    refusals.push(`${item} names ${JSON.stringify(word)}, which is ${what}`);
    return word;
  }
  const way = relative(directory, full).split(sep).join("/");
  at.used.add(way);
  return way === "" ? prefix.replace(/\/$/, "") || "." : prefix + way;
}

interface NamedFrom {
  readonly at: Relocation;
  readonly item: string;
  /** The folder that the process starts in, seen from the plugin's. It moves with the files, so paths from there stay as they are. */
  readonly cwd?: string | undefined;
}

/** Relocates a path, an option with one (`--config=a.toml`) or a list (`lib:more`). A longer text, such as a line for a shell, stays (AP-5). */
export function relocatedText(text: string, from: NamedFrom): string {
  // Then the files stay where they are.
  if (from.at.prefix === "") return text;
  const [, option = "", value = ""] = /^([^=\s]*=)?(.*)$/s.exec(text) ?? [];
  if (isNamed(text, from)) return movedText(text, from);
  if (isNamed(value, from)) return option + movedText(value, from);
  if (!/\s/.test(text)) return option + value.replaceAll(/[^:;,]+/g, (word) => movedPart(word, from));
  for (const word of text.split(BETWEEN).filter((each) => isNamed(each, from))) {
    movedText(word, { ...from, cwd: from.cwd ?? "." });
    if (from.cwd === undefined) say("path-in-text", word, from);
  }
  return text;
}

function movedPart(word: string, from: NamedFrom): string {
  if (isNamed(word, from)) return movedText(word, from);
  // Not the name of a package or a host.
  const isPath = /^\.{1,2}[\\/]./.test(word) || (/^[\w-]+[\\/]/.test(word) && LOOKS_LIKE_FILE.test(word));
  if (isPath) say("path-stays", word, from);
  return word;
}

/** A bare word may be anything, so a folder is named by a path only. Of a repository, whole folders do not go along. */
function isNamed(word: string, { at, cwd = "" }: NamedFrom): boolean {
  if (word === "" || word.length > LONGEST || word.includes("\0") || isAbsolute(word)) return false;
  const full = resolve(at.directory, cwd, word);
  const stats = statSync(full, { throwIfNoEntry: false });
  return stats?.isFile() === true || (stats?.isDirectory() === true && at.isAlone && /[\\/]\w/.test(word) && full !== at.directory);
}

/** A path that leads out of the plugin's folder is a refusal. */
function movedText(word: string, from: NamedFrom): string {
  const { at, item, cwd } = from;
  const place = relocated(word, at, item, cwd);
  if (cwd !== undefined || !place.startsWith(at.prefix)) return word;
  say("path-in-package", word, from);
  return `${OWN_FILES}/${place.slice(at.prefix.length)}`;
}

function say(code: ExportLossCode, word: string, { at, item }: NamedFrom): void {
  at.losses.push(exportLoss(code, item, word));
}
