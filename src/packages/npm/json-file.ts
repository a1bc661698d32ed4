/** JSON that a person or a package manager wrote: the value, or the place of the first mistake on every engine. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { firstMistake } from "./json-position.ts";
import { emptyOrMerging, type LockMistake, mistakeAt } from "./lock.ts";

export function readJsonFile(text: string): { readonly ok: true; readonly value: JsonObject } | LockMistake {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ok: true, value } : mistakeAt(text, 0, "is not a JSON object");
  } catch {
    const mistake = emptyOrMerging(text);
    if (mistake !== undefined) return mistake;
    const { offset, message } = firstMistake(text);
    return mistakeAt(text, offset, message);
  }
}

const [QUOTE, BACKSLASH, COMMA, CLOSING_BRACE, CLOSING_BRACKET] = [34, 92, 44, 125, 93];

/** Bun's commas before closing brackets become spaces, so that positions stay. A regular expression would take too long for a text without an end. */
export function withoutLastCommas(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(text, at);
    else if (letter === COMMA) {
      let next = at + 1;
      while (text.charCodeAt(next) <= 32) next++;
      const closing = text.charCodeAt(next);
      if (closing === CLOSING_BRACE || closing === CLOSING_BRACKET) {
        kept.push(text.slice(from, at), " ");
        from = at + 1;
      }
      at = next - 1;
    }
  }
  return kept.length === 0 ? text : `${kept.join("")}${text.slice(from)}`;
}

function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
