/** How Node starts a process, hashes, and reads stdin. Modules load where they are used: loading one costs a hook call more than most calls do. */

import type { Readable } from "node:stream";

import { attempt } from "../errors.ts";
import { firstBytes } from "./read-file.ts";
import type { ProcessExit, ProcessOutput, ProcessToStart, StartedProcess, StdinListener } from "./start-process.ts";

export async function startWithNode(job: ProcessToStart, output: ProcessOutput): Promise<StartedProcess> {
  if (job.os !== "windows" && isTextWithoutInterpreter(job.file)) throw Object.assign(new Error("not a program"), { code: "ENOEXEC" });
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(job.file, job.args, {
    cwd: job.cwd,
    env: job.env,
    stdio: "pipe",
    detached: job.os !== "windows",
    windowsHide: true,
    windowsVerbatimArguments: job.verbatim ?? false,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) return new Promise((_, reject) => child.on("error", reject));
  child.on("error", () => {});
  const exited = new Promise<ProcessExit>((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  const drained = Promise.all([drain(stdout, output.stdout), drain(stderr, output.stderr)]);
  // A handler may exit without reading.
  stdin.on("error", () => {});
  stdin.end(job.input);
  return {
    pid,
    exited,
    drained,
    release: () => {
      for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
      child.unref();
    },
  };
}

/** Reads to the end; a pipe that fails counts as ended. */
function drain(pipe: Readable, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  pipe.on("data", onBytes);
  pipe.on("error", () => {});
  return new Promise((resolve) => pipe.on("close", resolve));
}

/** Node passes such a file to `sh`, Bun does not start it; a handler must not depend on which of them runs us. */
export function isTextWithoutInterpreter(file: string): boolean {
  const head = attempt(() => firstBytes(file, 64));
  return head !== undefined && !head.bytes.subarray(0, head.length).includes(0) && head.bytes.toString("latin1", 0, 2) !== "#!";
}

/** In hex. */
export function sha256OfNode(bytes: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

export function listenToStream({ onBytes, onEnd, onError }: StdinListener): () => void {
  const stream = process.stdin;
  stream.on("data", onBytes).on("end", onEnd).on("error", onError);
  return () => {
    stream.off("data", onBytes);
    stream.destroy();
  };
}

/**
 * Agents written for Node give their hooks a socket. `process.stdin` handles it too, but loads half of Node's network code;
 * it is used only where the binding is missing.
 */
export function stopsBlocking(): boolean {
  return (
    attempt(() => {
      const { Pipe, constants: kinds } = (process as NodeJS.Process & OldProcess).binding("pipe_wrap");
      return new Pipe(kinds.SOCKET).open(0) === 0;
    }) === true
  );
}

interface OldProcess {
  readonly binding: (name: "pipe_wrap") => {
    readonly Pipe: new (kind: number) => { readonly open: (fd: number) => number };
    readonly constants: { readonly SOCKET: number };
  };
}
