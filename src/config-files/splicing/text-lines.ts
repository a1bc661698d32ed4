/** Lines of a text that keeps its line ends. A line ends where its content ends, before `
` or `\r
`. */

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  if (feed === -1) return text.length;
  return feed > 0 && text[feed - 1] === "\r" ? feed - 1 : feed;
}

/** Where the next line starts; at the end of the text, that end. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed + 1;
}

/** The end of the last line, without its line end. */
export function lastLineEnd(text: string): number {
  if (text.endsWith("\r\n")) return text.length - 2;
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

export function isBlankLine(text: string, at: number): boolean {
  return text.slice(lineStart(text, at), lineEnd(text, at)).trim() === "";
}

export function indentOf(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? "";
}

/** The line end that the text uses first. */
export function newlineOf(text: string): string {
  const feed = text.indexOf("\n");
  return feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
}

export function countNewlines(text: string): number {
  return text.split("\n").length - 1;
}
