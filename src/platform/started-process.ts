/** What the handler runner needs of a process, in the form that Bun and Node both provide. */

import type { Environment, OperatingSystem } from "../context.ts";

export interface ProcessToStart {
  /** An absolute path; `commandLine` finds it. */
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: the arguments are already quoted for the program they go to. */
  readonly verbatim?: boolean;
  readonly cwd: string;
  readonly env: Environment;
  /** The whole of stdin, which is closed after it. */
  readonly input: string;
  readonly os: OperatingSystem;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ProcessOutput {
  readonly stdout: (bytes: Uint8Array) => void;
  readonly stderr: (bytes: Uint8Array) => void;
}

export interface StartedProcess {
  /** Also the number of its process group, except on Windows. */
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** Both pipes have reached their end; children that hold them may delay this forever. */
  readonly drained: Promise<unknown>;
  /** Closes our ends of the pipes and lets our program end without it. */
  readonly release: () => void;
}

/** Starts a process in its own session, or rejects with the system's error. */
export type StartProcess = (job: ProcessToStart, output: ProcessOutput) => Promise<StartedProcess>;
