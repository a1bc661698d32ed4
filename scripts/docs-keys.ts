/** The keys of a schema as rows of a reference: value, default, meaning and an example. */

import * as v from "valibot";

import { expectation } from "../src/files/schema.ts";
import { code } from "./markdown.ts";

export interface Schema extends v.GenericSchema {
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly (Schema | string)[];
  readonly entries?: Readonly<Record<string, Schema>>;
}

/** A key of a Symposium file, as the reference lists it. */
export interface KeyRow {
  readonly key: string;
  readonly value: string;
  readonly preset: string;
  readonly meaning: string;
  readonly example: string;
}

/** `key` is the name in the reference, `name` the spelling in the file. */
export function rowOf(key: string, entry: Schema, name: string): KeyRow {
  const inner = entry.wrapped ?? entry;
  const preset = v.getDefault(entry) as unknown;
  return {
    key,
    value: expectation(inner),
    preset: entry.type === "optional" ? presetOf(preset) : "required",
    meaning: v.getDescription(inner) ?? "",
    example: exampleOf(inner, name, preset),
  };
}

function presetOf(value: unknown): string {
  if (value === undefined) return "none";
  return Array.isArray(value) ? "none" : code(JSON.stringify(value));
}

/** The schema's example, else a value that is not the default. */
function exampleOf(schema: Schema, key: string, preset: unknown): string {
  const [shown] = v.getExamples(schema) as readonly unknown[];
  if (shown !== undefined) return code(String(shown));
  if (typeof preset === "boolean") return code(`${key} = ${!preset}`);
  const other = schema.type === "picklist" ? schema.options?.find((option) => option !== preset) : undefined;
  return other === undefined ? "" : code(`${key} = ${JSON.stringify(other)}`);
}
