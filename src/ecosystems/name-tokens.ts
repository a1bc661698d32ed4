/** A pattern for one name, as tokens, and the names that it matches. */

/** Tests one letter, or `*` for any number of them. */
export type Token = "*" | ((letter: string) => boolean);

/** What is between brackets: letters and ranges. */
export function letterSet(letters: string): (letter: string) => boolean {
  const ranges: [string, string][] = [];
  for (let index = 0; index < letters.length; index++) {
    const isRange = letters[index + 1] === "-" && index + 2 < letters.length;
    ranges.push([letters.charAt(index), letters.charAt(isRange ? index + 2 : index)]);
    if (isRange) index += 2;
  }
  return (letter) => ranges.some(([from, to]) => from <= letter && letter <= to);
}

/** After a mismatch only the last star takes one more letter, so that many stars stay fast. */
export function matchesTokens(tokens: readonly Token[], name: string): boolean {
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
