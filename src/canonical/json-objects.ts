/** The JSON objects in a text that is not one, such as log lines before an answer, a list, or two answers. */

import { isObject, type JsonObject, parseJson } from "./json.ts";

/** Outermost ones, in order. A brace that starts none costs a look at the rest, so there is a limit to what is read. */
export function jsonObjectsIn(text: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let left = MOST_LETTERS;
  for (let at = text.indexOf("{"); at >= 0 && left > 0; at = text.indexOf("{", at)) {
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parseJson(text.slice(at, end));
    left -= (end ?? text.length) - at;
    if (isObject(value)) found.push(value);
    at = isObject(value) ? end! : at + 1;
  }
  return found;
}

/** Four times what is kept of a handler's output. */
const MOST_LETTERS = 4 * 1024 * 1024;

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
