/** Runs a server in our place. Its stdin and stdout are our pipes, so that even our death by SIGKILL closes its stdin. */

import type { Readable, Writable } from "node:stream";

import type { Environment, OperatingSystem } from "../context.ts";
import { messageOf } from "../errors.ts";
import { systemProgram } from "../host/command-line.ts";
import { endAfterUs, readyToEnd } from "../host/end-processes.ts";
import { exitCodeOf } from "../host/run-in-foreground.ts";
import { within } from "../host/wait.ts";
import { type ServerChild, type ServerProcess, startServer } from "../plugins/mcp-servers/server-process.ts";
import type { ServerLog } from "./server-log.ts";

/** A server ends when its stdin does; one that does not is ended, as the protocol demands of clients. */
const END_MS = 2_000;

/** Less than clients wait before they kill us: the server would stay alone. */
const TERM_MS = 1_000;

/** For the last output, which a process that left the group may keep from ending. */
const DRAIN_MS = 250;

const ENDING = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;
const OTHERS = ["SIGUSR1", "SIGUSR2", "SIGCONT"] as const;

type ServerEnd = { readonly exitCode: number } | { readonly notStarted: string };

export async function runServer(server: ServerProcess, os: OperatingSystem, log: ServerLog): Promise<ServerEnd> {
  let child: ServerChild | undefined;
  let received: NodeJS.Signals | undefined;
  const send = (signal: NodeJS.Signals) => (child === undefined ? false : sendTo(child, signal, os, server.env));
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number, next: () => void) => void timers.push(setTimeout(next, ms));
  const kill = () => void send("SIGKILL");
  const onSignal = (signal: NodeJS.Signals) => {
    received ??= signal;
    send(signal);
    endAfter(TERM_MS, kill);
  };
  // Before it starts: a signal in between would end us alone.
  listen(ENDING, onSignal);
  // With the server's variables: the agent's may lead into the project.
  readyToEnd({ os, env: server.env });
  try {
    child = await startServer(server, os);
  } catch (error) {
    return { notStarted: messageOf(error) };
  }
  const exited = new Promise<number>((resolve) => child!.on("exit", (code, signal) => resolve(exitCodeOf(code, signal))));
  const release = endAfterUs(child.pid ?? 0, { os, env: server.env });
  listen(OTHERS, send);
  if (received !== undefined) onSignal(received);

  const { stdin, stdout, stderr } = child;
  const close = () => {
    stdin.end();
    endAfter(END_MS, () => {
      send("SIGTERM");
      endAfter(TERM_MS, kill);
    });
  };
  void relay(process.stdin, stdin).ended.then(close);
  const output = relay(stdout, process.stdout, () => void stdout.destroy());
  // Without its stdout it is of no use, and the client must learn that.
  void output.ended.then(close);
  const errors = passOnErrors(stderr, log);

  const exitCode = await exited;
  for (const timer of timers) clearTimeout(timer);
  // What it started ends with it.
  if (os !== "windows" && send("SIGTERM")) endAfter(DRAIN_MS, kill);
  // A reader may be slow; one that sent a signal is not waited for.
  const isAwaited = () => received === undefined && output.isBusy();
  while ((await within(DRAIN_MS, output.ended)) === undefined && isAwaited());
  await within(DRAIN_MS, errors);
  if (os !== "windows") kill();
  release();
  return { exitCode };
}

function listen(signals: readonly NodeJS.Signals[], listener: (signal: NodeJS.Signals) => void): void {
  for (const signal of signals) {
    try {
      process.on(signal, listener);
    } catch {
      // Windows has few of them.
    }
  }
}

/**
 * Moves bytes at the reader's speed, one piece at a time, so that it is known what was written. Without a reader the rest is read and dropped, unless
 * `onGone` stops that. Ends when all was read, and written unless the reader is gone.
 */
function relay(from: Readable, to: Writable, onGone: () => void = () => {}) {
  // The reader has not taken what was last written.
  let isWaiting = false;
  let hasMoved = false;
  let isGone = false;
  let taken = () => {};
  const written = (error?: Error | null) => {
    isWaiting = false;
    if (error && !isGone) {
      isGone = true;
      onGone();
    }
    taken();
  };
  to.on("error", written);
  const ended = forEachPiece(from, (bytes) => {
    hasMoved = true;
    if (isGone) return undefined;
    isWaiting = true;
    return new Promise<void>((resolve) => {
      taken = resolve;
      to.write(bytes, written);
    });
  });
  /** The reader is waited for, or bytes came since this was last asked. */
  const isBusy = () => {
    const wasBusy = isWaiting || hasMoved;
    hasMoved = false;
    return wasBusy;
  };
  return { ended, isBusy };
}

/** Settles at the end of the stream, broken or not. */
async function forEachPiece(from: Readable, act: (bytes: Uint8Array) => Promise<unknown> | undefined): Promise<true> {
  try {
    for await (const bytes of from) await act(bytes as Uint8Array);
  } catch {
    // The other side broke it, or `onGone` did.
  }
  return true;
}

const PATIENCE_MS = 500;

/** To the server's log, and to our stderr while the agent reads that: some never do, and the server must not wait for it. Settles at the end. */
function passOnErrors(from: Readable, log: ServerLog): Promise<true> {
  const to = process.stderr;
  let isWaiting = false;
  let isDeaf = false;
  to.on("error", () => (isDeaf = true));
  return forEachPiece(from, (bytes) => {
    log.append(bytes);
    if (isDeaf || isWaiting) return undefined;
    isWaiting = true;
    const written = new Promise<void>((resolve) => to.write(bytes, () => resolve()));
    return within(
      PATIENCE_MS,
      written.then(() => (isWaiting = false)),
    );
  });
}

type Killable = Pick<ServerChild, "pid"> & { kill(signal: NodeJS.Signals): boolean };

/**
 * Signals a server and all that it started. False where nothing of it is left. Windows has no groups, and ends a process with its children only
 * through a command.
 */
export function sendTo(child: Killable, signal: NodeJS.Signals, os: OperatingSystem, env: Environment, run = runQuietly): boolean {
  if (child.pid === undefined) return false;
  if (os === "windows") {
    run(systemProgram("taskkill.exe", env), ["/pid", String(child.pid), "/t", "/f"]);
    return child.kill(signal);
  }
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function runQuietly(file: string, args: readonly string[]): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => {});
}
