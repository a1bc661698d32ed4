import { constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

import { attempt, messageOf, succeeds } from "../errors.ts";
import { joinedBytes } from "./bytes.ts";
import { isTerminal, listenToStdin, unblockStdin } from "./engine.ts";
import { closing } from "./read-file.ts";
import type { StdinListener } from "./start-process.ts";
import { deferred } from "./wait.ts";

export type StdinReading =
  | { readonly kind: "text"; readonly text: string }
  /** A terminal, which would block forever. */
  | { readonly kind: "terminal" }
  /** The caller keeps stdin open; the text is what has arrived, complete or not. */
  | { readonly kind: "unclosed"; readonly text: string }
  | { readonly kind: "too-long" }
  | { readonly kind: "failed"; readonly message: string };

/** After this much silence following a complete payload, stdin counts as never closed. */
const SETTLE_MS = 50;

/**
 * Reads the payload, and waits `idleMs` for more while it is incomplete. Never rejects, and works with a non-blocking stdin. A read of a stdin that
 * is never closed may stay pending, so the caller must exit when done.
 */
export async function readStdin({ idleMs, maxBytes }: { readonly idleMs: number; readonly maxBytes: number }): Promise<StdinReading> {
  const stdin = attempt(() => fstatSync(0));
  // Loads `node:tty` only for a character device, or something that cannot be examined.
  if ((stdin === undefined || stdin.isCharacterDevice()) && isTerminal(0)) return { kind: "terminal" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const keep = (bytes: Uint8Array): boolean => {
    size += bytes.length;
    chunks.push(bytes);
    return size <= maxBytes;
  };
  if (stdin !== undefined && readWaiting(stdin, keep)) return { kind: "text", text: decode(chunks) };
  if (size > maxBytes) return { kind: "too-long" };

  const reading = deferred<StdinReading>();
  const settle = () => {
    const text = decode(chunks);
    if (isWhole(text)) return reading.resolve({ kind: "unclosed", text });
    timer = setTimeout(() => reading.resolve({ kind: "unclosed", text }), idleMs - SETTLE_MS);
  };
  let timer = setTimeout(settle, SETTLE_MS);
  const stop = listen({
    onBytes: (bytes) => {
      clearTimeout(timer);
      if (keep(bytes)) timer = setTimeout(settle, SETTLE_MS);
      else reading.resolve({ kind: "too-long" });
    },
    onEnd: () => reading.resolve({ kind: "text", text: decode(chunks) }),
    onError: (error) => reading.resolve({ kind: "failed", message: messageOf(error) }),
  });
  const result = await reading.promise;
  clearTimeout(timer);
  stop();
  return result;
}

function listen(listener: StdinListener): () => void {
  try {
    return listenToStdin(listener);
  } catch (error) {
    listener.onError(error);
    return () => {};
  }
}

/** One complete JSON object or array; nothing else is a payload. */
function isWhole(text: string): boolean {
  const last = text.trimEnd().at(-1);
  return (last === "}" || last === "]") && succeeds(() => JSON.parse(text));
}

/** Drops a byte order mark; invalid UTF-8 becomes replacement characters. */
function decode(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(joinedBytes(chunks));
}

/** Most payloads are smaller; allocating more than needed costs time as well. */
const WAITING_BYTES = 16_384;

/**
 * Reads what is already in stdin, if that cannot block: from a file, from a pipe that can be opened
 * again without blocking (Linux; sockets refuse), and from a socket that Node made non-blocking. Usually that is everything,
 * and the event loop need not start, which saves the native program 0.3 ms and Node 3. True when the end was reached.
 */
function readWaiting(stdin: Stats, onBytes: (bytes: Uint8Array) => boolean): boolean {
  if (stdin.isFile()) return readUntilDry(0, onBytes);
  if (stdin.isSocket()) return unblockStdin() && readUntilDry(0, onBytes);
  if (!stdin.isFIFO()) return false;
  const fd = attempt(() => openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK));
  return fd !== undefined && closing(fd, () => readUntilDry(fd, onBytes));
}

/** `onBytes` says whether it wants more. An error is reported by the asynchronous read that follows. */
function readUntilDry(fd: number, onBytes: (bytes: Uint8Array) => boolean): boolean {
  const buffer = new Uint8Array(WAITING_BYTES);
  try {
    for (;;) {
      const length = readSync(fd, buffer, 0, WAITING_BYTES, null);
      if (length === 0) return true;
      if (!onBytes(buffer.slice(0, length))) return false;
    }
  } catch {
    return false;
  }
}

/** All of stdin, for commands that read a document from it; `undefined` at a terminal, where the user would not know that they wait. */
export async function readPiped(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}
