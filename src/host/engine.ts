/**
 * What engines do differently: starting a process, hashing, waiting, and reading stdin. This is how Node does it; the build of the native program
 * puts `quickjs/engine.ts` in its place. Modules load where they are used: loading one costs a hook call more than most calls do.
 */

import type { Readable } from "node:stream";

import { attempt } from "../errors.ts";
import { isTextWithoutInterpreter } from "./machine.ts";
import type { DetachedProcess, ProcessExit, ProcessOutput, ProcessToStart, StartedProcess, StdinListener } from "./start-process.ts";

export async function startProcess(job: ProcessToStart, output: ProcessOutput): Promise<StartedProcess> {
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

/** In hex. */
export function sha256(bytes: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

/** In UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** Until the returned function is called. */
export function listenToStdin({ onBytes, onEnd, onError }: StdinListener): () => void {
  const stream = process.stdin;
  stream.on("data", onBytes).on("end", onEnd).on("error", onError);
  return () => {
    stream.off("data", onBytes);
    stream.destroy();
  };
}

/**
 * Whether a socket as stdin can be read without waiting from here on. Agents written for Node give their hooks one. `process.stdin` handles it too, but loads half of Node's network code;
 * it is used only where the binding is missing.
 */
export function unblockStdin(): boolean {
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

/** In its own session and without our pipes; false where it did not start. */
export function startAlone({ file, args, cwd, env, stdin = "ignore", verbatim = false }: DetachedProcess): boolean {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const options = { cwd, env, detached: true, windowsHide: true, windowsVerbatimArguments: verbatim };
  // The folder may be missing, or the machine out of resources.
  const child = attempt(() => spawn(file, args, { ...options, stdio: [stdin, "ignore", "ignore"] }));
  child?.on("error", () => {});
  child?.unref();
  return child?.pid !== undefined;
}

/** What a short program prints, where it succeeds; blocks until then. */
export function outputOf(file: string, args: readonly string[]): string | undefined {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout, status } = spawnSync(file, args, { encoding: "utf8", timeout: 20_000, maxBuffer: 64 * 1024 * 1024, windowsHide: true });
  return status === 0 ? stdout : undefined;
}

/** Waits and blocks the thread; for the few places that are short and synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export function isUtf8(bytes: Uint8Array): boolean {
  return process.getBuiltinModule("node:buffer").isUtf8(bytes);
}

/** The native program becomes this one for what only Node does, and says why where it cannot. */
export function continueInNode(_args: readonly string[], _caller: "agent" | "us"): string | undefined {
  return undefined;
}

/** How this program is called again: a native one is its own first argument, here the script follows. */
export function ownCommand(): readonly [file: string, ...args: string[]] {
  return [process.execPath, process.argv[1] ?? ""];
}

export function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** Where no variable names it. */
export function userHome(): string {
  return process.getBuiltinModule("node:os").homedir();
}

/**
 * What a JSON object has beside its large members, which need not be parsed then: the count of members, and in turn text without large values, the key
 * of a large one, and that value. `undefined` where none has `least` bytes, or one is nested deeper than `deepest`. Node parses them as quickly.
 */
export function outlineOf(_text: string, _least: number, _deepest: number): readonly [members: number, ...parts: string[]] | undefined {
  return undefined;
}
