/** Which of two versions of our own programme is the later one, by the rules of semantic versioning. */

/** A version before its release counts only for those who run one themselves. What is no version is never newer. */
export function isNewer(candidate: string, current: string): boolean {
  const [offered, present] = [partsOf(candidate), partsOf(current)];
  if (offered === undefined || present === undefined) return false;
  if (offered.before.length > 0 && present.before.length === 0) return false;
  return order(offered, present) > 0;
}

export function isVersion(text: string): boolean {
  return partsOf(text) !== undefined;
}

interface Parts {
  readonly numbers: readonly number[];
  /** What stands behind the hyphen; such a version comes before the one without. */
  readonly before: readonly string[];
}

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

function partsOf(text: string): Parts | undefined {
  const [, major, minor, patch, before] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [major, minor, patch].map(Number), before: before === undefined ? [] : before.split(".") };
}

function order(left: Parts, right: Parts): number {
  const unequal = left.numbers.findIndex((number, at) => number !== right.numbers[at]);
  if (unequal >= 0) return left.numbers[unequal]! - right.numbers[unequal]!;
  if (left.before.length === 0 || right.before.length === 0) return right.before.length - left.before.length;
  for (const [at, word] of left.before.entries()) {
    const other = right.before[at];
    if (other === undefined) return 1;
    if (word !== other) return orderOfWords(word, other);
  }
  return left.before.length - right.before.length;
}

/** Numbers by value and before words, words by their bytes. */
function orderOfWords(left: string, right: string): number {
  const [isNumber, isOther] = [left, right].map((word) => /^\d+$/.test(word));
  if (isNumber && isOther) return Number(left) - Number(right);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return left < right ? -1 : 1;
}
