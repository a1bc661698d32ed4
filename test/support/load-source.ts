/** Loads every plugin of a folder as a source would, and says what each gives. */

import { readFileSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";

import { type Problem, problemText } from "../../src/files/problem.ts";
import { validateManifest } from "../../src/plugins/manifest/validate.ts";
import type { Plugin } from "../../src/plugins/plugin.ts";
import { listFolder } from "../../src/plugins/sources/folder.ts";
import { manifestIn } from "../../src/plugins/sources/manifest-files.ts";

export interface LoadedSource {
  readonly plugins: readonly {
    readonly file: string;
    readonly plugin?: Plugin;
    readonly isDormant: boolean;
    readonly problems: readonly string[];
  }[];
  /** Folders of standalone skills. */
  readonly skills: readonly string[];
  /** About the source itself. */
  readonly problems: readonly string[];
}

/** All paths are relative to the source's folder. */
export function loadSource(root: string): LoadedSource {
  const told = (problems: readonly Problem[]) => problems.map((problem) => problemText(problem).replaceAll(`${root}/`, ""));
  const { plugins, skills, problems } = listFolder(root);
  return {
    plugins: plugins.map((directory) => {
      const { file, problems: naming } = manifestIn(directory);
      const where = { directory: dirname(file), os: "linux" as const, isFile };
      const { plugin, isDormant = false, problems: own } = validateManifest(file, readFileSync(file, "utf8"), where);
      return { file: relative(root, file), ...(plugin === undefined ? {} : { plugin }), isDormant, problems: told([...naming, ...own]) };
    }),
    skills: skills.map((directory) => relative(root, directory)),
    problems: told(problems),
  };
}

/** What a plugin brings, in a line. */
export function broughtBy({ hooks, skills, servers, subcommands, predicates, chained }: Plugin): string {
  const counts = { hooks, skills, servers, subcommands, predicates, chained };
  const parts = Object.entries(counts).filter(([, list]) => list.length > 0);
  return parts.map(([word, list]) => `${list.length} ${word}`).join(", ");
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
