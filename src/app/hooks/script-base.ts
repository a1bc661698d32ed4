/** Where the scripts are that a manifest names: in its folder. Below the project the path stays relative, so that others can use the files too. */

import { dirname, isAbsolute, relative, sep } from "node:path";

export function scriptBase(manifest: string, project: string | undefined): string {
  const folder = dirname(manifest);
  const below = project === undefined ? ".." : relative(project, folder);
  return below.startsWith("..") || isAbsolute(below) ? folder : below.split(sep).join("/");
}
