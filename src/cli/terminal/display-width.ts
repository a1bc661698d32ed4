/** How many columns of a terminal a text takes: a Chinese character takes two, an accent of its own takes none. */

export function displayWidth(text: string): number {
  if (!/[^\u0020-\u007e]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += NO_COLUMN.test(letter) ? 0 : TWO_COLUMNS.test(letter) ? 2 : 1;
  return width;
}

const NO_COLUMN = /^\p{M}$/u;
const TWO_COLUMNS =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
