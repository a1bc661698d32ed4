/** Runs a package manager that installs a program. What it prints is progress, and its last lines say why it failed. */

import type { ManagerAnswer, ManagerProgram } from "../ecosystems/run-manager.ts";
import type { AcquireServices } from "./program-source.ts";
import { runTool } from "./run-tool.ts";

export interface ClientJob {
  readonly manager: ManagerProgram;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its output is an answer, not progress. */
  readonly isAnswer?: true;
}

/** It may build what it installs. */
export const INSTALL_PATIENCE_MS = 15 * 60_000;

const LONGEST_LINE = 300;

/** Never rejects. */
export async function runClient(
  { manager, args, cwd, isAnswer }: ClientJob,
  { context: { os }, onProgress }: Pick<AcquireServices, "context" | "onProgress">,
): Promise<ManagerAnswer> {
  const { name, errorLine } = manager;
  const onLine = (line: string) => (isAnswer === true ? undefined : onProgress({ line: line.slice(0, LONGEST_LINE) }));
  const end = await runTool({ program: manager, args, cwd, os, onLine });
  if (end.ok) return { stdout: end.stdout };
  const reported = end.lines.find((line) => errorLine.test(line))?.slice(0, LONGEST_LINE);
  const failure = reported === undefined ? `${name} ${end.failure}` : `${name} failed: "${reported}"`;
  return { failure, stderr: end.lines.join("\n"), stdout: "" };
}
