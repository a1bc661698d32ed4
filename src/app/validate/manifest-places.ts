/** Where an item of a manifest is written: checked plugins know their items by name alone. */

import { isTable, type TomlPath, type TomlTable } from "../../documents/toml.ts";
import { lookUp } from "../../lookup.ts";

/** The path of the first of these keys that the item has, else of the item. */
export type PlaceIn = (list: string, name: string, keys: readonly string[]) => TomlPath;

export function placesIn(table: TomlTable): PlaceIn {
  return (list, name, keys) => {
    const items = lookUp(table, list);
    const at = Array.isArray(items) ? items.findIndex((item: unknown) => isTable(item) && lookUp(item, "name") === name) : -1;
    const item: unknown = Array.isArray(items) ? items[at] : undefined;
    const key = keys.find((each) => isTable(item) && Object.hasOwn(item, each));
    return at < 0 ? [list] : key === undefined ? [list, at] : [list, at, key];
  };
}
