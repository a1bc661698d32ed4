/** The protocol over the stdin and stdout of a server that we start: in its own group, with bounds on what it may send. */

import type { ChildProcessWithoutNullStreams } from "node:child_process";

import { deserializeMessage, serializeMessage, type Transport } from "@modelcontextprotocol/client";

import type { Context } from "../../context.ts";
import { endAfterUs, readyToEnd } from "../../platform/end-after-us.ts";
import { endGroup } from "../../platform/end-group.ts";
import { keepUpTo } from "../../platform/limited-output.ts";
import { isTextWithoutInterpreter } from "../../platform/spawn-node.ts";
import { startFailure } from "../../platform/start-failure.ts";
import { systemProgram } from "../../platform/windows-command.ts";
import { within } from "../../platform/within.ts";
import { messageLines } from "./message-lines.ts";
import type { ServerProcess } from "./server-process.ts";

export interface ProcessTransport extends Transport {
  /** Why it ended, once it has; completes "the server …". */
  readonly whyEnded: () => string | undefined;
}

/** A server that gets this much and reads none of it does not read at all. */
const MOST_UNREAD = 64 * 1024 * 1024;
const STDERR_LIMIT = 16 * 1024;
/** What a server has to end by itself after its stdin has ended, and after TERM. Less than clients give us. */
const LEAVE_MS = 300;
const GRACE_MS = 700;
/** For its last output, which a process that it left behind may keep from ending. */
const DRAIN_MS = 250;

export function processTransport(server: ServerProcess, context: Pick<Context, "os" | "env">): ProcessTransport {
  const { os } = context;
  const stderr = keepUpTo(STDERR_LIMIT);
  let child: ChildProcessWithoutNullStreams | undefined;
  let reason: string | undefined;
  let exited: Promise<true> = Promise.resolve(true);
  let ending: Promise<void> | undefined;
  let forget = () => {};

  const stop = (why: string) => {
    reason ??= why;
    void transport.close();
  };
  const transport: ProcessTransport = {
    whyEnded: () => reason,
    start: async () => {
      readyToEnd(context);
      child = await spawned(server, os);
      const { stdin, stdout } = child;
      if (child.pid !== undefined) forget = endAfterUs(child.pid, context);
      exited = new Promise((resolve) => child!.on("exit", () => resolve(true)));
      const errors = new Promise<true>((resolve) => child!.stderr.on("close", () => resolve(true)));
      child.on("exit", (code, signal) => {
        // Its last words may still be on the way.
        void within(DRAIN_MS, errors).then(() => stop(exitText(code, signal, stderr.text())));
      });
      stdin.on("error", () => {});
      stdout.on("error", () => {});
      child.stderr.on("data", stderr.add).on("error", () => {});
      stdout.on(
        "data",
        messageLines((line) => transport.onmessage?.(deserializeMessage(line)), stop),
      );
    },
    send: (message) => {
      if (child === undefined || ending !== undefined) return Promise.reject(new Error(reason ?? "has ended"));
      if (child.stdin.writableLength > MOST_UNREAD) {
        stop("does not read its stdin");
        return Promise.reject(new Error(reason));
      }
      child.stdin.write(serializeMessage(message));
      return Promise.resolve();
    },
    close: () => (ending ??= end()),
  };
  return transport;

  async function end(): Promise<void> {
    reason ??= "was ended";
    if (child?.pid !== undefined) {
      child.stdin.end();
      await within(LEAVE_MS, exited);
      await endGroup(asStarted(child.pid), GRACE_MS, os, killTree);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      child.unref();
    }
    forget();
    transport.onclose?.();
  }

  function asStarted(pid: number) {
    return { pid, exited: exited.then(() => ({ code: null, signal: null })), drained: Promise.resolve(), release: () => {} };
  }

  async function killTree(pid: number): Promise<void> {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const killer = spawn(systemProgram("taskkill.exe", server.env), ["/pid", String(pid), "/t", "/f"], {
      stdio: "ignore",
      windowsHide: true,
    });
    await within(GRACE_MS, new Promise<true>((resolve) => killer.on("exit", () => resolve(true)).on("error", () => resolve(true))));
  }
}

function spawned({ file, args, cwd, env, verbatim = false }: ServerProcess, os: Context["os"]): Promise<ChildProcessWithoutNullStreams> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new Error(startFailure(error, { file, cwd }).message));
    if (os !== "windows" && isTextWithoutInterpreter(file)) return fail(Object.assign(new Error("not a program"), { code: "ENOEXEC" }));
    const options = { cwd, env, windowsHide: true, windowsVerbatimArguments: verbatim, detached: os !== "windows" };
    const child = spawn(file, args, { ...options, stdio: "pipe" });
    child.on("error", fail);
    child.on("spawn", () => resolve(child));
  });
}

function exitText(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const last = stderr.trimEnd().split("\n").slice(-3).join("\n").slice(-500);
  return last === "" ? how : `${how}: ${last}`;
}
