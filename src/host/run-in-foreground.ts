/**
 * Runs a program as if the user had started it: in our process group, with our stdin, stdout and stderr. Node cannot replace a process, so ours
 * waits, and must neither end before the program nor keep a signal from it.
 */

import { readFileSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { attempt } from "../errors.ts";
import { isTextWithoutInterpreter } from "./machine.ts";
import { type ProcessToStart, startFailure } from "./start-process.ts";

export type ForegroundJob = Omit<ProcessToStart, "input">;

type ForegroundEnd = { readonly exitCode: number } | { readonly notStarted: string; readonly code: string };

/** Keys of a terminal, and its end, send these to the whole group: the program has got them already. */
const FROM_TERMINAL = ["SIGINT", "SIGQUIT", "SIGHUP"] as const;
const ALWAYS_SENT_ON = ["SIGTERM", "SIGUSR1", "SIGUSR2"] as const;

/** A stop, a continuation and a new window size need nothing here: the system sends them to the whole group. */
export async function runInForeground(job: ForegroundJob): Promise<ForegroundEnd> {
  if (job.os !== "windows" && isTextWithoutInterpreter(job.file)) return notStarted(Object.assign(new Error(), { code: "ENOEXEC" }), job);
  const { spawn } = process.getBuiltinModule("node:child_process");
  // Before it starts: a signal in between would end us alone.
  const stopListening = onSignals(job.os, (signal) => void child.kill(signal));
  const child = spawn(job.file, job.args, { env: job.env, stdio: "inherit", windowsVerbatimArguments: job.verbatim ?? false });
  try {
    return await new Promise<ForegroundEnd>((resolve) => {
      child.on("error", (error) => resolve(notStarted(error, job)));
      child.on("exit", (code, signal) => resolve({ exitCode: exitCodeOf(code, signal) }));
    });
  } finally {
    stopListening();
  }
}

function onSignals(os: OperatingSystem, sendOn: (signal: NodeJS.Signals) => void): () => void {
  const sendOnUnlessTyped = (signal: NodeJS.Signals) => {
    if (!isInFrontOfTerminal(os)) sendOn(signal);
  };
  // Windows sends Ctrl-C to every program of a console, and has no other signals.
  const listeners = [
    ...FROM_TERMINAL.map((signal) => [signal, sendOnUnlessTyped] as const),
    ...(os === "windows" ? [] : ALWAYS_SENT_ON.map((signal) => [signal, sendOn] as const)),
  ];
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** Whether the keys of a terminal go to our group. */
function isInFrontOfTerminal(os: OperatingSystem): boolean {
  if (os === "windows") return true;
  const { isatty } = process.getBuiltinModule("node:tty");
  const text = os === "linux" ? attempt(() => readFileSync("/proc/self/stat", "utf8")) : undefined;
  if (text === undefined) return isatty(0) || isatty(1) || isatty(2);
  // The name of the program comes before, in brackets, and may contain anything.
  const [, , group, , terminal, front] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return terminal !== "0" && front === group;
}

/** 128 + n for death by signal n. */
export function exitCodeOf(code: number | null, signal: string | null): number {
  if (code !== null || signal === null) return code ?? 128;
  return 128 + process.getBuiltinModule("node:os").constants.signals[signal as NodeJS.Signals];
}

function notStarted(error: Error, job: ForegroundJob): ForegroundEnd {
  const code = "code" in error ? String(error.code) : "";
  return { notStarted: startFailure(error, job).message, code };
}
