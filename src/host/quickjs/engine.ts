/** How the native program starts a process, hashes, waits, and reads stdin: as `../engine.ts` does in Node. */

import system from "symposium:system";

import type { Environment } from "../../context.ts";
import { attempt, messageOf } from "../../errors.ts";
import { joinedBytes } from "../bytes.ts";
import type { DetachedProcess, ProcessExit, ProcessOutput, ProcessToStart, StartedProcess, StdinListener } from "../start-process.ts";
import { deferred } from "../wait.ts";
import { forget, hearOfChildren, nameOf, startTimer, stopTimer, stopWaitingFor, whenEnded, whenReady } from "./loop.ts";

/** Until then a running handler's output is not read: its pipes hold a good deal, and most handlers end sooner. */
const READ_AFTER_MS = 5;

export async function startProcess(job: ProcessToStart, output: ProcessOutput): Promise<StartedProcess> {
  const input = system.encode(job.input);
  const opened: number[] = [];
  const pipe = () => {
    const ends = system.pipe();
    opened.push(...ends);
    return ends;
  };
  let pid: number;
  // A file in memory, where the system has them: a handler that never reads leaves nothing unwritten.
  let stdin = system.memoryFile(input);
  let feed: number | undefined;
  let stdout: number[] = [];
  let stderr: number[] = [];
  try {
    if (stdin >= 0) opened.push(stdin);
    else [stdin, feed] = pipe();
    stdout = pipe();
    stderr = pipe();
    hearOfChildren();
    pid = system.spawn(job.file, [job.file, ...job.args], linesOf(job.env), job.cwd, [stdin, stdout[1]!, stderr[1]!]);
  } catch (error) {
    for (const fd of opened) system.close(fd);
    throw error;
  }
  for (const fd of [stdin, stdout[1]!, stderr[1]!]) system.close(fd);
  return attend(
    pid,
    [reader(stdout[0]!, output.stdout), reader(stderr[0]!, output.stderr)],
    feed === undefined ? undefined : writer(feed, input),
  );
}

function linesOf(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

function attend(pid: number, readers: readonly Reader[], input: Pick<Reader, "close"> | undefined): StartedProcess {
  const exited = deferred<ProcessExit>();
  const read = () => {
    for (const { start } of readers) start();
  };
  const waiting = startTimer(read, READ_AFTER_MS);
  whenEnded(pid, (status) => {
    stopTimer(waiting);
    read();
    exited.resolve(status < 0 ? { code: null, signal: nameOf(-status) } : { code: status, signal: null });
  });
  return {
    pid,
    exited: exited.promise,
    drained: readers[0]!.ended.then(() => readers[1]!.ended),
    release: () => {
      stopTimer(waiting);
      stopWaitingFor(pid);
      for (const end of [...readers, input]) end?.close();
    },
  };
}

interface Reader {
  readonly start: () => void;
  readonly close: () => void;
  readonly ended: Promise<void>;
}

const CHUNK_BYTES = 65_536;
/** One for all: what is read is copied. */
let chunk: Uint8Array | undefined;

/** Reads to the end; a pipe that fails counts as ended. */
function reader(fd: number, onBytes: (bytes: Uint8Array) => void): Reader {
  system.stopBlocking(fd);
  const ended = deferred<void>();
  const close = closer(fd, ended.resolve);
  let isStarted = false;
  const read = () => {
    chunk ??= new Uint8Array(CHUNK_BYTES);
    try {
      const count = system.read(fd, chunk, 0, CHUNK_BYTES, -1);
      if (count === 0) return close();
      onBytes(chunk.slice(0, count));
    } catch (error) {
      if (!isBusy(error)) return close();
    }
    whenReady(fd, system.POLLIN, read);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    read();
  };
  return { start, close, ended: ended.promise };
}

/** A handler may end without reading. */
function writer(fd: number, bytes: Uint8Array): Pick<Reader, "close"> {
  system.stopBlocking(fd);
  const close = closer(fd, () => {});
  let written = 0;
  const write = () => {
    try {
      while (written < bytes.length) written += system.write(fd, bytes, written, bytes.length - written);
    } catch (error) {
      if (isBusy(error)) return whenReady(fd, system.POLLOUT, write);
    }
    close();
  };
  write();
  return { close };
}

function closer(fd: number, onClosed: () => void): () => void {
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    forget(fd);
    system.close(fd);
    onClosed();
  };
}

function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EAGAIN" || code === "EINTR";
}

