/** Input, output and end of an author's program. Streams, or importing a built-in module, would cost more to load than all of this folder. */

const { readSync, writeSync } = process.getBuiltinModule("node:fs");

const CHUNK_BYTES = 65_536;

/** Everything up to the end of stdin, without a byte order mark. */
export function readAll(): string {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(CHUNK_BYTES);
  let text = "";
  for (;;) {
    const length = untilReady(() => readSync(0, buffer, 0, CHUNK_BYTES, null));
    if (length === 0) return text + decoder.decode();
    text += decoder.decode(buffer.subarray(0, length), { stream: true });
  }
}

/** Returns when the last byte is written. */
export function writeAll(fd: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  let written = 0;
  while (written < bytes.length) written += untilReady(() => writeSync(fd, bytes, written));
}

const PAUSE_MS = 2;

/** The caller may have made the descriptor non-blocking: then `act` is repeated. Windows throws at the end of a pipe. */
function untilReady(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const code = (error as { readonly code?: unknown }).code;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN" && code !== "EINTR") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

export function endWith(code: number, message: string): never {
  writeAll(2, `${message}\n`);
  process.exit(code);
}

/** A stray line on stdout would void the answer, so what handlers log goes to stderr. */
export function keepStdout(): void {
  for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = console.error;
}
