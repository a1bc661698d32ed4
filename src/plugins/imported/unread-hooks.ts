/** Hooks of an agent's own plugin that are in another of its files, which Symposium does not read: they are named, never left out silently. */

import { join, normalize } from "node:path";

import { isObject, type Json, parseJson } from "../../canonical/json.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { lookUp } from "../../lookup.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { FoundFile } from "./find-files.ts";
import type { Unimported } from "./imported-hook.ts";

/** The file that may have them. */
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
  return parts
    .filter((part) => isElsewhere(part, found))
    .map((part) => ({ file, event: alsoIn.path, command: typeof part === "string" ? part : JSON.stringify(part), reason, isGuard: true }));
}

/** A manifest may also name the file that is read. */
function isElsewhere(part: Json, { form, file, pluginRoot = "" }: FoundFile): boolean {
  if (typeof part === "string") return normalize(join(pluginRoot, part)) !== normalize(file) && normalize(part) !== form.paths.project;
  return isObject(part) && Object.keys(part).length > 0;
}
