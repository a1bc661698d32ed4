/** Words that people write in more than one way: which one was probably meant, and which names are the same. */

/** The word of a list that was probably meant, for hints; `undefined` when none is close. */
export function similarWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const near = known
    .map((each) => [edits(word.toLowerCase(), each.toLowerCase()), each] as const)
    // Short words are close to many others by chance.
    .filter(([count, each]) => count <= (each.length <= 4 ? 1 : 2));
  return near.sort(([left], [right]) => left - right)[0]?.[1];
}

const LONGEST = 40;

/** How many letters must be added, removed or changed. */
export function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let left = 1; left <= from.length; left++) {
    const next = [left];
    for (let right = 1; right <= to.length; right++) {
      const replaced = row[right - 1]! + (from[left - 1] === to[right - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[right]! + 1, next[right - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}

/** A key without case and separators: `on_failure` and `onFailure` are `on-failure`. */
export function foldKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Package managers treat `-` and `_` as equal in names, so `my_crate` and `my-crate` are one. */
export function sameName(one: string, other: string): boolean {
  return one === other || foldedName(one) === foldedName(other);
}

/** The same text for all spellings of a name. */
export function foldedName(name: string): string {
  return name.replaceAll("_", "-");
}
