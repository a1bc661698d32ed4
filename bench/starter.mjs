/** Starts programs and says how long each took. The system copies the tables of the starting process's memory at each start, so this one is small. */

import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

process.on("message", ({ fifo, run: { command, cwd, env, stdin, payload } }) => {
  const [file, ...args] = command;
  const given = stdin === "socket" ? undefined : stdin === "file" ? openSync(payload, "r") : filledPipe(fifo, readFileSync(payload));
  const input = given === undefined ? { input: readFileSync(payload) } : {};
  const stdio = [given ?? "pipe", "pipe", "pipe"];
  const options = { cwd, env, stdio, encoding: "utf8", maxBuffer: Number.POSITIVE_INFINITY, ...input };
  const began = performance.now();
  const { status, stdout, error } = spawnSync(file, args, options);
  const ms = performance.now() - began;
  if (given !== undefined) closeSync(given);
  process.send(error === undefined ? { ms, exitCode: status, stdout } : { error: error.message });
});

/** What Linux lets a pipe hold until a process reads it. */
const CAPACITY = 65_536;

/** The end to read from. The other is closed, so that the reader meets the end after the last byte. */
function filledPipe(fifo, bytes) {
  if (bytes.length > CAPACITY) throw new Error(`${bytes.length} bytes do not fit into a pipe`);
  // Opened for both ends first, or either open would wait for the other.
  const both = openSync(fifo, "r+");
  const readable = openSync(fifo, "r");
  writeSync(both, bytes);
  closeSync(both);
  return readable;
}
