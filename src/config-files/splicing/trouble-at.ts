import type { Trouble } from "../editor.ts";

/** A message with the line and column of a place in the text. */
export function troubleAt(text: string, message: string, offset: number): Trouble {
  const before = text.slice(text.startsWith("\uFEFF") ? 1 : 0, Math.max(offset, 0));
  const lines = before.split(/\r\n|\n|\r/);
  return { message, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
