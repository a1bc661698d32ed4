/** A skill group in manifest form, which reads back as the same group. */

import { relative } from "node:path";

import { printAtom, type WrittenGate, writtenGate } from "../predicates/print.ts";
import type { Plugin, SkillGroup, SkillSource } from "./plugin.ts";

export interface WrittenSkills extends WrittenGate {
  readonly source?: string | Readonly<Record<string, string>>;
}

export function writtenSkills({ gate, source }: SkillGroup, { directory }: Pick<Plugin, "directory">): WrittenSkills {
  const written = writtenSource(source, (path) => relative(directory, path) || ".");
  return { ...writtenGate(gate), ...(written === undefined ? {} : { source: written }) };
}

/** `pathOf` writes the path of a folder, which is absolute. */
export function writtenSource(source: SkillSource, pathOf: (path: string) => string): WrittenSkills["source"] {
  switch (source.kind) {
    case "path":
      return { path: pathOf(source.path) };
    case "git": {
      const { address, pin, subdirectory } = source;
      return {
        git: address,
        ...(pin === undefined ? {} : { [pin.kind]: pin.name }),
        ...(subdirectory === undefined ? {} : { subdir: subdirectory }),
      };
    }
    case "package":
      if (source.path !== undefined) return { crate_path: source.path };
      return source.package === undefined ? "crate" : { crate: printAtom(source.package) };
    case "none":
      return undefined;
  }
}
