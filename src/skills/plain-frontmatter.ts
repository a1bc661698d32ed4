/**
 * Frontmatter as almost all skills have it: a key and one line of plain words. Read without a YAML parser, which takes a sync longer than the
 * rest of a skill. Whatever could mean anything else to YAML is left to it.
 */

export interface PlainField {
  readonly text: string;
  /** Of the key, counted from 1. */
  readonly line: number;
}

/** No colon, number sign, quote or bracket that YAML reads; the first letter keeps numbers and marks out. */
const LINE = /^([a-z][a-z0-9-]*): ([A-Za-z](?:[\w ,.;()/'!?+-]*[\w,.;()/'!?+-])?)$/;
const NOT_TEXT: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** `undefined` where a line is anything else. */
export function plainFields(yaml: string): ReadonlyMap<string, PlainField> | undefined {
  const fields = new Map<string, PlainField>();
  for (const [at, line] of yaml.split("\n").entries()) {
    const [, key, text] = LINE.exec(line) ?? [];
    if (key === undefined || text === undefined || fields.has(key) || NOT_TEXT.has(text.toLowerCase()) || NOT_TEXT.has(key))
      return undefined;
    fields.set(key, { text, line: at + 1 });
  }
  return fields;
}
