/** How many columns of a terminal a text takes: a Chinese character takes two, an accent of its own takes none. */

export function displayWidth(text: string): number {
  if (!/[^\u0020-\u007e]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += hasNoColumn(letter) ? 0 : hasTwoColumns(letter) ? 2 : 1;
  return width;
}

// Patterns of Unicode's classes are in functions: the engine then reads Unicode's tables only for text that is not ASCII, not for every command.

function hasNoColumn(letter: string): boolean {
  return /^\p{M}$/u.test(letter);
}

function hasTwoColumns(letter: string): boolean {
  return /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u.test(
    letter,
  );
}
