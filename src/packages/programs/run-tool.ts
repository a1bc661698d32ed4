/** Runs a package manager for as long as a build takes: reports its lines as it writes them, keeps the last ones, and ends it when our program ends. */

import { stripVTControlCharacters } from "node:util";

import type { OperatingSystem } from "../../context.ts";
import { type HandlerEnd, runHandler } from "../../host/run-handler.ts";
import { type ManagerAnswer, type ManagerProgram, startOf } from "../run-manager.ts";
import type { AcquireServices } from "./program-source.ts";

interface ToolJob {
  readonly program: ManagerProgram;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly os: OperatingSystem;
  readonly onLine: (line: string) => void;
}

export type ToolEnd =
  | { readonly ok: true; readonly stdout: string }
  /** `failure` is the rest of a sentence about the program: "ended with exit code 101". */
  | { readonly ok: false; readonly failure: string; readonly lines: readonly string[] };

/** Processes that a program leaves behind may hold its pipes. */
const DRAIN_MS = 1_000;
const MOST_LINES = 40;

/** Never rejects. */
export async function runTool({ program, args, cwd, os, onLine }: ToolJob): Promise<ToolEnd> {
  const start = startOf(program.file, args, program.env);
  if (start === undefined) return { ok: false, failure: "is a batch file, which cannot get these arguments", lines: [] };
  const last: string[] = [];
  const note = (line: string) => {
    if (last.push(line) > MOST_LINES) last.shift();
    onLine(line);
  };
  const [stdout, stderr] = [lineReader(note), lineReader(note)];
  const end = await runHandler({
    ...start,
    cwd,
    env: program.env,
    input: "",
    os,
    timeoutMs: program.patienceMs,
    drainMs: DRAIN_MS,
    watch: { stdout: stdout.add, stderr: stderr.add },
  });
  stdout.end();
  stderr.end();
  if (end.kind === "exited" && end.code === 0) return { ok: true, stdout: end.stdout };
  return { ok: false, failure: failureOf(end, program.patienceMs), lines: last };
}

function failureOf(end: HandlerEnd, patienceMs: number): string {
  if (end.kind === "exited") return `ended with exit code ${end.code}`;
  if (end.kind === "signalled") return `was ended by ${end.signal}`;
  if (end.kind === "timed-out") return `did not finish within ${patienceMs / 60_000} minutes`;
  return `cannot be started: ${end.message}`;
}

const LONGEST = 2_000;

function lineReader(tell: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  const line = (text: string) => {
    // Without colours, and anything else that controls a terminal.
    const clean = stripVTControlCharacters(text)
      .replaceAll(/\p{Cc}/gu, " ")
      .trimEnd();
    if (clean !== "") tell(clean.slice(0, LONGEST));
  };
  return {
    add: (bytes: Uint8Array) => {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|[\r\n]/);
      rest = (parts.pop() ?? "").slice(0, LONGEST);
      for (const part of parts) line(part);
    },
    end: () => line(rest),
  };
}

interface ClientJob extends Pick<ToolJob, "args" | "cwd"> {
  readonly manager: ManagerProgram;
  /** Its output is an answer, not progress. */
  readonly isAnswer?: true;
}

/** A package manager may build what it installs. */
export const INSTALL_PATIENCE_MS = 15 * 60_000;

const LONGEST_LINE = 300;

/** Runs a package manager that installs a program. Its last lines say why it failed. Never rejects. */
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
