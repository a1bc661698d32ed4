/** Editing YAML: goose's configuration and other agents' YAML files. */

import { parseDocument } from "yaml";

import type { Json } from "../canonical/json.ts";
import type { Editor, Insertion } from "./editor.ts";
import { spliceEditor } from "./splicing/splice-editor.ts";
import { stepwise } from "./splicing/stepwise.ts";
import { cutYaml, cutYamlContainer, replaceYaml, yamlOffset } from "./yaml/cut.ts";
import { readYamlDocument } from "./yaml/document.ts";
import { insertYaml } from "./yaml/insert.ts";

export const yamlEditor: Editor = spliceEditor(
  stepwise({
    parse: readYamlDocument,
    insert: insertYaml,
    cut: cutYaml,
    cutContainer: cutYamlContainer,
    replace: replaceYaml,
    offsetOf: yamlOffset,
    insertedValue,
  }),
);

/** All lines but the first keep their indentation, so the first gets the one it had. */
function insertedValue({ text, before }: Insertion): Json | undefined {
  if (text === undefined) return undefined;
  const column = before.length - before.lastIndexOf("\n") - 1;
  const others = text
    .split("\n")
    .slice(1)
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  for (const indent of [column, Math.min(...others), 0].filter(Number.isFinite)) {
    const { errors } = parseDocument(" ".repeat(indent) + text, { logLevel: "silent" });
    if (errors.length === 0) return readYamlDocument(" ".repeat(indent) + text).value;
  }
  return undefined;
}
