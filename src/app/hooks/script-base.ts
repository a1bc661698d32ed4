/** Where the scripts are that a manifest names: in its folder. Below the project the path stays relative, so that others can use the files too. */

import { dirname, isAbsolute, relative, sep } from "node:path";

import { isPlain } from "../../convert/script-place.ts";

export function scriptBase(manifest: string, project: string | undefined): string {
  const folder = dirname(manifest);
  const below = project === undefined ? ".." : relative(project, folder);
  return below.startsWith("..") || isAbsolute(below) ? folder : below.split(sep).join("/");
}

/** From a folder to the one of a manifest; absolute where the name would need quotes, in which no reader looks for a script beside the manifest. */
export function baseBetween(folder: string, manifest: string): string {
  const there = dirname(manifest);
  const path = relative(folder, there).split(sep).join("/");
  return path === "" || isPlain(path) ? path : there;
}
