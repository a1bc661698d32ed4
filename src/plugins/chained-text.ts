/** The sources of `[[plugins]]` entries for people, and the lasting name of a repository. */

import { relative } from "node:path";

import { printAtom } from "../predicates/print.ts";
import type { ChainedSource, Plugin } from "./plugin.ts";
import type { GitAddress } from "../git/address.ts";

/** The word in front of a repository's name, where a package has its ecosystem. */
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
