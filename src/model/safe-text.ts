/**
 * Text from outside, safe where it is printed or becomes a word for a shell. Names of files, plugins and branches may contain escape
 * sequences, which control a terminal; line breaks, which forge lines; direction marks, which reverse a name; and invisible letters, which
 * make two names look alike. They are printed as `\x1b`, `\n`, `\u202e`, `\u3164`.
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
 * By Unicode's properties: controls, formats, lone surrogates, line breaks, blanks other than the space, and what fonts do not draw (fillers, tags,
 * variation selectors; not the one that makes an emoji of a symbol). Two symbols that look blank have no property. A combining mark without a
 * letter is drawn over what stands before. Compiling this pattern takes longer than printing a page, so plain ASCII is left alone first.
 */
function changed(text: string, change: (letter: string) => string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800\u{1d159}]|(?! )\p{Zs}|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<![\p{L}\p{N}\p{M}\p{Extended_Pictographic}])\p{M}+/gu,
    (letters) => [...letters].map(change).join(""),
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

/** A path as a shell reads it, for commands that are suggested. */
export function quotedPath(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** A dollar sign stands apart from what follows: some agents put variables into every text of their settings, quoted or not. */
export function quotedWord(text: string): string {
  return `'${text
    .replaceAll("'", "'\\''")
    .replaceAll("$", () => "$''")
    .replaceAll("\0", "")}'`;
}

/** What a shell makes of a word from `quotedWord`. */
export function unquotedWord(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_, quoted: string | undefined, sign: string | undefined) => quoted ?? sign ?? "");
}

/** Whether a shell would put the variable's value into this command. */
export function mentionsVariable(command: string, variable: string): boolean {
  return new RegExp(`\\$\\{?${variable}(?!\\w)`).test(command);
}
