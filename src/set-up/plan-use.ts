/** `[plugins] use` in `config.toml` with one entry more or fewer; everything else in the file stays as the user wrote it. */

import { isObject, type Json } from "../canonical/json.ts";
import { sameName } from "../config/same-name.ts";
import { tomlEditor } from "../config-files/splice-toml.ts";
import { sameFolder } from "../platform/same-folder.ts";
import { type ConfigPlan, planConfigEdit, textOrThrow } from "./plan-config.ts";
import { valueAt } from "../registration/our-entries.ts";

export interface UseEntry {
  readonly name: string;
  /** The only workspace it applies to; `null` means everywhere. */
  readonly workspace: string | null;
}

const LIST = ["plugins", "use"];

/** An existing entry, in any spelling, changes nothing. */
export function planUse(file: string, entry: UseEntry): ConfigPlan {
  return planConfigEdit(file, (text) => {
    const present = entriesIn(text);
    if (placesOf(present ?? [], entry).length > 0) return text;
    const value: Json = entry.workspace === null ? entry.name : { name: entry.name, workspace: entry.workspace };
    // A list of tables, as the editor would start it, could not take a plain name later.
    const edited =
      present === undefined
        ? tomlEditor.ensure(text, { kind: "key", path: LIST, value: [value] })
        : tomlEditor.ensure(text, { kind: "item", path: LIST, value, mixed: true });
    return textOrThrow(file, edited, `add ${JSON.stringify(entry.name)} to the list \`use\` under [plugins] by hand`);
  });
}

/** Removes every entry of that name and scope; a plan without a change means that there is none. */
export function planUnuse(file: string, entry: UseEntry): ConfigPlan {
  return planConfigEdit(file, (before) =>
    placesOf(entriesIn(before) ?? [], entry)
      .toReversed()
      .reduce((text, at) => {
        const edited = tomlEditor.removeAt(text, [...LIST, at], [LIST, LIST.slice(0, 1)]);
        return textOrThrow(file, edited, `remove ${JSON.stringify(entry.name)} from the list \`use\` under [plugins] by hand`);
      }, before),
  );
}

function entriesIn(text: string): readonly Json[] | undefined {
  const read = tomlEditor.read(text);
  const list = read.ok ? valueAt(read.value, LIST) : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

function placesOf(entries: readonly Json[], { name, workspace }: UseEntry): number[] {
  return entries.flatMap((entry, at) => {
    if (typeof entry === "string") return workspace === null && sameName(entry, name) ? [at] : [];
    if (!isObject(entry) || workspace === null) return [];
    const { name: used, workspace: folder } = entry;
    return typeof used === "string" && typeof folder === "string" && sameName(used, name) && sameFolder(folder, workspace) ? [at] : [];
  });
}
