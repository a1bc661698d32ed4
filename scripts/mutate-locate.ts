/** Finds the place of an edit by the name of the declaration that it changes, wherever that stands: moving code moves its edits along. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

import type { Mutation } from "./mutate-edit.ts";

export interface Place {
  /** Below `src`. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** Declarations at the top of a file, by name; a file that is not TypeScript counts as one declaration with the file's name. */
export type Declarations = ReadonlyMap<string, readonly Place[]>;

export interface Located {
  /** Below `src`. */
  readonly file: string;
  readonly text: string;
  readonly edited: string;
}

export function declarationsIn(src: string): Declarations {
  const found = new Map<string, Place[]>();
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.[jt]s$/.test(file));
  for (const file of files) {
    const text = readFileSync(join(src, file), "utf8");
    const named = file.endsWith(".ts") ? declaredIn(text) : [{ name: basename(file), from: 0, to: text.length }];
    for (const { name, from, to } of named) found.set(name, [...(found.get(name) ?? []), { file, from, to }]);
  }
  return found;
}

function declaredIn(text: string): readonly { readonly name: string; readonly from: number; readonly to: number }[] {
  return parseAst(text, { lang: "ts" }).body.flatMap((node) => {
    const declared = "declaration" in node && node.declaration !== null ? node.declaration : node;
    const ids = declared.type === "VariableDeclaration" ? declared.declarations.map(({ id }) => id) : "id" in declared ? [declared.id] : [];
    return ids.flatMap((id) => (id?.type === "Identifier" ? [{ name: id.name, from: node.start, to: node.end }] : []));
  });
}

/** Throws when the list and the sources have parted: an edit that changes nothing, or no code, proves nothing. */
export function located(src: string, declarations: Declarations, { within, find, replace }: Mutation): Located {
  const [name = "", folder] = within.split("/").toReversed();
  const named = (declarations.get(name) ?? []).filter(({ file }) => folder === undefined || file.split(/[/.]/).includes(folder));
  const places = named.flatMap(({ file, from, to }) => {
    const text = readFileSync(join(src, file), "utf8");
    const parts = text.slice(from, to).split(find);
    return parts.slice(1).map((_, at) => ({ file, text, start: from + parts.slice(0, at + 1).join(find).length }));
  });
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`${within} of src has ${JSON.stringify(find)} ${places.length} times, not once`);
  const { file, text, start } = place;
  const edited = text.slice(0, start) + replace + text.slice(start + find.length);
  parseAst(edited, { lang: "ts" });
  return { file, text, edited };
}
