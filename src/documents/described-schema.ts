/** Short constructors for schemas with documentation; the published JSON schemas and the hints come from it. */

import * as v from "valibot";

import type { ItemMeaning } from "./read-by-schema.ts";

/** `example` is the hint when the value is invalid or missing. */
export function about<const S extends v.GenericSchema>(text: string, schema: S, example?: string) {
  return v.pipe(schema, v.description(text), v.examples(example === undefined ? [] : [example]));
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
