/** Moves bytes from one stream to another at the reader's speed. */

import type { Readable, Writable } from "node:stream";

export interface Relay {
  /** All was read, and written unless the reader is gone. */
  readonly ended: Promise<true>;
  /** The reader has not taken what was last written. */
  readonly isWaiting: () => boolean;
}

/** One piece at a time, so that it is known what was written. Without a reader the rest is read and dropped, unless `onGone` stops that. */
export function relay(from: Readable, to: Writable, onGone: () => void = () => {}): Relay {
  let isWaiting = false;
  let isGone = false;
  let hasEnded = false;
  const ended = new Promise<true>((resolve) => {
    const settle = () => {
      if (hasEnded && !isWaiting) resolve(true);
    };
    const end = () => {
      hasEnded = true;
      settle();
    };
    const written = (error?: Error | null) => {
      isWaiting = false;
      if (error && !isGone) {
        isGone = true;
        onGone();
      }
      settle();
      from.resume();
    };
    to.on("error", written);
    from.on("data", (bytes: Uint8Array) => {
      if (isGone) return;
      from.pause();
      isWaiting = true;
      to.write(bytes, written);
    });
    from.on("end", end).on("close", end).on("error", end);
  });
  return { ended, isWaiting: () => isWaiting };
}
