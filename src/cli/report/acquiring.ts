/** Shows on stderr that a command's program is being acquired: a line for each, and at a terminal the tool's last line or how much was received. */

import type { AcquiringListeners } from "../../app/subcommands/acquire-missing.ts";
import { problemText } from "../../documents/problem.ts";
import type { AcquireProgress } from "../../installations/program-source.ts";
import { printable } from "../../platform/printable.ts";
import type { CommonFlags } from "../common-flags.ts";
import type { Stream } from "../terminal/open-screen.ts";

export function acquiringListeners({ quiet, json }: CommonFlags, run: { readonly stderr: Stream }): Required<AcquiringListeners> {
  const isShown = !quiet && !json;
  const say = (text: string) => void run.stderr.write(`${run.stderr.isTTY === true ? CLEAR : ""}${printable(text)}\n`);
  return {
    onProgress: (message) => {
      if (isShown) say(message);
    },
    onDetail: (progress) => {
      const { stderr } = run;
      if (isShown && stderr.isTTY === true) stderr.write(`${CLEAR}  ${cut(progressText(progress), (stderr.columns ?? 80) - 3)}\r`);
    },
    // The program that follows gets an empty line.
    onAcquired: () => {
      if (isShown && run.stderr.isTTY === true) run.stderr.write(CLEAR);
    },
    onProblem: (problem) => {
      say(`warning: ${problemText(problem)}`);
      if (problem.hint !== undefined) say(`hint: ${problem.hint}`);
    },
  };
}

const CLEAR = "\r\u001b[K";

function progressText(progress: AcquireProgress): string {
  if ("line" in progress) return progress.line;
  const { received, total } = progress;
  return total === undefined ? megabytes(received) : `${megabytes(received)} of ${megabytes(total)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function cut(text: string, columns: number): string {
  return printable(text).slice(0, Math.max(columns, 1));
}
