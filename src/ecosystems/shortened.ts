/** A requirement as a message quotes it: a hostile file may have one of any length. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
