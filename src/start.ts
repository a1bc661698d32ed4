/** What both commands do first: `hook …` loads only the hook program, anything else loads the command line. */

import type { CalledAs } from "./app/app-context.ts";
import { contextOfProcess } from "./process-context.ts";

/** `dist` is the folder of the build, which contains the command itself. */
export async function start(calledAs: CalledAs, args: readonly string[], dist: string): Promise<void> {
  const call = hookCall(args);
  if (call !== undefined) {
    const { runHook } = await import("./hook.ts");
    return runHook(call, ["hook"]);
  }
  endWithReader();
  const { stdout, stderr } = process;
  const context = contextOfProcess();
  // Just accessing standard input costs Node a millisecond.
  const terminal = stdout.isTTY && process.stdin.isTTY ? { terminal: { input: process.stdin, output: stdout } } : {};
  const { runCli } = await import("./cli/run.ts");
  process.exitCode = await runCli({ calledAs, args, context, stdout, stderr, dist, ...terminal });
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
