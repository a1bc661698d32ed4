import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { temporaryHome } from "../support/temporary-home.ts";

/** A temporary home whose `.symposium` holds `tree`; `path` begins there. */
export async function ourDirectory(tree: FileTree) {
  const there = await temporaryHome({ files: { ".symposium": tree }, home: ".", project: "." });
  return { ...there, path: (...parts: string[]) => join(there.home, ".symposium", ...parts) };
}
