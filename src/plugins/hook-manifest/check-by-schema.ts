/** Compares a document with its schema, and says of every difference where it is. Valibot's own report of a union is hard to read. */

import * as v from "valibot";

import type { Schema } from "../../files/schema.ts";
import { hasWord, lookUp } from "../../lookup.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Path } from "./json-document.ts";

/** `path` leads to the value, or to the object that lacks something. `isUnknown` where a closed object has a member that is not one of its own. */
type Report = (path: Path, message: string, isUnknown?: true) => void;

export function checkBySchema(schema: v.GenericSchema, value: Json, report: Report): void {
  check(schema as Schema, value, [], report);
}

function check(schema: Schema, value: Json, path: Path, report: Report): void {
  if (schema.type === "optional") return check(schema.wrapped!, value, path, report);
  if (schema.type === "intersect") return checkAll(schema, value, path, report);
  if (schema.type === "union") {
    const meant = schema.options!.find((option) => isMeantBy(option, value));
    return meant === undefined ? differs(schema, path, report) : check(meant, value, path, report);
  }
  if (schema.type === "array" && Array.isArray(value)) {
    if (value.length === 0 && !v.is(schema, [])) differs(schema, path, report);
    return value.forEach((item: Json, at) => check(schema.item!, item, [...path, at], report));
  }
  if (schema.type === "record" && isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (v.is(schema.key!, key)) check(schema.value!, inner as Json, [...path, key], report);
      else differs(schema.key!, [...path, key], report);
    }
    return;
  }
  if (isObjectSchema(schema) && isObject(value)) {
    checkEntries(schema, value, path, report);
    if (schema.type !== "strict_object") return;
    for (const key of Object.keys(value))
      if (!hasWord(schema.entries!, key)) report([...path, key], `\`${key}\` is not a known field here`, true);
    return;
  }
  // Valibot would take a list for an object.
  const isContainer = isObjectSchema(schema) || ["array", "record"].includes(schema.type);
  const parsed = isContainer ? undefined : v.safeParse(schema, value);
  if (parsed?.success === true) return;
  const issue = parsed?.issues[0];
  if (issue?.type === "check") report(path, `${nameOf(path)} ${issue.message}`);
  else differs(schema, path, report);
}

function checkEntries({ entries = {}, type: kind }: Schema, value: Json & object, path: Path, report: Report): void {
  const type = entries["type"]?.type === "literal" ? entries["type"].literal : undefined;
  const why = type === undefined ? "" : `: a ${kind === "strict_object" ? "server" : "handler"} of type ${type} needs it`;
  for (const [key, entry] of Object.entries(entries)) {
    if (hasWord(value, key)) check(entry, lookUp(value as Readonly<Record<string, Json>>, key) as Json, [...path, key], report);
    else if (entry.type !== "optional") report(path, `\`${key}\` is missing${why}`);
  }
}

function checkAll(whole: Schema, value: Json, path: Path, report: Report): void {
  if (!isObject(value)) return differs(whole, path, report);
  const found = new Set<string>();
  for (const part of whole.options!) {
    const before = new Set(found);
    check(part, value, path, (place, message) => {
      const key = JSON.stringify(place);
      if (!before.has(key)) report(place, message);
      found.add(key);
    });
  }
}

function differs(schema: Schema, path: Path, report: Report): void {
  const { must } = v.getMetadata(schema) as { readonly must?: string };
  // Another part of the schema says what is wrong there.
  if (must !== undefined) report(path, `${nameOf(path)} ${must}`);
}

function nameOf(path: Path): string {
  const key = path.findLast((step) => typeof step === "string");
  return key === undefined ? "the manifest" : typeof path.at(-1) === "number" ? `an item of \`${key}\`` : `\`${key}\``;
}

/** Of several allowed forms the one that the author was writing: an object is known by its first key, or by its type. */
function isMeantBy(schema: Schema, value: Json): boolean {
  if (schema.type === "array") return Array.isArray(value);
  if (schema.type === "string") return typeof value === "string";
  const [[key, entry] = []] = Object.entries(schema.entries ?? {});
  if (key === undefined || entry === undefined || !isObject(value) || !hasWord(value, key)) return false;
  return key !== "type" || v.is(entry, lookUp(value, key));
}

function isObjectSchema({ type }: Schema): boolean {
  return type === "loose_object" || type === "strict_object";
}

/** `must` is what a person reads about an invalid value, after its name. */
export function field<const S extends v.GenericSchema>(description: string, must: string, schema: S) {
  return v.pipe(schema, v.description(description), v.metadata({ must }));
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
