/** What both commands do first: `hook …` loads only the hook program, a plugin's command only what starts it, anything else the command line. */

import { pluginCall } from "./cli/plugin-call.ts";
import type { CliRun } from "./cli/run.ts";
import type { CalledAs } from "./app/app-context.ts";
import { contextOfProcess } from "./process-context.ts";

/** `dist` is the folder of the build, which contains the command itself. */
export async function start(calledAs: CalledAs, args: readonly string[], dist: string): Promise<void> {
  const call = hookCall(args);
  if (call !== undefined) {
    const { runHook } = await import("./hook.ts");
    return runHook(call, ["hook"]);
  }
  const context = contextOfProcess();
  const called = pluginCall(args);
  if (called !== undefined) {
    const { callSubcommand } = await import("./cli/call-subcommand.ts");
    process.exitCode = await callSubcommand(called, { calledAs, context, dist, ...standardStreams() });
    return;
  }
  endWithReader();
  const { stdout, stderr } = process;
  // Just accessing standard input costs Node a millisecond.
  const terminal = stdout.isTTY && process.stdin.isTTY ? { terminal: { input: process.stdin, output: stdout } } : {};
  const { runCli } = await import("./cli/run.ts");
  process.exitCode = await runCli({ calledAs, args, context, stdout, stderr, dist, ...terminal });
}

/** Opened where something is printed: opening them costs time, and changes what the program of a plugin's command gets. */
function standardStreams(): Pick<CliRun, "stdout" | "stderr"> {
  return {
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
  };
}

/** What follows `hook`. Such a call bypasses the command line, whose errors would not be an answer; only a person asks for help. */
function hookCall(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (args[at] !== "hook" || args.slice(0, at + 2).some((arg) => arg === "--help" || arg === "-h")) return undefined;
  return args.slice(at + 1);
}

/** A reader of our output, such as `head`, may close it early; that is not an error. */
function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
