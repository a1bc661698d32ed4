/** The process that starts what is measured. */

import { execFileSync, fork } from "node:child_process";
import { join } from "node:path";

/** How the payload arrives: agents written in Rust give a pipe, those that run on Node a socket; we give our handlers a file. */
export type StdinKind = "pipe" | "socket" | "file";

export interface Run {
  readonly command: readonly [file: string, ...args: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: StdinKind;
  /** A file. */
  readonly payload: string;
  /** What has to be done each time before it is started. */
  readonly prepare?: () => void;
}

export interface Ended {
  /** From just before the start to the exit, as Node's `spawnSync` sees it. */
  readonly ms: number;
  readonly exitCode: number | null;
  readonly stdout: string;
}

export interface Starter {
  readonly start: (run: Run) => Promise<Ended>;
  readonly end: () => void;
}

export function openStarter(folder: string): Starter {
  // A real pipe has a name in the file system; what `spawnSync` calls one is a socket.
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  const child = fork(join(import.meta.dirname, "starter.mjs"), { execArgv: [] });
  let onAnswer: ((answer: Answer) => void) | undefined;
  child.on("message", (answer: Answer) => onAnswer?.(answer));
  child.on("exit", (code) => onAnswer?.({ error: `the starter ended with exit code ${code}` }));
  return {
    start: ({ prepare, ...run }) => {
      prepare?.();
      child.send({ fifo, run });
      return new Promise((resolve, reject) => {
        onAnswer = (answer) => ("error" in answer ? reject(new Error(`${run.command[0]}: ${answer.error}`)) : resolve(answer));
      });
    },
    end: () => child.disconnect(),
  };
}

type Answer = Ended | { readonly error: string };
