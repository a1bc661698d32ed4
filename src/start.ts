/** What both commands do first: `hook …` loads the hook programme and nothing else, anything else loads the command line. */

import { homedir } from "node:os";

import type { CalledAs } from "./cli/cli-context.ts";
import { operatingSystem, type Context } from "./context.ts";

export async function start(calledAs: CalledAs, args: readonly string[]): Promise<void> {
  if (isHookCall(args)) {
    const { runHook } = await import("./hook.ts");
    return runHook(args.slice(1));
  }
  const { runCli } = await import("./cli/run.ts");
  process.exitCode = await runCli({ calledAs, args, context: contextOfProcess(), stdout: process.stdout, stderr: process.stderr });
}

/** An agent's call goes past the command line, whose complaints would not be an answer; only a person asks for help. */
function isHookCall([command, first]: readonly string[]): boolean {
  return command === "hook" && first !== "--help" && first !== "-h";
}

function contextOfProcess(): Context {
  return { os: operatingSystem(process.platform), home: homedir(), cwd: process.cwd(), env: process.env, now: Date.now };
}
