/** The sources of `[[plugins]]` entries for people, and the lasting name of a repository. */

import { relative } from "node:path";

import type { GitAddress } from "../../files/git/address.ts";
import { printAtom, type WrittenGate, writtenGate } from "../gates/predicate.ts";
import type { ChainedSource, Plugin, SkillGroup, SkillSource } from "../plugin.ts";

export const GIT = "git";

export function chainedText(source: ChainedSource, { directory }: Pick<Plugin, "directory">): string {
  switch (source.kind) {
    case "package":
      return printAtom(source.package);
    case "git":
      return `${GIT}:${gitText(source.address)}`;
    case "path":
      return `./${relative(directory, source.path).replaceAll("\\", "/")}`;
  }
}

/** Without credentials. */
export function gitText({ shown, wanted, subdir }: GitAddress): string {
  const ref = wanted.kind === "default" || wanted.kind === "tree" ? "" : `, ${wanted.kind} ${wanted.name}`;
  return `${shown}${ref}${subdir === "" ? "" : `, folder ${subdir}`}`;
}

/** The same for all commits, branches and tags, so that a consent is compared with what it was given for. A web address has its ref inside. */
export function repositoryName({ repository, wanted, subdir }: GitAddress): string {
  if (wanted.kind === "tree") {
    const [longest] = wanted.candidates;
    return [repository, "tree", longest?.ref, longest?.subdir].filter((part) => part !== undefined && part !== "").join("/");
  }
  return subdir === "" ? repository : `${repository}//${subdir}`;
}

/** A skill group in manifest form, which reads back as the same group. */
export interface WrittenSkills extends WrittenGate {
  readonly source?: string | Readonly<Record<string, string>>;
}

export function writtenSkills({ gate, source }: SkillGroup, { directory }: Pick<Plugin, "directory">): WrittenSkills {
  return { ...writtenGate(gate), source: writtenSource(source, (path) => relative(directory, path) || ".") };
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
