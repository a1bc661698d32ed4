/** Splits a server's stdout into messages. A server that writes too much, or other things than messages, is stopped before it takes all memory. */

import { joinedBytes, textOf } from "../../host/bytes.ts";

/** One message, with pictures or a long file in it. */
const LONGEST_LINE = 32 * 1024 * 1024;
const MOST_INVALID_LINES = 1_000;

/** In one window of time; answers of this size have to be asked for. */
const MOST_BYTES = 256 * 1024 * 1024;
const WINDOW_MS = 10_000;

const NEWLINE = 10;

/** `onLine` throws where a line is not a message. */
export function messageLines(onLine: (line: string) => void, stop: (why: string) => void): (bytes: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let invalid = 0;
  let since = performance.now();
  let received = 0;
  let isStopped = false;
  const halt = (why: string) => {
    isStopped = true;
    pieces = [];
    stop(why);
  };
  return (bytes) => {
    if (isStopped) return;
    if (performance.now() - since > WINDOW_MS) [since, received] = [performance.now(), 0];
    received += bytes.length;
    if (received > MOST_BYTES) return halt("floods its stdout");
    let rest = bytes;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      if (!take(rest.subarray(0, end))) return halt("writes other things than messages to its stdout");
      rest = rest.subarray(end + 1);
      size = 0;
    }
    size += rest.length;
    if (size > LONGEST_LINE) return halt(`sent a message of more than ${LONGEST_LINE / 1024 / 1024} MiB`);
    if (rest.length > 0) pieces.push(rest);
  };

  function take(last: Uint8Array): boolean {
    const line = textOf(joinedBytes([...pieces, last]));
    pieces = [];
    if (line.trim() === "") return true;
    try {
      onLine(line);
    } catch {
      invalid += 1;
    }
    return invalid <= MOST_INVALID_LINES;
  }
}
