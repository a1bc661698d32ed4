/** Members of a JSON object by words from outside. */

import { isObject, type JsonObject } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";

export function tableAt(table: JsonObject, key: string): JsonObject | undefined {
  const value = lookUp(table, key);
  return isObject(value) ? value : undefined;
}
