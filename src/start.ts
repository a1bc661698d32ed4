/** What both commands do first: `hook …` loads the hook programme and nothing else, anything else loads the command line. */

import { homedir } from "node:os";

import type { CalledAs } from "./cli/cli-context.ts";
import { operatingSystem, type Context } from "./context.ts";

export async function start(calledAs: CalledAs, args: readonly string[]): Promise<void> {
  const call = hookCall(args);
  if (call !== undefined) {
    const { runHook } = await import("./hook.ts");
    return runHook(call);
  }
  const { runCli } = await import("./cli/run.ts");
  process.exitCode = await runCli({ calledAs, args, context: contextOfProcess(), stdout: process.stdout, stderr: process.stderr });
}

/** What follows `hook`. Such a call goes past the command line, whose complaints would not be an answer; only a person asks for help. */
function hookCall(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (args[at] !== "hook" || args.slice(0, at + 2).some((arg) => arg === "--help" || arg === "-h")) return undefined;
  return args.slice(at + 1);
}

function contextOfProcess(): Context {
  return { os: operatingSystem(process.platform), home: homedir(), cwd: process.cwd(), env: process.env, now: Date.now };
}
