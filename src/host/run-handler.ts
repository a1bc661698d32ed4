/**
 * Runs one handler to its end, whatever it does: it takes at most its deadline, then its process group is ended,
 * its output is bounded, and processes it leaves running cannot delay our program.
 */

import { joinedBytes } from "./bytes.ts";
import { systemProgram } from "./command-line.ts";
import { endGroup, endWithUs } from "./end-processes.ts";
import { startProcess } from "./engine.ts";
import {
  markedEnvironment,
  type ProcessExit,
  type ProcessOutput,
  type ProcessToStart,
  type StartedProcess,
  startFailure,
} from "./start-process.ts";
import { within } from "./wait.ts";

export interface HandlerJob extends ProcessToStart {
  readonly timeoutMs: number;
  /** How long to wait for the rest of its output once it has ended; children may hold the pipes. */
  readonly drainMs?: number;
  /** When it settles, the handler is ended before its deadline. */
  readonly stop?: Promise<void>;
  readonly onStarted?: (pid: number) => void;
  /** Also gets all of its output, as it is written. */
  readonly watch?: ProcessOutput;
}

type HandlerOutput = { readonly stdout: string; readonly stderr: string; readonly ms: number };

export type HandlerEnd =
  /** `truncated`: it wrote more to stdout than is kept. */
  | ({ readonly kind: "exited"; readonly code: number; readonly truncated?: true } & HandlerOutput)
  | ({ readonly kind: "signalled"; readonly signal: string } & HandlerOutput)
  | ({ readonly kind: "timed-out" } & HandlerOutput)
  /** It could not be started: missing, not executable, not permitted. */
  | { readonly kind: "missing"; readonly message: string; readonly ms: number }
  /** Its working folder is missing; the caller may try another. */
  | { readonly kind: "no-such-folder"; readonly message: string; readonly ms: number };

export const STDOUT_LIMIT = 1024 * 1024;
export const STDERR_LIMIT = 64 * 1024;
const DRAIN_MS = 50;
const GRACE_MS = 250;

/** Calls the given function when a signal must end the handler, until the returned function is called. */
export type OnSignal = (endHandler: () => Promise<unknown>) => () => void;

/** Never rejects. The grace between TERM and KILL is the last tenth of the deadline, 250 ms at most. */
export async function runHandler(job: HandlerJob, onSignal: OnSignal = endWithUs): Promise<HandlerEnd> {
  // Not `performance`: Node would load a module for it.
  const began = process.uptime();
  const ms = () => Math.round((process.uptime() - began) * 10_000) / 10;
  const stdout = keepUpTo(STDOUT_LIMIT);
  const stderr = keepUpTo(STDERR_LIMIT);
  const output = () => ({ stdout: stdout.text(), stderr: stderr.text(), ms: ms() });

  let child: StartedProcess | undefined;
  const grace = Math.min(GRACE_MS, job.timeoutMs / 10);
  let mustEnd = false;
  const endHandler = async () => {
    mustEnd = true;
    if (child !== undefined) await endGroup(child, grace, job.os, (pid) => killTree(pid, job));
  };
  const stopListening = onSignal(endHandler);
  try {
    const kept: ProcessOutput = { stdout: stdout.add, stderr: stderr.add };
    child = await startProcess({ ...job, env: markedEnvironment(job.env) }, job.watch === undefined ? kept : both(kept, job.watch));
    job.onStarted?.(child.pid);
    // A signal during its start found no handler to end.
    if (mustEnd) await endHandler();
    const exit = await exitWithin(job.timeoutMs - grace, child, job.stop);
    if (exit === undefined) {
      await endHandler();
      return { kind: "timed-out", ...output() };
    }
    await within(job.drainMs ?? DRAIN_MS, child.drained);
    if (exit.signal !== null) return { kind: "signalled", signal: exit.signal, ...output() };
    return { kind: "exited", code: exit.code ?? 1, ...output(), truncated: stdout.isCut() ? (true as const) : undefined };
  } catch (error) {
    return { ...startFailure(error, job), ms: ms() };
  } finally {
    stopListening();
    child?.release();
  }
}

function both(one: ProcessOutput, other: ProcessOutput): ProcessOutput {
  return { stdout: (bytes) => (one.stdout(bytes), other.stdout(bytes)), stderr: (bytes) => (one.stderr(bytes), other.stderr(bytes)) };
}

/** When our own program was delayed, timer and exit are due together; the second check lets the exit count. */
async function exitWithin(ms: number, child: StartedProcess, stop: Promise<void> | undefined): Promise<ProcessExit | undefined> {
  const ended = stop === undefined ? child.exited : Promise.race([child.exited, stop.then(() => undefined)]);
  return (await within(ms, ended)) ?? (await within(0, child.exited));
}

/** Windows ends a process together with its children only through this command. */
async function killTree(pid: number, { cwd, env, os }: HandlerJob): Promise<void> {
  const args = ["/pid", String(pid), "/t", "/f"];
  const job = { file: systemProgram("taskkill.exe", env), args, cwd, env: markedEnvironment(env), input: "", os };
  const forget = () => {};
  const killer = await startProcess(job, { stdout: forget, stderr: forget }).catch(forget);
  if (killer) await within(GRACE_MS, killer.exited);
}

export function keepUpTo(limit: number) {
  const kept: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  return {
    add: (bytes: Uint8Array): void => {
      const room = limit - size;
      if (bytes.length > room) cut = true;
      if (room === 0) return;
      const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
      kept.push(part);
      size += part.length;
    },
    isCut: (): boolean => cut,
    // A character that the limit cuts in two is dropped; invalid UTF-8 is replaced.
    text: (): string => (size === 0 ? "" : new TextDecoder().decode(joinedBytes(kept), { stream: cut })),
  };
}
