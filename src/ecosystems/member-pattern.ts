/** One part of a pattern in `members`, between two slashes, and the names that it matches. */

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Tests one letter, or `*` for any number of them. */
export type Token = "*" | ((letter: string) => boolean);

/** `null` for an invalid pattern. */
export function tokensOf(part: string): readonly Token[] | null {
  if (part.includes("**")) return null;
  const tokens: Token[] = [];
  for (let index = 0; index < part.length; index++) {
    const letter = part.charAt(index);
    if (letter === "[") {
      const start = index + (part[index + 1] === "!" ? 2 : 1);
      const end = part.indexOf("]", start + 1);
      if (end === -1) return null;
      const isIn = setOf(part.slice(start, end));
      tokens.push(start === index + 1 ? isIn : (one) => !isIn(one));
      index = end;
    } else tokens.push(letter === "*" ? "*" : letter === "?" ? () => true : (one) => one === letter);
  }
  return tokens;
}

function setOf(letters: string): (letter: string) => boolean {
  const ranges: [string, string][] = [];
  for (let index = 0; index < letters.length; index++) {
    const isRange = letters[index + 1] === "-" && index + 2 < letters.length;
    ranges.push([letters.charAt(index), letters.charAt(isRange ? index + 2 : index)]);
    if (isRange) index += 2;
  }
  return (letter) => ranges.some(([from, to]) => from <= letter && letter <= to);
}

/** After a mismatch only the last star takes one more letter, so that many stars stay fast. */
export function isMatch(tokens: readonly Token[], name: string): boolean {
  let [token, letter, star, resume] = [0, 0, -1, 0];
  while (letter < name.length) {
    const asks = tokens[token];
    if (asks === "*") {
      star = token++;
      resume = letter;
    } else if (asks?.(name.charAt(letter)) === true) {
      token++;
      letter++;
    } else if (star !== -1) {
      token = star + 1;
      letter = ++resume;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "*");
}
