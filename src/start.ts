/** What both commands do first: `hook …` loads the hook program and nothing else, anything else loads the command line. */

import type { CalledAs } from "./app/app-context.ts";
import { keepCompiledCode } from "./cli/compile-cache.ts";
import { contextOfProcess } from "./process-context.ts";

/** `dist` is the folder of the build, in which the command itself lies. */
export async function start(calledAs: CalledAs, args: readonly string[], dist: string): Promise<void> {
  const call = hookCall(args);
  if (call !== undefined) {
    const { runHook } = await import("./hook.ts");
    return runHook(call, ["hook"]);
  }
  endWithReader();
  const { stdout, stderr } = process;
  const context = contextOfProcess();
  // To look at standard input at all takes Node a millisecond.
  const terminal = stdout.isTTY && process.stdin.isTTY ? { terminal: { input: process.stdin, output: stdout } } : {};
  keepCompiledCode(context, args);
  const { runCli } = await import("./cli/run.ts");
  process.exitCode = await runCli({ calledAs, args, context, stdout, stderr, dist, ...terminal });
}

/** What follows `hook`. Such a call goes past the command line, whose complaints would not be an answer; only a person asks for help. */
function hookCall(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (args[at] !== "hook" || args.slice(0, at + 2).some((arg) => arg === "--help" || arg === "-h")) return undefined;
  return args.slice(at + 1);
}

/** Whoever reads our output, such as `head`, may have seen enough; that is no error. */
function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
