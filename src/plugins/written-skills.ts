/** A skill group in manifest form, which reads back as the same group. */

import { relative } from "node:path";

import { printAtom, printPredicate } from "../predicates/print.ts";
import type { Plugin, SkillGroup, SkillSource } from "./plugin.ts";

export interface WrittenSkills {
  readonly "depends-on"?: readonly string[];
  readonly predicates?: readonly string[];
  readonly source?: string | Readonly<Record<string, string>>;
}

export function writtenSkills(
  { gate: { dependsOn, predicates }, source }: SkillGroup,
  { directory }: Pick<Plugin, "directory">,
): WrittenSkills {
  const written = writtenSource(source, directory);
  return {
    ...(dependsOn.length === 0 ? {} : { "depends-on": dependsOn.map(printAtom) }),
    ...(predicates.length === 0 ? {} : { predicates: predicates.map(printPredicate) }),
    ...(written === undefined ? {} : { source: written }),
  };
}

function writtenSource(source: SkillSource, directory: string): WrittenSkills["source"] {
  switch (source.kind) {
    case "path":
      return { path: relative(directory, source.path) || "." };
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
