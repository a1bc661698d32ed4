import type { Readable } from "node:stream";
import { firstBytes } from "./first-bytes.ts";
import type { ProcessExit, ProcessOutput, ProcessToStart, StartedProcess } from "./started-process.ts";

/** Starts a process with `node:child_process`, imported only here because loading it slows the native program. */
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
  try {
    const { bytes, length } = firstBytes(file, 64);
    return !bytes.subarray(0, length).includes(0) && bytes.toString("latin1", 0, 2) !== "#!";
  } catch {
    return false;
  }
}
