/** A process and stdin, in the form in which every engine provides them, and why a process did not start. */

import { accessSync, constants } from "node:fs";

import type { Environment, OperatingSystem } from "../context.ts";
import { messageOf, succeeds } from "../errors.ts";
import { lookUp, tableOf } from "../lookup.ts";
import { isFolder } from "./paths.ts";

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

export interface DetachedProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The arguments are quoted for Windows' shell. */
  readonly verbatim?: boolean;
  readonly stdin?: number | "ignore";
}

export interface StdinListener {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/** Why the system refused to start a program. It reports the same error for a missing folder as for a missing file. */
export function startFailure(error: unknown, { file, cwd }: Pick<ProcessToStart, "file" | "cwd">) {
  const isUsable = succeeds(() => accessSync(cwd, constants.X_OK)) && isFolder(cwd);
  if (!isUsable) return { kind: "no-such-folder", message: `${cwd} is not an accessible folder` } as const;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { kind: "missing", message: `${file} ${lookUp(REASONS, code) ?? messageOf(error)}` } as const;
}

const REASONS = tableOf({
  ENOENT: "was not found, or the interpreter on its first line was not",
  ENOTDIR: "was not found",
  EACCES: "is not executable",
  EPERM: "cannot be executed: permission denied",
  ENOEXEC: "has no #! line and is not a binary for this machine; a shell script is declared as `script`",
  E2BIG: "cannot be started: its arguments and environment are too long",
});

/** Everything that Symposium starts carries this variable: such a process never consents for the user (PL-27). */
export const STARTED_MARK = "SYMPOSIUM_STARTED";

export function markedEnvironment<T extends Environment>(env: T): T {
  return { ...env, [STARTED_MARK]: "1" };
}
