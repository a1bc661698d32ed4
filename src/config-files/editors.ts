/** The editor for a file, by its format. Those for TOML and YAML need parsers that most runs do not. */

import type { Editor } from "./editor.ts";
import { jsoncEditor } from "./splice-jsonc.ts";

export type EditorOf = (file: string) => Editor;

/** For these files; JSON where the name does not tell. */
export async function editorsFor(files: readonly string[]): Promise<EditorOf> {
  const toml = files.some(isToml) ? (await import("./splice-toml.ts")).tomlEditor : undefined;
  const yaml = files.some(isYaml) ? (await import("./splice-yaml.ts")).yamlEditor : undefined;
  return (file) => (isToml(file) ? toml : isYaml(file) ? yaml : undefined) ?? jsoncEditor;
}

function isToml(file: string): boolean {
  return file.endsWith(".toml");
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file);
}

export async function editorFor(format: "json" | "toml" | "yaml"): Promise<Editor> {
  return (await editorsFor([`.${format}`]))(`.${format}`);
}
