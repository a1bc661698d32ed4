/** A word as `sh` takes it, whatever is in it: folders of a run may have spaces and quotes in their names. */
export function shellWord(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
