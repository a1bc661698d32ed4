/**
 * The parts of Bun that the native program uses, typed here so that Node's types stay the only ones. Node's equivalents
 * (`node:child_process`, `node:crypto`, `process.stdin`, `node:tty`) add half a millisecond to three to every start.
 */

import { read } from "node:fs";

import type { ProcessOutput, ProcessToStart, StartedProcess, StdinListener } from "./start-process.ts";
import { deferred } from "./wait.ts";

interface BunProcess {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly exited: Promise<number>;
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  unref(): void;
}

interface BunHasher {
  update(bytes: string | Uint8Array): BunHasher;
  digest(encoding: "hex"): string;
}

interface BunRuntime {
  readonly CryptoHasher: new (algorithm: "sha256") => BunHasher;
  spawn(command: readonly string[], options: object): BunProcess;
}

declare const Bun: BunRuntime;

/** Until then a running handler's output is not read: its pipes hold a good deal, and most handlers end sooner. */
const READ_AFTER_MS = 5;

/**
 * Starts a process with Bun's own spawn, the fast way in the native program. On Linux stdin is a file in memory, so a
 * handler that never reads leaves nothing unwritten; elsewhere Bun writes in the background and drops the rest. Output is
 * read when the handler has ended or has run for a while: listening from the start wakes us for every pipe that
 * closes, and on a busy machine each wake-up costs more than the handler.
 */
export async function startWithBun(job: ProcessToStart, output: ProcessOutput): Promise<StartedProcess> {
  const child = Bun.spawn([job.file, ...job.args], {
    cwd: job.cwd,
    env: job.env,
    stdin: new TextEncoder().encode(job.input),
    stdout: "pipe",
    stderr: "pipe",
    // Nothing is read before `stdout` or `stderr` is accessed.
    lazy: true,
    detached: job.os !== "windows",
    windowsHide: true,
    windowsVerbatimArguments: job.verbatim ?? false,
  });
  const drained = deferred<void>();
  let readers: readonly ReadableStreamDefaultReader<Uint8Array>[] | undefined;
  const read = () => {
    if (readers !== undefined) return;
    const [stdout, stderr] = [child.stdout.getReader(), child.stderr.getReader()];
    readers = [stdout, stderr];
    const [one, other] = [drain(stdout, output.stdout), drain(stderr, output.stderr)];
    // Not `Promise.all`: its first use costs a call a tenth of a millisecond.
    void one.then(() => other).then(drained.resolve);
  };
  const waiting = setTimeout(read, READ_AFTER_MS);
  return {
    pid: child.pid,
    exited: child.exited.then(() => {
      clearTimeout(waiting);
      read();
      return { code: child.exitCode, signal: child.signalCode };
    }),
    drained: drained.promise,
    release: () => {
      clearTimeout(waiting);
      for (const reader of readers ?? []) reader.cancel().catch(() => {});
      child.unref();
    },
  };
}

/** Reads to the end; a pipe that fails counts as ended. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes(value);
    }
  } catch {}
}

/** In hex. */
export function sha256OfBun(bytes: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

const CHUNK_BYTES = 65_536;

/** The delay before a non-blocking stdin is read again. */
const RETRY_MS = 2;

/** A blocking read in a thread is the fastest way in the native program; Node could not exit before it returned. */
export function listenInThread({ onBytes, onEnd, onError }: StdinListener): () => void {
  let listening = true;
  const next = (): void =>
    read(0, new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, null, (error, length, bytes) => {
      if (!listening) return;
      if (error?.code === "EAGAIN") return void setTimeout(next, RETRY_MS);
      if (error) return onError(error);
      if (length === 0) return onEnd();
      onBytes(bytes.subarray(0, length));
      next();
    });
  next();
  return () => {
    listening = false;
  };
}
