/** The documents of a YAML text that a stranger wrote. */

import { Composer, type CST, type Document, type DocumentOptions, parse, type ParseOptions, Parser, type SchemaOptions } from "yaml";

import { attempt } from "../errors.ts";

/** Far above any real file. */
const MOST_LEVELS = 200;

/**
 * `undefined` where it is nested too deeply. The composer calls itself for each level, and at the end of the stack Node may end the process instead of
 * throwing an error; the parser before it does not.
 */
export function yamlDocuments(text: string, options: ParseOptions & DocumentOptions & SchemaOptions): readonly Document[] | undefined {
  const tokens = [...new Parser().parse(text)];
  return isTooDeep(tokens) ? undefined : [...new Composer(options).compose(tokens)];
}

/** The values in a file of another program, which has to say itself what is wrong in it. `undefined` where the text is not YAML. */
export function yamlIn(text: string): unknown {
  return attempt((): unknown => parse(text, { logLevel: "silent" }));
}

export function isNestedTooDeep(text: string): boolean {
  return isTooDeep([...new Parser().parse(text)]);
}

function isTooDeep(tokens: readonly CST.Token[]): boolean {
  const waiting = tokens.map((token) => ({ token, level: 0 }));
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { token, level } = one;
    if (level > MOST_LEVELS) return true;
    if (token.type === "document" && token.value !== undefined) waiting.push({ token: token.value, level: level + 1 });
    for (const { key, value } of "items" in token ? token.items : [])
      for (const inner of [key, value]) if (inner != null) waiting.push({ token: inner, level: level + 1 });
  }
  return false;
}
