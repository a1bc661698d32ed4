/** Starts `symposium` and `cargo agents`: `hook …` loads only the hook program, a plugin's command only its starter, all else the command line. */

import { fstatSync, writeSync } from "node:fs";

import { contextOfProcess } from "../host/own-process.ts";
import type { CalledAs } from "../setup/app-context.ts";
import { pluginCall } from "./plugin-call.ts";
import type { Stream } from "./terminal/screen.ts";

/** `dist` is the folder of the build, which contains the command itself. */
export async function start(calledAs: CalledAs, args: readonly string[], dist: string): Promise<void> {
  const call = hookCall(args);
  if (call !== undefined) {
    const { runHook } = await import("../hook.ts");
    return runHook(call, ["hook"]);
  }
  const context = contextOfProcess();
  const stdout = standardStream(1, () =>
    // A reader of our output, such as `head`, may close it early; that is not an error.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    }),
  );
  const stderr = standardStream(2, () => process.stderr);
  const called = pluginCall(args);
  if (called !== undefined) {
    const { callSubcommand } = await import("./call-subcommand.ts");
    process.exitCode = await callSubcommand(called, { calledAs, context, dist, stdout, stderr });
    return;
  }
  // Just accessing standard input costs Node a millisecond.
  const terminal = stdout.isTTY === true && process.stdin.isTTY ? { terminal: { input: process.stdin, output: process.stdout } } : {};
  const { runCli } = await import("./run.ts");
  const stdin = async () => (await import("../host/stdin.ts")).readPiped();
  process.exitCode = await runCli({ calledAs, args, context, stdout, stderr, stdin, dist, ...terminal });
}

/** What follows `hook`. Such a call bypasses the command line, whose errors would not be an answer; only a person asks for help. */
function hookCall(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (args[at] !== "hook" || args.slice(0, at + 2).some((arg) => arg === "--help" || arg === "-h")) return undefined;
  return args.slice(at + 1);
}

/** `open` gives the stream of Node, which then waits for a slow reader and reports one that has gone. */
function standardStream(fd: 1 | 2, open: () => NodeJS.WriteStream): Stream {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => (opened ??= open());
  let direct: boolean | undefined;
  const isDirect = () => opened === undefined && (direct ??= takesDirectWrites(fd));
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      const rest = isDirect() ? bytes.subarray(writtenTo(fd, bytes)) : bytes;
      if (rest.length > 0) stream().write(rest);
    },
    get isTTY() {
      return isDirect() ? false : stream().isTTY;
    },
    get columns() {
      return isDirect() ? undefined : stream().columns;
    },
  };
}

/** Anything but a device, which may be a terminal. Windows has pipes that Node writes to in its own way. */
function takesDirectWrites(fd: number): boolean {
  try {
    return process.platform !== "win32" && !fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function writtenTo(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
}
