/** Where the files that a manifest names are in the package. */

import { isAbsolute, relative, resolve, sep } from "node:path";

import { boundsOf, type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { isFile } from "../../plugins/consent/named-files.ts";
import type { ExportLoss } from "./export-loss.ts";

export interface Relocation {
  /** The plugin's folder. */
  readonly directory: string;
  readonly bounds: Bounds;
  /** What its files' paths begin with in the package: a folder with a slash, or nothing where they stay. */
  readonly prefix: string;
  /** Nothing but the plugin is in its folder. */
  readonly isAlone: boolean;
  /** Reasons not to export the plugin, each with the item that it is about. */
  readonly refusals: string[];
  /** What is said of the paths that its items name. */
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
    refusals.push(
      `${item} names ${JSON.stringify(word)}, which is ${isAbsolute(word) ? "a path of this machine" : "outside of the plugin's folder"}`,
    );
    return word;
  }
  const way = relative(directory, full).split(sep).join("/");
  at.used.add(way);
  return way === "" ? prefix.replace(/\/$/, "") || "." : prefix + way;
}
