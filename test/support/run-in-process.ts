/** One run of the command line in this process, and what it wrote. */

import type { CliRun } from "../../src/commands/cli-context.ts";
import { runCli } from "../../src/commands/run.ts";
import { DIST } from "../foundation/programs.ts";

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export type InProcessRun = Pick<CliRun, "args" | "context"> &
  Partial<Pick<CliRun, "calledAs" | "dist" | "terminal" | "stdin" | "ancestors">> & {
    /** What it writes goes to a terminal. */
    readonly isTTY?: boolean;
    /** The width of that terminal. */
    readonly columns?: number;
  };

export async function runInProcess({ isTTY = false, columns, context, ...run }: InProcessRun): Promise<Ended> {
  const out = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof out) => ({ write: (text: string) => void (out[name] += text), isTTY, columns });
  const exitCode = await runCli({
    calledAs: "symposium",
    dist: DIST,
    // Whatever runs the tests, perhaps an agent, is not what they are about.
    ancestors: () => [],
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    // npm would ask the network for a newer version; a test about that says `NO_UPDATE_NOTIFIER: ""`.
    context: { ...context, env: { NO_UPDATE_NOTIFIER: "1", ...context.env } },
    ...run,
  });
  return { ...out, exitCode };
}
