/** Values as new YAML, in blocks or in brackets. Strings are unquoted only where no reader could misread them. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { refusal } from "../splicing/refusal.ts";

export interface YamlStyle {
  readonly newline: string;
  /** How far keys are indented below a key, and the dashes of a list. */
  readonly indent: number;
  readonly dashes: number;
}

/** Whether a value takes its own lines in block style. */
export function takesLines(value: Json): boolean {
  return typeof value === "object" && value !== null && membersOf(value).length > 0;
}

/** The first line without its indentation, the others with theirs; `column` is where it starts. */
export function yamlBlock(value: Json, column: number, style: YamlStyle): string {
  if (!takesLines(value)) return yamlFlow(value);
  const between = style.newline + " ".repeat(column);
  if (Array.isArray(value)) return value.map((item) => `- ${yamlBlock(item as Json, column + 2, style)}`).join(between);
  return entriesOf(value as JsonObject)
    .map(([key, member]) => yamlPair(key, member, column, style).join(""))
    .join(between);
}

/** The key with everything before its value, and the value. */
export function yamlPair(key: string, value: Json, column: number, style: YamlStyle): readonly [lead: string, value: string] {
  const name = `${yamlText(key)}:`;
  if (!takesLines(value)) return [`${name} `, yamlFlow(value)];
  const inner = column + (Array.isArray(value) ? style.dashes : style.indent);
  return [name + style.newline + " ".repeat(inner), yamlBlock(value, inner, style)];
}

/** On one line. */
export function yamlFlow(value: Json): string {
  if (typeof value === "string") return yamlText(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw refusal(`${value} is not a JSON value`);
  if (Array.isArray(value)) return `[${value.map((item) => yamlFlow(item as Json)).join(", ")}]`;
  if (!isObject(value)) return String(value);
  return `{${entriesOf(value)
    .map(([key, member]) => `${yamlText(key)}: ${yamlFlow(member)}`)
    .join(", ")}}`;
}

export function yamlText(text: string): string {
  if (PLAIN.test(text) && !text.endsWith(" ") && !OTHER_MEANING.test(text)) return text;
  return JSON.stringify(text).replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const PLAIN = /^[A-Za-z][A-Za-z0-9_./ -]*$/;
/** In any version of YAML. */
const OTHER_MEANING = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf)$/i;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function membersOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : entriesOf(value as JsonObject);
}

function entriesOf(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, member] as const]));
}
