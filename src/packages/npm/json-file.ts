/** JSON that a person or a package manager wrote: the value, or the place of the first mistake on every engine. */

import { isObject, type JsonObject } from "../../model/json.ts";
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

/** Bun's commas before closing brackets become spaces, so that places stay. By hand: an expression starts again at every quote of a text without an end. */
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

const TOKEN = /[ \t\r\n]*(?:("[^"\\\n]*(?:\\.[^"\\\n]*)*")|(-?\d[\d.eE+-]*|true|false|null)|([{}[\],:]))/y;

function firstMistake(text: string): { readonly offset: number; readonly message: string } {
  const open: ("{" | "[")[] = [];
  let expected = "value";
  const afterValue = () => (open.length === 0 ? "the end" : open.at(-1) === "{" ? ", or }" : ", or ]");
  TOKEN.lastIndex = 0;
  for (let offset = 0; ; offset = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    const message = `is not valid JSON: expected ${expected}`;
    if (found === null) {
      const at = text.length - text.slice(offset).trimStart().length;
      return { offset: at, message: at >= text.length && open.length > 0 ? "ends too early" : message };
    }
    const [token, key, , sign] = found;
    const wrong = { offset: TOKEN.lastIndex - token.trimStart().length, message };
    if ((sign === "}" || sign === "]") && expected.endsWith(` or ${sign}`)) {
      open.pop();
      expected = afterValue();
    } else if (expected.startsWith("value")) {
      if (sign === "{" || sign === "[") {
        open.push(sign);
        expected = sign === "{" ? "key or }" : "value or ]";
      } else if (sign === undefined) expected = afterValue();
      else return wrong;
    } else if (expected.startsWith("key") && key !== undefined) expected = ":";
    else if (expected === ":" && sign === ":") expected = "value";
    else if (expected.startsWith(",") && sign === ",") expected = open.at(-1) === "{" ? "key" : "value";
    else return wrong;
  }
}
