/** Short constructors for schemas of JSON files, with what a person reads about an invalid value. */

import * as v from "valibot";

/** What a person reads about an invalid value, after its name. */
export interface Expectation {
  readonly must: string;
}

export function field<const S extends v.GenericSchema>(description: string, must: string, schema: S) {
  return v.pipe(schema, v.description(description), v.metadata({ must } satisfies Expectation));
}

export function text(description: string) {
  return field(description, "must be a string", v.string());
}

export function someText(description: string) {
  return field(description, "must be a string that is not empty", v.pipe(v.string(), v.minLength(1)));
}

export function texts(description: string) {
  return field(description, "must be a list of strings", v.array(text("A string.")));
}

export function textByName(description: string) {
  return field(description, "must be an object of strings", v.record(v.string(), text("A string.")));
}
