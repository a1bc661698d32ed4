/** Removes the hook program from our own directory. */

import { readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Places } from "../platform/places.ts";
import { programFiles, removeOne } from "./program-files.ts";

/** What would be removed: the program in every form, and its folder when nothing else is in it. */
export function programPaths({ program }: Places): readonly string[] {
  const bin = dirname(program);
  const names = programFiles(bin);
  const paths = names.map((name) => join(bin, name));
  const isOurs = statSync(bin, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(bin).length === names.length;
  return isOurs ? [...paths, bin] : paths;
}

/** Returns the removed paths. What agents call goes first: without it their registered texts end silently. */
export function removeProgram(places: Places): readonly string[] {
  const bin = dirname(places.program);
  const paths = programPaths(places);
  for (const path of paths.filter((path) => path !== bin)) removeOne(path);
  // On Windows a running program was only renamed.
  if (paths.includes(bin) && readdirSync(bin).length === 0) rmdirSync(bin);
  return paths;
}
