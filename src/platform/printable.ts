/**
 * Makes text from outside safe to print. Names of files, plugins and branches may contain escape sequences, which control a terminal; line
 * breaks, which forge lines; and direction marks, which reverse a name. They are printed as `\x1b`, `\n`, `\u202e`.
 */

const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** On one line, for a name or a sentence. */
export function printable(text: string): string {
  return changed(text, (letter) => NAMED.get(letter) ?? escaped(letter));
}

/** Of several lines, each composed by us. */
export function printableLines(text: string): string {
  return changed(text, (letter) => (letter === "\n" || letter === "\t" ? letter : (NAMED.get(letter) ?? escaped(letter))));
}

/** Inside a JSON document, whose meaning stays the same. */
export function printableJson(document: string): string {
  return changed(document, (letter) => (NAMED.has(letter) ? letter : [...codeUnits(letter)].map(inFour).join("")));
}

/**
 * C0, DEL, C1; Unicode's invisible characters, direction marks and line breaks; lone surrogates; tags. Compiling this pattern takes longer than
 * printing a page, so text that is plain ASCII is left alone first.
 */
function changed(text: string, change: (letter: string) => string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(
    /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu,
    change,
  );
}

function escaped(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? inFour(code) : `\\u{${code.toString(16)}}`;
}

function* codeUnits(letter: string): Generator<number> {
  for (let at = 0; at < letter.length; at++) yield letter.charCodeAt(at);
}

function inFour(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
