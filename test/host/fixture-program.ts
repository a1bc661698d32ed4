/** A program that does one act of the platform layer and says how it went. What keeps it from ending by itself is a fault. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { operatingSystem } from "../../src/context.ts";
import { appendLine, writeAll } from "../../src/host/output.ts";
import { type HandlerJob, runHandler } from "../../src/host/run-handler.ts";
import { readStdin } from "../../src/host/stdin.ts";
import { pause } from "../../src/host/engine.ts";
import { within } from "../../src/host/wait.ts";

const [act, ...words] = process.argv.slice(2);

const ACTS: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  run: () => {
    const job = JSON.parse(readFileSync(String(words[0]), "utf8")) as HandlerJob & { repeatInput?: number; inDeletedFolder?: true };
    if (job.inDeletedFolder) leaveNoFolder();
    return runHandler({ ...job, input: job.input.repeat(job.repeatInput ?? 1), os: operatingSystem(process.platform) });
  },
  read: async () => {
    if (words[2] !== undefined) replaceStdin(words[2]);
    const reading = await readStdin({ idleMs: Number(words[0]), maxBytes: Number(words[1]) });
    const text = "text" in reading ? reading.text : "";
    return text.length < 10_000 ? reading : { ...reading, text: createHash("sha256").update(text).digest("hex") };
  },
  write: () => {
    const fd = words[1] === undefined ? 1 : openSync(words[1], constants.O_WRONLY | constants.O_NONBLOCK);
    return writeAll(fd, "é".repeat(Number(words[0])));
  },
  append: () => {
    const [file = "", count, name] = words;
    return Array.from({ length: Number(count) }, (_, n) => appendLine(file, `${name}:${n}:`.padEnd(4000, ".")));
  },
  stall: () => {
    const child = spawn("/bin/sh", ["-c", "sleep 0.1; printf said"], { stdio: ["ignore", "pipe", "inherit"] });
    const heard = within(300, new Promise<string>((resolve) => child.stdout.on("data", (bytes: Buffer) => resolve(bytes.toString()))));
    // Not by its timers: the pipe and the time are due at once.
    pause(1_500);
    return heard.then((text) => ({ text }));
  },
};

/** stderr, because what is written to stdout is a subject of the tests. */
async function main(): Promise<void> {
  const result = await ACTS[act ?? ""]?.();
  writeAll(2, JSON.stringify(result));
  // As the hook program does: a read of a stdin that no one closes is left behind.
  if (act === "read") process.exit();
}

/** Node makes the descriptors of a child blocking, so one that is not can only be opened here; the lowest free number is 0. */
function replaceStdin(pipe: string): void {
  closeSync(0);
  if (openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) !== 0) throw new Error("stdin was not replaced");
}

function leaveNoFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "gone-"));
  process.chdir(folder);
  rmdirSync(folder);
}

void main();
