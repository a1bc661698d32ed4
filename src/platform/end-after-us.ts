/**
 * Ends process groups when we are gone, even by SIGKILL: a shell reads the groups from our pipe, and acts when it ends. Most
 * servers end when their stdin does; this is for the others. Windows has no groups, and does without it.
 */

import type { Writable } from "node:stream";

import type { Context } from "../context.ts";
import { findShell } from "./interpreter.ts";
import { markedEnvironment } from "./started-mark.ts";

/** Each line names all groups; the last one counts. */
const SCRIPT =
  'p=; while read -r l; do p=$l; done; [ -n "$p" ] || exit 0; for g in $p; do kill -TERM -"$g"; done; sleep 1; for g in $p; do kill -KILL -"$g"; done';

const groups = new Set<number>();
let pipe: Writable | undefined;

/** To be called before a group starts: one that starts while the shell does would outlive us, if we were killed meanwhile. */
export function readyToEnd({ os, env }: Pick<Context, "os" | "env">): void {
  if (os !== "windows") pipe ??= startGuard({ os, env });
}

/** Until the returned function is called. */
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
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  return child.stdin;
}
