/**
 * Reads a TOML table by a schema and keeps what is valid: an invalid item costs that item, an unknown key costs nothing,
 * and each is reported with its place. The schema's metadata says what an invalid part takes with it.
 */

import * as v from "valibot";

import { lookUp, put } from "../lookup.ts";
import type { Problem, TomlPath } from "./problem.ts";
import { expectation, type ItemMeaning, type Schema } from "./schema.ts";
import { foldKey, similarWord } from "./similar-word.ts";
import { isTable, type Toml } from "./toml.ts";

export interface Reading<T> {
  /** `undefined` when the whole table is unusable; the problems say why. */
  readonly value: T | undefined;
  readonly problems: Problem[];
  /** Keys of the file with something unusable, and keys that an unknown key was probably meant for. */
  readonly invalidKeys: ReadonlySet<string>;
  /** Where an object of `value` is in the file. */
  readonly pathOf: (item: object) => TomlPath;
}

export function readBySchema<S extends v.GenericSchema>(schema: S, file: string, toml: Toml & { ok: true }): Reading<v.InferOutput<S>> {
  const problems: Problem[] = [];
  const paths = new WeakMap<object, TomlPath>();
  const invalidKeys = new Set<string>();
  const reader: Reader = {
    report: (severity, path, message, hint) => {
      if (severity === "error") invalidKeys.add(String(path[0]));
      // Every warning here is about a key without effect.
      const grade = severity === "warning" ? { failsValidation: true as const } : {};
      problems.push({ severity, ...grade, file, position: toml.positionOf(path), message, hint });
    },
    place: (item, path) => paths.set(item, path),
    spoil: (key) => invalidKeys.add(key),
    elsewhere: (key) => tableWith(schema, key),
  };
  const value = read(schema, toml.table, [], reader);
  return { value: value === BAD ? undefined : (value as v.InferOutput<S>), problems, invalidKeys, pathOf: (item) => paths.get(item) ?? [] };
}

interface Reader {
  readonly report: (severity: Problem["severity"], path: TomlPath, message: string, hint?: string) => void;
  readonly place: (item: object, path: TomlPath) => void;
  readonly spoil: (key: string) => void;
  /** Where in the file a key like this one belongs: `symposium-recommendations` in `[defaults]`. */
  readonly elsewhere: (key: string) => string | undefined;
}

const BAD = Symbol("cannot be used");

function read(schema: Schema, value: unknown, path: TomlPath, reader: Reader, consequence = ""): unknown {
  if (schema.type === "optional") return read(schema.wrapped!, value, path, reader, consequence);
  if (schema.type === "union") {
    const option = schema.options!.find((each) => isMeantBy(each, value));
    if (option !== undefined) return read(option, value, path, reader, consequence);
  }
  if (schema.type === "object" && isTable(value)) return readItem(schema, value, path, reader);
  if (schema.type === "record" && isTable(value)) {
    const pairs = Object.entries(value).map(([key, each]) => [key, read(schema.value!, each, [...path, key], reader)] as const);
    return Object.fromEntries(pairs.filter(([, each]) => each !== BAD));
  }
  const isListOfTables = schema.type === "array" && hasTables(schema.item!);
  if (isListOfTables && Array.isArray(value)) {
    const ignored = `, so this ${meaningOf(schema.item!).item} is ignored`;
    return value.map((each, index) => read(schema.item!, each, [...path, index], reader, ignored)).filter((each) => each !== BAD);
  }
  // Lists and dates would pass for tables there.
  const parsed = isTableSchema(schema) ? undefined : v.safeParse(schema, value);
  if (parsed?.success === true) return parsed.output;
  const issue = parsed?.issues[0];
  const key = path.findLast((part) => typeof part === "string") ?? "the file";
  const what = issue?.kind === "validation" ? issue.message : `must be ${expectation(schema)}`;
  const hint = isTable(value) && isListOfTables ? `write [[${key}]], with two brackets` : exampleOf(schema);
  reader.report("error", path, `\`${key}\` ${what}${consequence}`, hint);
  return BAD;
}

function readItem(schema: Schema, table: Record<string, unknown>, path: TomlPath, reader: Reader): unknown {
  const meaning = meaningOf(schema);
  const strange = Object.keys(table).filter((key) => !Object.hasOwn(schema.entries!, key));
  const item: ItemBeingRead = { table, path, meaning, strange, result: {}, usable: true };
  for (const [key, entry] of Object.entries(schema.entries!)) readKey(item, key, entry, reader);
  if (meaning.open !== true) for (const key of strange) reportUnknown(item, key, schema, reader);
  if (!item.usable) return BAD;
  const complete = meaning.open === true ? { ...table, ...item.result } : item.result;
  reader.place(complete, path);
  return complete;
}