export function startAlone({ file, args, cwd, env, stdin = "ignore" }: DetachedProcess): boolean {
  return (
    attempt(() => {
      const nowhere = system.open("/dev/null", system.constants.O_RDWR, 0);
      try {
        system.spawn(file, [file, ...args], linesOf(env), cwd, [stdin === "ignore" ? nowhere : stdin, nowhere, nowhere]);
        return true;
      } finally {
        system.close(nowhere);
      }
    }) === true
  );
}

const LONGEST_OUTPUT_MS = 20_000;

export function outputOf(file: string, args: readonly string[]): string | undefined {
  const nowhere = system.open("/dev/null", system.constants.O_RDWR, 0);
  const [from, to] = system.pipe();
  const until = system.uptime() + LONGEST_OUTPUT_MS;
  const parts: Uint8Array[] = [];
  let pid: number | undefined;
  try {
    // Where our caller ignores how children end, so do we otherwise, and the system forgets it.
    hearOfChildren();
    pid = attempt(() => system.spawn(file, [file, ...args], linesOf(system.env()), "/", [nowhere, to, nowhere]));
    system.close(to);
    if (pid === undefined) return undefined;
    const bytes = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const asked = [from, system.POLLIN];
      const left = until - system.uptime();
      if (left <= 0) return undefined;
      if (system.poll(asked, Math.ceil(left)) <= 0) continue;
      const count = system.read(from, bytes, 0, CHUNK_BYTES, -1);
      if (count === 0) break;
      parts.push(bytes.slice(0, count));
    }
    let status: number | undefined;
    while ((status = system.wait(pid)) === undefined && system.uptime() < until) system.sleep(1);
    return status === 0 ? system.decode(joinedBytes(parts), false, false) : undefined;
  } finally {
    system.close(from);
    system.close(nowhere);
  }
}

/** In hex. */
export const sha256: (bytes: string | Uint8Array) => string = system.sha256;

export const byteLength: (text: string) => number = system.byteLength;

export const outlineOf: (text: string, least: number, deepest: number) => readonly [members: number, ...parts: string[]] | undefined =
  system.outline;

export const isUtf8: (bytes: Uint8Array) => boolean = system.isUtf8;

/** Blocks. */
export const pause: (milliseconds: number) => void = system.sleep;

/** The delay before a non-blocking stdin is read again: other processes may share it. */
export function listenToStdin({ onBytes, onEnd, onError }: StdinListener): () => void {
  const bytes = new Uint8Array(CHUNK_BYTES);
  const read = () => {
    let count: number;
    try {
      count = system.read(0, bytes, 0, CHUNK_BYTES, -1);
    } catch (error) {
      return isBusy(error) ? wait() : onError(error);
    }
    if (count === 0) return onEnd();
    onBytes(bytes.slice(0, count));
    wait();
  };
  const wait = () => whenReady(0, system.POLLIN, read);
  wait();
  return () => forget(0);
}

/**
 * This process becomes the Node form, whose launcher lies beside it and names the Node that is known to run it. An agent's environment goes through the
 * launcher, which takes out what would change Node. Gives the reason where that fails.
 */
export function continueInNode(args: readonly string[], caller: "agent" | "us"): string {
  const folder = system.execPath().replace(/\/[^/]*$/, "");
  const launcher = `${folder}/symposium-hook-node`;
  const text = attempt(() => system.readFile(launcher, true)) ?? "";
  const [, scripts] = /^symposium_scripts=(.*)$/m.exec(text) ?? [];
  const [, quoted] = /^symposium_node='(.*)'$/m.exec(text) ?? [];
  if (scripts === undefined || quoted === undefined) return "the part of Symposium that runs in Node is missing";
  const node = quoted.replaceAll("'\\''", "'");
  try {
    system.access(node, system.constants.X_OK);
    const [file, start] = caller === "agent" ? ["/bin/sh", launcher] : [node, `${folder}/${scripts}/hook.cjs`];
    return system.exec(file!, [file!, start!, ...args], linesOf(system.env()));
  } catch (error) {
    return `Node cannot be started: ${messageOf(error)}`;
  }
}

/** Reading waits for what `poll` announces, so there is no need. */
export const unblockStdin = (): boolean => false;

export const ownCommand = (): readonly [file: string, ...args: string[]] => [system.execPath()];

export const isTerminal: (fd: number) => boolean = system.isTerminal;

/** Without the variable: as the system's list of users has it. */
export function userHome(): string {
  const line = system
    .readFile("/etc/passwd", true)
    .split("\n")
    .find((each) => each.split(":")[2] === String(system.uid()));
  const home = line?.split(":")[5];
  if (home === undefined || home === "") throw new Error("the system does not say where the home folder is");
  return home;
}
