/** Editing TOML: agents' and our own `config.toml`. */

import type { Editor } from "./editor.ts";
import { spliceEditor } from "./splicing/splice-editor.ts";
import { stepwise } from "./splicing/stepwise.ts";
import { cutToml, cutTomlContainer, replaceToml } from "./toml/cut.ts";
import { readTomlDocument, valueOfTomlBytes } from "./toml/document.ts";
import { tomlOffset } from "./toml/table-form.ts";
import { insertToml } from "./toml/insert.ts";

export const tomlEditor: Editor = spliceEditor(
  stepwise({
    parse: readTomlDocument,
    insert: insertToml,
    cut: cutToml,
    cutContainer: cutTomlContainer,
    replace: replaceToml,
    offsetOf: tomlOffset,
    insertedValue: ({ text }) => (text === undefined ? undefined : valueOfTomlBytes(text)),
  }),
);