interface ItemBeingRead {
  readonly table: Record<string, unknown>;
  readonly path: TomlPath;
  readonly meaning: ItemMeaning;
  /** Keys of the table that the schema does not have, without those that were read as another. */
  readonly strange: string[];
  readonly result: Record<string, unknown>;
  usable: boolean;
}

function readKey(item: ItemBeingRead, key: string, entry: Schema, reader: Reader): void {
  const { table, path, meaning } = item;
  const isRequired = entry.type !== "optional";
  const written = Object.hasOwn(table, key) ? key : similarTo(key, item, reader);
  const given = written === undefined ? undefined : lookUp(table, written);
  if (given === undefined && isRequired) {
    reader.report("error", path, `\`${key}\` is missing${consequenceOf(meaning)}`, exampleOf(entry));
    item.usable = false;
    return;
  }
  const costsAll = isRequired || meaning.steering?.includes(key) === true;
  const found =
    given === undefined ? undefined : read(entry, given, [...path, written ?? key], reader, costsAll ? consequenceOf(meaning) : "");
  if (found === BAD && costsAll) item.usable = false;
  const value = found === undefined || found === BAD ? defaultOf(entry, [...path, key], reader) : found;
  if (value !== undefined) put(item.result, key, value);
}

/** A key that differs only in case and separators is accepted. */
function similarTo(key: string, { strange, path }: ItemBeingRead, reader: Reader): string | undefined {
  const found = strange.length === 0 ? -1 : strange.findIndex((each) => foldKey(each) === foldKey(key));
  if (found === -1) return undefined;
  const [written = ""] = strange.splice(found, 1);
  reader.report("warning", [...path, written], `\`${written}\` is read as \`${key}\``, `write \`${key}\``);
  return written;
}

function reportUnknown(item: ItemBeingRead, key: string, schema: Schema, reader: Reader): void {
  const { table, path, meaning } = item;
  const near = similarWord(key, Object.keys(schema.entries!));
  const steers = near !== undefined && meaning.steering?.includes(near) === true;
  if (steers) item.usable = false;
  if (near !== undefined && path.length === 0) reader.spoil(near);
  const meant = near === undefined ? reader.elsewhere(key) : `\`${near}\``;
  const hint = meant === undefined ? `the keys here are ${Object.keys(schema.entries!).join(", ")}` : `did you mean ${meant}?`;
  const effect = steers ? consequenceOf(meaning) : near === undefined ? "" : staysAt(near, schema, table);
  reader.report(steers || meaning.isStrict === true ? "error" : "warning", [...path, key], `unknown key \`${key}\`${effect}`, hint);
}

function consequenceOf({ item }: ItemMeaning): string {
  return `, so this ${item} is ignored`;
}

/** What a misspelt switch leaves in force. */
function staysAt(key: string, { entries }: Schema, table: Record<string, unknown>): string {
  const value = Object.hasOwn(table, key) ? undefined : v.getDefault(lookUp(entries!, key)!);
  return typeof value === "boolean" || typeof value === "string" ? `, so \`${key}\` stays ${JSON.stringify(value)}` : "";
}

function tableWith(root: Schema, key: string): string | undefined {
  for (const [name, entry] of Object.entries(root.entries ?? {})) {
    const table = entry.type === "optional" ? entry.wrapped! : entry;
    const near = table.type === "object" ? similarWord(key, Object.keys(table.entries!)) : undefined;
    if (near !== undefined) return `\`${near}\` in [${name}]`;
  }
  const own = similarWord(key, Object.keys(root.entries ?? {}));
  return own === undefined ? undefined : `\`${own}\` at the top of the file`;
}

function defaultOf(entry: Schema, path: TomlPath, reader: Reader): unknown {
  const value: unknown = v.getDefault(entry);
  // Most keys of a manifest are lists that it does not have.
  if (Array.isArray(value) && value.length === 0) return [];
  return value === undefined ? undefined : read(entry, value, path, reader);
}

function meaningOf(schema: Schema): ItemMeaning {
  return { item: "entry", ...(v.getMetadata(schema) as Partial<ItemMeaning>) };
}

function exampleOf(schema: Schema): string | undefined {
  const [example] = v.getExamples(schema.type === "optional" ? schema.wrapped! : schema) as readonly unknown[];
  return example === undefined ? undefined : `for example ${String(example)}`;
}

/** Whether this is the one of several allowed forms that the author was writing, so that the message fits it. */
function isMeantBy(schema: Schema, value: unknown): boolean {
  if (isTableSchema(schema)) return isTable(value);
  if (schema.type === "array" && hasTables(schema.item!)) return Array.isArray(value);
  return v.is(schema, value);
}

/** In a list of tables each is separate; a list of plain values is valid only as a whole. */
function hasTables(schema: Schema): boolean {
  return schema.type === "object" || (schema.type === "union" && schema.options!.some(hasTables));
}

function isTableSchema(schema: Schema): boolean {
  return schema.type === "object" || schema.type === "record";
}
