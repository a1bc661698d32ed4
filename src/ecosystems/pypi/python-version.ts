/** The Python that a project asks for in `.python-version`, which pyenv and uv read. */

import { join } from "node:path";

import type { ProjectFiles } from "./project-files.ts";

/** `undefined` for another implementation than CPython: its markers are then unknown. */
export function pinnedPython(folder: string, files: ProjectFiles): string | undefined {
  const line = files.text(join(folder, ".python-version"))?.split("\n", 1)[0]?.trim() ?? "";
  return /^(?:cpython@?-?|python-?)?(\d+\.\d+(?:\.\d+)?)/.exec(line)?.[1];
}
