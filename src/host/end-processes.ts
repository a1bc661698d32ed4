/** Ends processes that we started: a group with all its children, handlers when a signal ends us, and servers even when we are killed. */

import type { Writable } from "node:stream";

import type { Context, OperatingSystem } from "../context.ts";
import { succeeds } from "../errors.ts";
import { findShell } from "./command-line.ts";
import { markedEnvironment, type StartedProcess } from "./start-process.ts";
import { within } from "./wait.ts";

/** How often an ending group is checked. */
const LOOK_MS = 10;

/** A process that is stuck in the kernel does not get longer than this after KILL. */
const REAP_MS = 100;

/**
 * Ends a process with all its children: TERM to the group, KILL to those left after the grace period. What counts
 * is whether it has ended, not that a signal was sent. Windows has no groups and no TERM: `killTree` does all, and where it fails the process
 * itself is ended.
 */
export async function endGroup(child: StartedProcess, graceMs: number, os: OperatingSystem, killTree: (pid: number) => Promise<void>) {
  if (os === "windows") {
    await killTree(child.pid);
    if ((await within(REAP_MS, child.exited)) === undefined) signal(child.pid, "SIGKILL");
  } else {
    const until = performance.now() + graceMs;
    signal(-child.pid, "SIGTERM");
    await within(graceMs, child.exited);
    while (signal(-child.pid, 0) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    signal(-child.pid, "SIGKILL");
  }
  await within(REAP_MS, child.exited);
}

/** To a process, or by the negative number of its leader to a group. False when no process is left. */
function signal(whom: number, which: NodeJS.Signals | 0): boolean {
  return succeeds(() => process.kill(whom, which));
}

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** What a signal calls before it ends this process. */
const running = new Set<() => Promise<unknown>>();
let isListening = false;

/**
 * A handler in its own session does not get the signals that end our program, and would run on without a
 * deadline. Until the returned function is called, such a signal ends the handler first, and then us. We keep
 * listening between handlers, because changing a signal listener costs a call more than the handler's own bookkeeping.
 */
export function endWithUs(endHandler: () => Promise<unknown>): () => void {
  running.add(endHandler);
  if (!isListening) for (const signal of SIGNALS) process.on(signal, onSignal);
  isListening = true;
  return () => void running.delete(endHandler);
}

async function onSignal(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map((endHandler) => endHandler()));
  for (const each of SIGNALS) process.off(each, onSignal);
  isListening = false;
  process.kill(process.pid, signal);
}

/** Reads groups from our pipe, and ends them when the pipe closes, even after a SIGKILL: each line names all groups, and the last one counts. */
const SCRIPT =
  'p=; while read -r l; do p=$l; done; [ -n "$p" ] || exit 0; for g in $p; do kill -TERM -"$g"; done; sleep 1; for g in $p; do kill -KILL -"$g"; done';

const groups = new Set<number>();
let pipe: Writable | undefined;

/** To be called before a group starts: one that starts while the shell does would outlive us, if we were killed meanwhile. */
export function readyToEnd({ os, env }: Pick<Context, "os" | "env">): void {
  if (os !== "windows") pipe ??= startGuard({ os, env });
}

/** Ends the group when this process has ended, until the returned function is called. */
export function endAfterUs(group: number, context: Pick<Context, "os" | "env">): () => void {
  if (context.os === "windows") return () => {};
  groups.add(group);
  readyToEnd(context);
  tellGuard();
  return () => {
    if (groups.delete(group)) tellGuard();
  };
}

function tellGuard(): void {
  pipe?.write(`${[...groups].join(" ")}\n`);
}

/** In its own session, so that what ends our group does not end it. It ends with the pipe. */
function startGuard({ os, env }: Pick<Context, "os" | "env">): Writable | undefined {
  const shell = findShell(os, env);
  if (shell === undefined) return undefined;
  const { spawn } = process.getBuiltinModule("node:child_process");
  // A project may have set the PATH that we were started with.
  const options = { env: markedEnvironment({ PATH: "/usr/bin:/bin" }), cwd: "/", detached: true } as const;
  const child = spawn(shell, ["-c", SCRIPT], { ...options, stdio: ["pipe", "ignore", "ignore"] });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.unref();
  // A pipe that we only write to must not keep us alive; Node's type does not say that it is a socket.
  (child.stdin as typeof child.stdin & { unref?: () => void }).unref?.();
  return child.stdin;
}
