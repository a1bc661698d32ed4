/** How the parts of an editor report that an edit cannot be made. It never leaves the editor: `splice-editor.ts` makes a `Trouble` of it. */

import type { Trouble } from "../editor.ts";
import { troubleAt } from "./trouble-at.ts";

/** To be thrown. `offset` is the position of the problem in the text. */
export function refusal(message: string, text?: string, offset?: number): Error {
  return Object.assign(new Error(message), {
    refused: text === undefined || offset === undefined ? { message } : troubleAt(text, message, offset),
  });
}

/** The message of a thrown value; a parser may throw anything, including a stack overflow. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && "refused" in error) return error.refused as Trouble;
  if (error instanceof RangeError) return { message: "nested too deeply" };
  return { message: `cannot be edited safely: ${error instanceof Error ? error.message : String(error)}` };
}
