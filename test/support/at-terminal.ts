/** A person at a terminal: presses keys as soon as the question that they answer is asked. */

import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import type { Terminal } from "../../src/commands/cli-context.ts";

export const [ENTER, DOWN, LEFT] = ["\r", "\u001B[B", "\u001B[D"] as const;

export type Step = readonly [question: string, keys: readonly string[]];

export function atTerminal(steps: readonly Step[]): { readonly terminal: Terminal; readonly unasked: () => readonly string[] } {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 50 });
  const left = [...steps];
  let shown = "";
  output.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString());
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    shown = "";
    const press = ([key, ...rest]: readonly string[]) => {
      if (key === undefined) return;
      input.write(key);
      setTimeout(press, 15, rest);
    };
    setTimeout(press, 15, next[1]);
  });
  return { terminal: { input, output }, unasked: () => left.map(([question]) => question) };
}
