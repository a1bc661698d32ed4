/** Paths as agents tell them: most resolve them, so a hook that guards a folder may look at nothing else. */

import { isAbsolute, join, normalize } from "node:path";

import type { NeutralTool } from "../canonical/tool.ts";

export interface Folders {
  readonly cwd: string;
  readonly home: string | undefined;
}

export const FILE_TOOLS: readonly (NeutralTool | undefined)[] = ["file_read", "file_write", "file_edit"];

export function wholePath(path: string, { cwd, home }: Folders): string {
  if (path === "" || path.includes("\0")) return path;
  if (home !== undefined && (path === "~" || path.startsWith("~/"))) return join(home, path.slice(1));
  if (isAbsolute(path)) return normalize(path);
  return cwd === "" ? path : join(cwd, path);
}
