/** The runtimes that a fixture program can be run in. The native program has its own tests, in `test/program` and `test/host/quickjs`. */

import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { bundled } from "../support/bundled.ts";

export interface Runtime {
  readonly name: string;
  readonly file: string;
}

export const RUNTIMES: readonly Runtime[] = [{ name: "node", file: process.execPath }];

export function buildFixtureProgram(folder: string): string {
  return bundled(join(import.meta.dirname, "fixture-program.ts"), join(folder, "fixture-program.mjs"));
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** What the fixture program said of its act. */
  readonly said: unknown;
}

export function startProgram(runtime: Runtime, program: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  return spawn(runtime.file, [program, ...args], { stdio, env: { PATH: process.env["PATH"], HOME: "/nonexistent" } });
}

export async function programEnd(child: ChildProcess): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => child.on("close", (...how) => resolve(how)));
  if (!/^[{[tf]/.test(output.stderr)) throw new Error(`the program failed (${code ?? signal}): ${output.stderr}`);
  return { code, stdout: output.stdout, said: JSON.parse(output.stderr) };
}

/** A process that has ended but was not yet collected by its parent counts as gone. */
export function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    process.kill(pid, 0);
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "latin1"));
  } catch {
    return false;
  }
}

/** Waits for something that is on its way; a test that waits in vain runs into its own limit. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}
