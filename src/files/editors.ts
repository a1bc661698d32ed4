/** The editor for a file, by its format. The editors for TOML and YAML need parsers that most runs do not. */

import type { Editor } from "./editor.ts";
import { cutFound, cutOurs, emptyContainer, hasFollowers, isEmpty, lastFirst, replaceFound } from "./splice/jsonc-cut.ts";
import { lineIndent, parseJsonc, spaceStart } from "./splice/jsonc-document.ts";
import { findOurs, foundAt, memberOf } from "./splice/jsonc-find.ts";
import { insertJsonc } from "./splice/jsonc-insert.ts";
import { layoutAt, renderValue } from "./splice/jsonc-style.ts";
import { spliceEditor } from "./splice/splice-editor.ts";

export type EditorOf = (file: string) => Editor;

/** For these files; JSON where the name does not tell. */
export async function editorsFor(files: readonly string[]): Promise<EditorOf> {
  const isToml = (file: string) => file.endsWith(".toml");
  const isYaml = (file: string) => /\.ya?ml$/.test(file);
  const toml = files.some(isToml) ? (await import("./splice/toml.ts")).tomlEditor : undefined;
  const yaml = files.some(isYaml) ? (await import("./splice/yaml.ts")).yamlEditor : undefined;
  return (file) => (isToml(file) ? toml : isYaml(file) ? yaml : undefined) ?? jsoncEditor;
}

export async function editorFor(format: "json" | "toml" | "yaml"): Promise<Editor> {
  return (await editorsFor([`.${format}`]))(`.${format}`);
}

/** The editor for JSON files, which are read as JSONC with trailing commas. */
export const jsoncEditor: Editor = spliceEditor({
  parse: parseJsonc,
  insert: insertJsonc,
  order: lastFirst,
  find: findOurs,
  isFollowed: (_, ours, { kind }) => kind === "item" && ours.shared === undefined && hasFollowers(ours),
  cut: (document, ours, { before }) => cutOurs(document, ours, before),
  hold: (document, { found }, placeholder) => replaceFound(document, found, placeholder, JSON.stringify(placeholder)),
  cutContainer: emptyContainer,
  cutAt: (document, place) => cutFound(document, foundAt(document, place)!),
  cutEmptyAt: (document, place) => {
    const found = foundAt(document, place)!;
    return isEmpty(document, found) ? cutFound(document, found) : undefined;
  },
  replaceAt: (document, place, value) => {
    const { text } = document;
    const found = foundAt(document, place)!;
    const { start, end } = found.value;
    const put = renderValue(value, layoutAt(document, found.containers, text.slice(start, end)), lineIndent(text, start));
    const begin = memberOf(found)?.start ?? start;
    const space = text.slice(spaceStart(text, begin, 0), begin);
    return { text: replaceFound(document, found, value, put).text, put, before: /(?:\r\n|\n|\r)[ \t]*$/.exec(space)?.[0] ?? space };
  },
});
