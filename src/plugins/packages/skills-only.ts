/** A package's plugin where only its skills were asked for. */

import { resolve } from "node:path";

import { OPEN } from "../../predicates/predicate.ts";
import { NO_PARTS } from "../no-parts.ts";
import type { Plugin } from "../plugin.ts";

/** `undefined` where it has none. */
export function skillsOnly(plugin: Plugin): Plugin | undefined {
  const { skills } = plugin;
  return skills.length === 0 ? undefined : { ...plugin, ...NO_PARTS, skills };
}

export interface Place {
  readonly name: string;
  readonly folder: string;
  readonly manifest: string;
}

/** The skills of one folder of the package, whatever the package says about its plugin. */
export function pathSkills({ name, folder, manifest }: Place, path: string): Plugin {
  const source = { kind: "path", path: resolve(folder, path), isOptional: true } as const;
  return { name, directory: folder, manifest, gate: OPEN, ...NO_PARTS, skills: [{ gate: OPEN, source }] };
}
