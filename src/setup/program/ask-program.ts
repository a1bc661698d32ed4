/** Runs a hook program once, to check that it works on this machine and from this folder. */

import type { ExecFileException } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";

import type { Context } from "../../context.ts";
import { batchCommand } from "../../host/command-line.ts";
import { executableKind, type Machine } from "../../host/machine.ts";

export type ProgramAnswer = { readonly version: string } | { readonly silent: string };

export type AskProgram = (file: string, env: Context["env"], machine: Machine) => Promise<ProgramAnswer>;

/** A system may scan a program before it first runs it. */
const PATIENCE_MS = 8_000;

/** Asks for the version; `silent` is why there was no answer, to follow the program's name. */
export const askProgram: AskProgram = async (file, env, machine) => {
  const foreign = foreignTo(file, machine);
  if (foreign !== undefined) return { silent: foreign };
  for (let tries = 1; ; tries++) {
    const answer = await ask(file, env);
    // A process that was started while the file was being written may hold it open for a moment.
    if (!("busy" in answer)) return answer;
    if (tries === 10) return { silent: "is being written by another process" };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

function foreignTo(file: string, { os, arch }: Machine): string | undefined {
  if (os === "windows" && file.endsWith(".cmd")) return undefined;
  const kind = executableKind(file);
  if (kind === undefined || (kind === "script" && os === "windows")) return "is not a program that this system can run";
  if (kind !== "script" && (kind.os !== os || kind.arch !== arch)) return `is built for ${kind.os} ${kind.arch}, and this is ${os} ${arch}`;
  return undefined;
}

function ask(file: string, env: Context["env"]): Promise<ProgramAnswer | { readonly busy: true }> {
  const batch = file.endsWith(".cmd") ? batchCommand(file, ["--version"], env) : undefined;
  const options = {
    env: { ...env },
    cwd: dirname(file),
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    windowsHide: true,
    windowsVerbatimArguments: batch !== undefined,
  } as const;
  return new Promise((resolve) => {
    // Most commands start no process, and loading this module takes Node 20 milliseconds.
    const child = process
      .getBuiltinModule("node:child_process")
      .execFile(batch?.file ?? file, batch?.args ?? ["--version"], options, (error, stdout, stderr) => {
        const [, version] = /^symposium-hook (\S+)\r?\n$/.exec(stdout) ?? [];
        if (error === null && version !== undefined) return resolve({ version });
        if (error !== null && "code" in error && error.code === "ETXTBSY") return resolve({ busy: true });
        resolve({ silent: reasonOf(file, error, stderr) });
      });
    child
      .on("error", () => {})
      .stdin?.on("error", () => {})
      .end();
  });
}

function reasonOf(file: string, error: ExecFileException | null, stderr: string): string {
  const complaint = stderr.trim().split("\n")[0];
  const words = complaint ? `: ${complaint}` : "";
  if (error === null) return `gave an unexpected answer${words}`;
  if (error.killed === true) return `did not answer within ${PATIENCE_MS / 1000} seconds`;
  if (error.signal)
    return error.signal === "SIGILL" ? "uses instructions that this processor lacks (SIGILL)" : `was ended by ${error.signal}`;
  if (typeof error.code === "number") return `ended with exit code ${error.code}${words}`;
  return mayRun(file)
    ? `could not be started: ${error.message}`
    : "cannot be run there: the folder is mounted noexec, or a policy forbids it";
}

/** False on a file system mounted noexec, for files with the permission. */
export function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
