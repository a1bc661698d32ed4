/** A payload's JSON. Of a large member, such as what a tool gave back, most calls need nothing, so it is parsed when it is asked for. */

import { outlineOf } from "../host/engine.ts";
import { isObject, type Json, MOST_LEVELS, parseJson } from "../model/json.ts";

const LARGE = 8_192;

export function parsePayload(text: string, outlined = outlineOf): Json | undefined {
  const outline = text.length < LARGE ? undefined : outlined(text, LARGE, MOST_LEVELS);
  if (outline === undefined) return parseJson(text);
  const [members, first = "", ...rest] = outline;
  const large: (readonly [key: string, value: string])[] = [];
  let small = first;
  for (let at = 0; at < rest.length; at += 3) {
    const [key = "", value = "", next = ""] = rest.slice(at, at + 3);
    large.push([JSON.parse(key) as string, value]);
    small += `null${next}`;
  }
  const fields = parseJson(small);
  // Of two members with one key the last counts.
  if (!isObject(fields) || Object.keys(fields).length !== members) return parseJson(text);
  for (const [key, value] of large) parseWhenAsked(fields, key, value);
  return fields;
}

function parseWhenAsked(fields: object, key: string, text: string): void {
  const put = (value: unknown) => Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
  Object.defineProperty(fields, key, {
    get: () => {
      // Throws where memory ends: a guard must not be shown a call without this member.
      const value: unknown = JSON.parse(text);
      put(value);
      return value;
    },
    set: put,
    enumerable: true,
    configurable: true,
  });
}
