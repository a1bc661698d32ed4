/**
 * Reads the frontmatter of most skills: a key and one line of text, quoted or not. Avoids the YAML parser, which costs a sync more than
 * the rest of a skill. Everything that YAML could read differently is left to it.
 */

export interface PlainField {
  readonly text: string;
  /** Of the key, counted from 1. */
  readonly line: number;
  /** The span of the value in the YAML, including its quotes. */
  readonly span: readonly [start: number, end: number];
}

/** A key, then quoted text without characters that YAML reads inside quotes, or text whose first letter rules out numbers and marks. */
const LINE = /^([a-z][a-z0-9-]*): (?:"([^"\\]*)"|'([^']*)'|([A-Za-z](?:[^\n]*[^\s:])?))$/;
const PRINTABLE = /^[ -~]*$/;
/** What ends a text, or starts a comment. */
const MARK = /: | #/;
const NOT_TEXT: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** `undefined` where a line is anything else. */
export function plainFields(yaml: string): ReadonlyMap<string, PlainField> | undefined {
  const fields = new Map<string, PlainField>();
  let start = 0;
  for (const [at, line] of yaml.split("\n").entries()) {
    const [, key, double, single, bare] = LINE.exec(line) ?? [];
    const text = double ?? single ?? bare;
    if (key === undefined || text === undefined || !PRINTABLE.test(line) || fields.has(key) || NOT_TEXT.has(key)) return undefined;
    if (bare !== undefined && (MARK.test(bare) || NOT_TEXT.has(bare.toLowerCase()))) return undefined;
    fields.set(key, { text, line: at + 1, span: [start + key.length + ": ".length, start + line.length] });
    start += line.length + 1;
  }
  return fields;
}
