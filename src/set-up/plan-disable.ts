/** `[plugins] disable` in `config.toml` with one name more; everything else in the file stays as the user wrote it. */

import { sameName } from "../config/same-name.ts";
import { tomlEditor } from "../config-files/splice-toml.ts";
import { valueAt } from "../registration/our-entries.ts";
import { type ConfigPlan, planConfigEdit, textOrThrow } from "./plan-config.ts";

const LIST = ["plugins", "disable"];

/** A name that is there already, in any spelling, changes nothing. */
export function planDisable(file: string, name: string): ConfigPlan {
  return planConfigEdit(file, (text) => {
    const read = tomlEditor.read(text);
    const present = read.ok ? valueAt(read.value, LIST) : undefined;
    const isList = Array.isArray(present);
    if (isList && present.some((one) => typeof one === "string" && sameName(one, name))) return text;
    const edited = isList
      ? tomlEditor.ensure(text, { kind: "item", path: LIST, value: name })
      : tomlEditor.ensure(text, { kind: "key", path: LIST, value: [name] });
    return textOrThrow(file, edited, `add ${JSON.stringify(name)} to the list \`disable\` under [plugins] by hand`);
  });
}
