/** Cuts context to what an agent accepts (RT-19); the agent would cut longer text in its middle or put it where it is not read. */

import type { TextLimit } from "../agents/agent.ts";

export function shortened(text: string, limit: TextLimit | null): string {
  if (limit === null || sizeOf(text, limit) <= limit.count) return text;
  const note = (left: number) => `\n\n[shortened by symposium: ${left} more characters]`;
  const room = limit.count - note(text.length).length;
  const kept = limit.unit === "characters" ? text.slice(0, room) : firstBytes(text, room);
  return kept + note(text.length - kept.length);
}

function sizeOf(text: string, { unit }: TextLimit): number {
  return unit === "characters" ? text.length : Buffer.byteLength(text);
}

/** The longest start of the text that has at most so many bytes and ends with a whole character. */
function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
