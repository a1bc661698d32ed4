/** A package's plugin where only its skills were asked for. */

import { resolve } from "node:path";

import { OPEN } from "../../predicates/predicate.ts";
import type { Plugin } from "../plugin.ts";

const NOTHING_ELSE = { installations: [], hooks: [], servers: [], subcommands: [], predicates: [], chained: [], files: [] };

/** `undefined` where it has none. */
export function skillsOnly(plugin: Plugin): Plugin | undefined {
  return plugin.skills.length === 0 ? undefined : { ...plugin, ...NOTHING_ELSE };
}

export interface Place {
  readonly name: string;
  readonly folder: string;
  readonly manifest: string;
}

/** The skills of one folder of the package, whatever the package says about its plugin. */
export function pathSkills({ name, folder, manifest }: Place, path: string): Plugin {
  const source = { kind: "path", path: resolve(folder, path), isOptional: true } as const;
  return { name, directory: folder, manifest, gate: OPEN, ...NOTHING_ELSE, skills: [{ gate: OPEN, source }] };
}
