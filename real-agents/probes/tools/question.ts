/** Which tools an agent offers the model, by the way it is started, and which of them fire the event before a tool. */

import type { NativeCall } from "../../model-server/script.ts";
import type { Recipe } from "../../recipes/recipe.ts";
import type { Folders } from "../../sandbox.ts";
import type { Probe } from "../probe.ts";

export interface ToolMode {
  /** How it is started, in words. */
  readonly mode: string;
  readonly by?: Pick<Probe, "moreArgs" | "moreEnv" | "moreHomeFiles" | "permission" | "files" | "mcp">;
  /** Calls of tools by which something runs, is written or is fetched; each is a step of its own. */
  readonly calls?: (folders: Folders) => readonly NativeCall[];
}

export interface ToolModes {
  readonly recipe: Recipe;
  /** The agent's event before a tool. */
  readonly before: string;
  readonly modes: readonly ToolMode[];
}
