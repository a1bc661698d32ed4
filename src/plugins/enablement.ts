/** What the user's `[plugins]` table and a plugin's own gate make of it: active, or not and why. */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import type { Config } from "../config/config.ts";
import type { Problem } from "../config/problem.ts";
import { sameName } from "../config/same-name.ts";
import { closedBecause } from "./gate.ts";
import type { Plugin } from "./plugin.ts";

export interface Verdict {
  /** Absent when the plugin is active. */
  readonly reason?: string;
  readonly problem?: Problem;
}

/** `disable` beats everything; `use` wakes a plugin that has no gate, and opens no gate. */
export function inactiveBecause(plugin: Plugin, isDormant: boolean, config: Config, workspace: string | null): Verdict {
  const isNamed = (name: string) => sameName(name, plugin.name);
  if (config.disable.some(isNamed)) return { reason: "is disabled in the config file" };
  const closed = closedBecause(plugin.gate);
  if (closed !== undefined) return { reason: closed };
  const isUsed = config.use.some((used) => isNamed(used.name) && (used.workspace === undefined || isSame(used.workspace, workspace)));
  if (!isDormant || isUsed) return {};
  const message = `plugin \`${plugin.name}\` is dormant: nothing says where it applies`;
  const hint = `add crates = ["*"] to it, or use = ["${plugin.name}"] under [plugins] in the config file`;
  return {
    reason: "is dormant: nothing says where it applies",
    problem: { severity: "warning", file: plugin.manifest, position: { line: 1, column: 1 }, message, hint },
  };
}

function isSame(folder: string, workspace: string | null): boolean {
  return workspace !== null && (resolve(folder) === resolve(workspace) || realPath(folder) === realPath(workspace));
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
