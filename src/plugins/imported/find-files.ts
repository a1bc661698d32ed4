/** The files of an agent that an import means in this folder. */

import { basename, dirname, isAbsolute, join, normalize, posix, resolve, win32 } from "node:path";

import { relocatedPath } from "../../agents/agent-paths.ts";
import type { HookFileForm, HookFiles } from "../../agents/hook-files.ts";
import { READ_FILES } from "../../agents/hook-list.ts";
import { HOOK_FILES } from "../../agents/hook-files-list.ts";
import type { Context } from "../../context.ts";
import type { Position } from "../../files/problem.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import { readToml } from "../../files/toml.ts";
import type { Bounds } from "../../host/bounds.ts";
import { namesIn } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { entriesOf, lookUp } from "../../lookup.ts";
import { isObject, type Json, parseJson, withoutComments } from "../../model/json.ts";
import type { ImportRecord } from "./import-record.ts";

export interface FoundFile {
  readonly file: string;
  readonly form: HookFileForm;
  /** The folder of the agent's own plugin that it belongs to. */
  readonly pluginRoot?: string;
  /** It is Symposium's copy of a file from which the hooks were taken: no agent runs them itself. */
  readonly isMoved?: true;
}

/**
 * The files that may exist, and the stamps of folders that were searched for names with `*`, from before that. `undefined` for a record of an agent that
 * this version does not know. `project` is where its paths start.
 */
export function findFiles({ agent: name, root, files: recorded, moved = [] }: ImportRecord, project: string) {
  const agent = HOOK_FILES.find((one) => one.agent === name);
  if (agent === undefined) return undefined;
  const base = root === undefined ? project : resolve(project, root);
  const searched: Stamped[] = [];
  const formOf = (given: string) => agent.forms.find((one) => one.name === given);
  const files = recorded.flatMap(({ form: formName, path }): FoundFile[] => {
    const form = formOf(formName);
    if (form === undefined) return [];
    const rootOf = (file: string) => (root === undefined ? dirname(dirname(file)) : base);
    const paths = pathsOf(isAbsolute(path) ? path : join(base, path), searched);
    return paths.map((file) => (form.isOfPlugin === true ? { file, form, pluginRoot: rootOf(file) } : { file, form }));
  });
  // Copies come first, so that hooks keep their names and their consent while they are both in a file and in its copy.
  const copies = moved.flatMap(({ form: formName, copy }): FoundFile[] => {
    const form = formOf(formName);
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
    // A plugin's file whose path has no `*` is relative to the plugin's folder, which is unknown here.
    const isBelowPlugin = isOfPlugin === true && !all.some((path) => path.includes("*"));
    return code !== undefined || isBelowPlugin ? [] : all.map((path) => ({ form: name, path }));
  });
}

/** How a person names such a file. */
export function shortName(file: string): string {
  return join(basename(dirname(file)), basename(file)).replaceAll("\\", "/");
}

/** Agents' JSON may have comments. */
export function nativeDocument(
  text: string,
  { format, code }: Pick<HookFileForm, "format" | "code">,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string; readonly position?: Position } {
  if (format === "toml") {
    const read = readToml(text);
    return read.ok ? { ok: true, value: read.table as Json } : read;
  }
  const value = code === undefined ? (parseJson(text) ?? parseJson(withoutComments(text))) : code.unwrap(text);
  if (value !== undefined) return { ok: true, value };
  return { ok: false, message: code === undefined ? "is not valid JSON" : "has no hooks that Symposium can read" };
}

/** The agent itself, and every other one that reads the hooks of this very file: there Symposium does not run them as well (RG-7). */
export function readersOfFile(
  agent: string,
  file: string,
  { context, project }: { readonly context: Pick<Context, "home" | "env" | "os">; readonly project: string | null },
): readonly string[] {
  const { os, home, env } = context;
  const { resolve } = os === "windows" ? win32 : posix;
  const isFile = (path: string) => {
    const [start = "", end] = resolve(path).split("*");
    return end === undefined ? start === file : file.startsWith(start) && file.endsWith(end);
  };
  const readers = entriesOf(READ_FILES).flatMap(([reader, { user, project: inProject, relocatedBy }]) => {
    const places = [
      ...user.map((path) => relocatedPath(path, relocatedBy, env) ?? `${home}/${path}`),
      ...(project === null ? [] : inProject.map((path) => `${project}/${path}`)),
    ];
    return places.some(isFile) ? [reader] : [];
  });
  return [agent, ...readers.filter((reader) => reader !== agent)];
}

export function unreadFile({ form: { alsoIn }, pluginRoot }: FoundFile): string | undefined {
  return alsoIn === undefined || pluginRoot === undefined ? undefined : join(pluginRoot, alsoIn.path);
}

export function unreadHooks(found: FoundFile, bounds: Bounds | undefined): readonly (Unimported & { readonly file: string })[] {
  const { alsoIn } = found.form;
  const file = unreadFile(found);
  if (alsoIn === undefined || file === undefined) return [];
  const read = readTextFileWithin(file, bounds);
  const document = read.kind === "text" ? parseJson(read.text) : undefined;
  const value = isObject(document) ? (lookUp(document, alsoIn.key) ?? null) : null;
  const parts: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const reason = `Symposium reads only ${found.form.paths.project} of a plugin: move them there`;
  const elsewhere = parts.filter((part) => isElsewhere(part, found));
  const textOf = (part: Json) => (typeof part === "string" ? part : JSON.stringify(part));
  return elsewhere.map((part) => ({ file, event: alsoIn.path, command: textOf(part), reason, isGuard: true }));
}

/** A manifest may also name the file that is read. */
function isElsewhere(part: Json, { form, file, pluginRoot = "" }: FoundFile): boolean {
  if (typeof part === "string") return normalize(join(pluginRoot, part)) !== normalize(file) && normalize(part) !== form.paths.project;
  return isObject(part) && Object.keys(part).length > 0;
}

/** A hook that no other agent can run as its own agent does. */
export interface Unimported {
  readonly event: string;
  readonly command: string;
  readonly reason: string;
  /** It can block: without it something is not guarded. */
  readonly isGuard: boolean;
}
