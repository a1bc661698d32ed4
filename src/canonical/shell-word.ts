/** One word for a POSIX shell, and back (IX-18). */

/** A dollar sign stands apart from what follows: some agents put variables into every text of their settings, quoted or not. */
export function quotedWord(text: string): string {
  return `'${text
    .replaceAll("'", "'\\''")
    .replaceAll("$", () => "$''")
    .replaceAll("\0", "")}'`;
}

/** What a shell makes of such a word. */
export function unquotedWord(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_, quoted: string | undefined, sign: string | undefined) => quoted ?? sign ?? "");
}
