/** One line that shows how far a step is: rewritten at a terminal, printed now and then elsewhere. */

import { printable } from "../../platform/printable.ts";
import type { Stream } from "../terminal/open-screen.ts";

export interface ProgressLine {
  readonly show: (text: (width: number) => string) => void;
  /** Before anything else is printed. */
  readonly clear: () => void;
}

/** A step that is over within a second shows nothing. */
const FIRST_MS = 1_000;
const REDRAWN_MS = 100;
const PRINTED_MS = 10_000;
const USUAL_WIDTH = 80;

export function progressLine(stream: Stream, now: () => number = () => performance.now()): ProgressLine {
  let began: number | undefined;
  let last = 0;
  let isDrawn = false;
  return {
    show: (text) => {
      const time = now();
      began ??= time;
      const pause = stream.isTTY === true ? REDRAWN_MS : PRINTED_MS;
      if (time - began < FIRST_MS || (last !== 0 && time - last < pause)) return;
      last = time;
      const width = stream.columns ?? USUAL_WIDTH;
      const line = printable(text(width - 1)).slice(0, width - 1);
      stream.write(stream.isTTY === true ? `\r\u{1B}[K${line}` : `${line}\n`);
      isDrawn = stream.isTTY === true;
    },
    clear: () => {
      if (isDrawn) stream.write("\r\u{1B}[K");
      isDrawn = false;
      began = undefined;
      last = 0;
    },
  };
}
