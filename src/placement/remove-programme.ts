/** Taking the hook programme out of our own directory again. */

import { readdirSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Places } from "../platform/places.ts";
import { programmeFiles, removeOne } from "./programme-files.ts";

/** What would go: the programme in every form, and its folder when nothing else is in it. */
export function programmePaths({ programme }: Places): readonly string[] {
  const bin = dirname(programme);
  const names = programmeFiles(bin);
  const paths = names.map((name) => join(bin, name));
  const isOurs = statSync(bin, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(bin).length === names.length;
  return isOurs ? [...paths, bin] : paths;
}

/** Returns the paths that went. What agents call goes first: without it their registered texts end in peace. */
export function removeProgramme(places: Places): readonly string[] {
  const bin = dirname(places.programme);
  const paths = programmePaths(places);
  for (const path of paths.filter((path) => path !== bin)) removeOne(path);
  // On Windows a programme that is running has only stepped aside.
  if (paths.includes(bin) && readdirSync(bin).length === 0) rmdirSync(bin);
  return paths;
}
