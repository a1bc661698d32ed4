export interface LimitedOutput {
  readonly add: (bytes: Uint8Array) => void;
  readonly isCut: () => boolean;
  readonly text: () => string;
}

/** Keeps the first `limit` bytes of a stream and drops the rest. */
export function keepUpTo(limit: number): LimitedOutput {
  const kept: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  return {
    add: (bytes) => {
      const room = limit - size;
      if (bytes.length > room) cut = true;
      if (room === 0) return;
      const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
      kept.push(part);
      size += part.length;
    },
    isCut: () => cut,
    // A character that the limit cuts in two is dropped; invalid UTF-8 is replaced.
    text: () => (size === 0 ? "" : new TextDecoder().decode(kept.length === 1 ? kept[0] : Buffer.concat(kept), { stream: cut })),
  };
}
