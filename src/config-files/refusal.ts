/** How the parts of an editor say that an edit cannot be made. It never leaves the editor: `splice-editor.ts` makes a `Trouble` of it. */

import type { Trouble } from "./editor.ts";

/** To be thrown. `offset` is the place in the text that is the matter. */
export function refusal(message: string, text?: string, offset?: number): Error {
  return Object.assign(new Error(message), {
    refused: text === undefined || offset === undefined ? { message } : troubleAt(text, offset, message),
  });
}

/** What a thrown thing says; a parser may throw anything, a stack that is used up included. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && "refused" in error) return error.refused as Trouble;
  if (error instanceof RangeError) return { message: "nested too deeply" };
  return { message: `cannot be edited safely: ${error instanceof Error ? error.message : String(error)}` };
}

export function troubleAt(text: string, offset: number, message: string): Trouble {
  const lines = text.slice(0, offset).split("\n");
  return { message, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
