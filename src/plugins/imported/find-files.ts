/** The files of an agent that an import means in this folder. */

import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { HOOK_FILES } from "../../agents/native-list.ts";
import type { HookFileForm, HookFiles } from "../../agents/hook-files.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import type { ImportRecord } from "./import-record.ts";

export interface FoundFile {
  /** Absolute. */
  readonly file: string;
  readonly form: HookFileForm;
  /** The folder of the agent's own plugin that it belongs to. */
  readonly pluginRoot?: string;
  /** It is Symposium's copy of a file from which the hooks were taken: no agent runs them itself. */
  readonly isMoved?: true;
}

export interface FoundFiles {
  readonly agent: HookFiles;
  /** Those that may exist; a name with `*` stands for those that do. */
  readonly files: readonly FoundFile[];
  /** Folders that were searched for names, from before that. */
  readonly searched: readonly Stamped[];
}

/** `undefined` for a record of an agent that this version does not know. `project` is where its paths start. */
export function findFiles({ agent: name, root, files: recorded, moved = [] }: ImportRecord, project: string): FoundFiles | undefined {
  const agent = HOOK_FILES.find((one) => one.agent === name);
  if (agent === undefined) return undefined;
  const base = root === undefined ? project : resolve(project, root);
  const searched: Stamped[] = [];
  const files = recorded.flatMap(({ form: formName, path }): FoundFile[] => {
    const form = agent.forms.find((one) => one.name === formName);
    if (form === undefined) return [];
    return pathsOf(isAbsolute(path) ? path : join(base, path), searched).map((file) => ({
      file,
      form,
      ...(form.isOfPlugin === true ? { pluginRoot: root === undefined ? dirname(dirname(file)) : base } : {}),
    }));
  });
  // First, so that their hooks keep their names and their consent while they are in both.
  const copies = moved.flatMap(({ form: formName, copy }): FoundFile[] => {
    const form = agent.forms.find((one) => one.name === formName);
    return form === undefined ? [] : [{ file: copy, form, isMoved: true }];
  });
  return { agent, files: [...copies, ...files], searched };
}

/** At most one name of the path has a `*`. */
function pathsOf(path: string, searched: Stamped[]): readonly string[] {
  const names = path.split(/[\\/]/);
  const at = names.findIndex((name) => name.includes("*"));
  if (at === -1) return [path];
  const [start = "", end = ""] = (names[at] ?? "").split("*");
  const rest = names.slice(at + 1);
  let folder = path;
  for (let up = names.length; up > at; up--) folder = dirname(folder);
  searched.push(stamped(folder));
  return namesIn(folder)
    .filter((name) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end))
    .sort()
    .map((name) => join(folder, name, ...rest));
}

/** What an agent reads in this scope, as an import records it. */
export function filesToRecord({ forms }: HookFiles, scope: "user" | "project"): { readonly form: string; readonly path: string }[] {
  return forms.flatMap(({ name, paths, more, isOfPlugin, code }) => {
    const all = [paths[scope], ...(more?.[scope] ?? [])].filter((path) => path !== undefined);
    // Without a name to choose it is below a plugin's folder, wherever that is.
    const isBelowPlugin = isOfPlugin === true && !all.some((path) => path.includes("*"));
    return code !== undefined || isBelowPlugin ? [] : all.map((path) => ({ form: name, path }));
  });
}

/** How a person names such a file. */
export function shortName(file: string): string {
  return join(basename(dirname(file)), basename(file)).replaceAll("\\", "/");
}
