/** Features of a JSON file that some agents' readers do not accept (RG-23). */

import { createScanner } from "jsonc-parser";

export interface JsoncOddities {
  /** The first line with a comment, and the first with a trailing comma; lines start with 1. */
  readonly comment?: number;
  readonly trailingComma?: number;
  readonly byteOrderMark: boolean;
  readonly crlf: boolean;
}

/** For any text: one that is not JSON has none of them. */
export function odditiesIn(text: string): JsoncOddities {
  const byteOrderMark = text.startsWith("\uFEFF");
  const scanner = createScanner(byteOrderMark ? text.slice(1) : text);
  let comment: number | undefined;
  let trailingComma: number | undefined;
  let comma: number | undefined;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    const line = scanner.getTokenStartLine() + 1;
    if (COMMENTS.has(token)) comment ??= line;
    if (CLOSING.has(token) && comma !== undefined) trailingComma ??= comma;
    if (!TRIVIA.has(token)) comma = token === COMMA ? line : undefined;
  }
  return {
    ...(comment === undefined ? {} : { comment }),
    ...(trailingComma === undefined ? {} : { trailingComma }),
    byteOrderMark,
    crlf: text.includes("\r\n"),
  };
}

/** The numbers that jsonc-parser gives its tokens. */
const CLOSING = new Set([2, 4]);
const COMMA = 5;
const COMMENTS = new Set([12, 13]);
const TRIVIA = new Set([12, 13, 14, 15]);
const END = 17;
