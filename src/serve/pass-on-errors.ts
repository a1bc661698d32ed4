/** A server's stderr: to its log, and to ours as far as the agent reads it. Some agents never do, and the server must not stand still for that. */

import type { Readable } from "node:stream";

import type { ServerLog } from "./server-log.ts";

const PATIENCE_MS = 500;

/** Settles at its end. */
export function passOnErrors(from: Readable, log: ServerLog): Promise<true> {
  const to = process.stderr;
  let isWaiting = false;
  let isDeaf = false;
  to.on("error", () => (isDeaf = true));
  from.on("data", (bytes: Uint8Array) => {
    log.append(bytes);
    if (isDeaf || isWaiting) return;
    from.pause();
    isWaiting = true;
    const timer = setTimeout(() => from.resume(), PATIENCE_MS);
    to.write(bytes, () => {
      clearTimeout(timer);
      isWaiting = false;
      from.resume();
    });
  });
  return new Promise((resolve) => {
    const onEnd = () => resolve(true);
    from.on("end", onEnd).on("close", onEnd).on("error", onEnd);
  });
}
