/** Where a use case looks for a workspace. */

import type { Context } from "../context.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { isAtOrAbove } from "../platform/same-folder.ts";

/** The folder of the workspace around us, or `null`. The home folder is none, whatever lies in it: it is often a repository of settings. */
export function workspaceFolder({ cwd, home }: Pick<Context, "cwd" | "home">): string | null {
  const folder = findWorkspace(cwd);
  return folder === null || isAtOrAbove(folder, home) ? null : folder;
}
