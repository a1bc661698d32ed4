/** What a schema expects, in TOML terms. */

import type * as v from "valibot";
import { lookUp, tableOf } from "../lookup.ts";

interface Shape extends v.GenericSchema {
  readonly wrapped?: Shape;
  readonly item?: Shape;
  readonly options?: readonly (Shape | string)[];
}

const WORDS = tableOf<readonly [one: string, many: string]>({
  boolean: ["true or false", "booleans"],
  string: ["a string", "strings"],
  number: ["a number", "numbers"],
  object: ["a table", "tables"],
  record: ["a table", "tables"],
});

export function expectation(schema: Shape): string {
  if (schema.wrapped !== undefined) return expectation(schema.wrapped);
  if (schema.type === "picklist") return `one of ${schema.options!.map((option) => JSON.stringify(option)).join(", ")}`;
  if (schema.type === "array") return `a list of ${lookUp(WORDS, schema.item!.type)?.[1] ?? "values"}`;
  if (schema.type === "union") return [...new Set(schema.options!.map((option) => expectation(option as Shape)))].join(" or ");
  return lookUp(WORDS, schema.type)?.[0] ?? schema.expects;
}
