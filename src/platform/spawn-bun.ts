import type { BunRuntime } from "./bun-runtime.ts";
import type { ProcessOutput, ProcessToStart, StartedProcess } from "./started-process.ts";

/**
 * Starts a process with Bun's own spawn, the fast way in the native programme. On Linux stdin is a file in memory, so a
 * handler that never reads leaves nothing unwritten; elsewhere Bun writes behind our back and forgets the rest.
 */
export async function startWithBun(bun: BunRuntime, job: ProcessToStart, output: ProcessOutput): Promise<StartedProcess> {
  const child = bun.spawn([job.file, ...job.args], {
    cwd: job.cwd,
    env: job.env,
    stdin: new TextEncoder().encode(job.input),
    stdout: "pipe",
    stderr: "pipe",
    detached: job.os !== "windows",
    windowsHide: true,
    windowsVerbatimArguments: job.verbatim ?? false,
  });
  const stdout = child.stdout.getReader();
  const stderr = child.stderr.getReader();
  return {
    pid: child.pid,
    exited: child.exited.then(() => ({ code: child.exitCode, signal: child.signalCode })),
    drained: Promise.all([drain(stdout, output.stdout), drain(stderr, output.stderr)]),
    release: () => {
      for (const reader of [stdout, stderr]) reader.cancel().catch(() => {});
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
