/**
 * Schemas of files that people write: short constructors with documentation, from which the published JSON schemas and the hints come, and
 * what a schema expects in TOML's words.
 */

import * as v from "valibot";
import type { GenericSchema } from "valibot";

import { lookUp, tableOf } from "../lookup.ts";

/** `example` is the hint when the value is invalid or missing. */
export function about<const S extends v.GenericSchema>(text: string, schema: S, example?: string) {
  const examples = (example === undefined ? [] : [example]) as readonly v.InferOutput<S>[];
  return v.pipe(schema, v.description(text), v.examples(examples));
}

/** A table that is valid or invalid as a whole. */
export function item<const E extends v.ObjectEntries>({ about: text, ...meaning }: ItemMeaning & { readonly about: string }, entries: E) {
  return v.pipe(v.object(entries), v.description(text), v.metadata({ ...meaning }));
}

export function text(description: string, example?: string) {
  return about(description, v.string(), example);
}

export function optionalText(description: string, example?: string) {
  return v.optional(text(description, example));
}

export function onOff(description: string, otherwise: boolean) {
  return v.optional(about(description, v.boolean()), otherwise);
}

export function choice<const O extends readonly string[], const D extends O[number]>(description: string, options: O, otherwise: D) {
  return v.optional(about(description, v.picklist(options)), otherwise);
}

export function texts(description: string, example?: string) {
  return v.optional(about(description, v.array(v.string()), example), []);
}

/** Metadata of an object schema. */
export interface ItemMeaning {
  /** What a person calls it: "hook", "installation" … */
  readonly item: string;
  /** Keys that gate or steer the item: with an invalid or misspelt one, it would not do what its author meant. */
  readonly steering?: readonly string[];
  /** Other kinds of this item may have keys of their own. */
  readonly open?: boolean;
  /** An unknown key is an error: it may forbid something that would otherwise be allowed. */
  readonly isStrict?: boolean;
}

/** The parts of valibot's schemas that their readers walk. */
export interface Schema extends GenericSchema {
  readonly wrapped?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly key?: Schema;
  readonly value?: Schema;
  readonly options?: readonly Schema[];
  readonly literal?: unknown;
}

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

/** What a schema expects, in TOML terms. */
export function expectation(schema: Shape): string {
  if (schema.wrapped !== undefined) return expectation(schema.wrapped);
  if (schema.type === "picklist") return `one of ${schema.options!.map((option) => JSON.stringify(option)).join(", ")}`;
  if (schema.type === "array") return `a list of ${lookUp(WORDS, schema.item!.type)?.[1] ?? "values"}`;
  if (schema.type === "union") return [...new Set(schema.options!.map((option) => expectation(option as Shape)))].join(" or ");
  return lookUp(WORDS, schema.type)?.[0] ?? schema.expects;
}
