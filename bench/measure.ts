/** Starting programs as an agent does, and the time until they are gone. */

import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

import { fillPipe, openPipe } from "./pipe.ts";

/** How the payload arrives: agents written in Rust give a pipe, those that run on Node or Bun a socket; we give our handlers a file. */
export type StdinKind = "pipe" | "socket" | "file";

export interface Run {
  readonly command: readonly [file: string, ...args: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: StdinKind;
  readonly payload: Payload;
  /** What has to be done each time before it is started. */
  readonly prepare?: () => void;
}

export interface Payload {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface Ended {
  readonly ms: number;
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** From just before the start to the exit. */
export async function timeRun({ command: [file, ...args], cwd, env, stdin, payload, prepare }: Run, fifo: string): Promise<Ended> {
  prepare?.();
  const pipe = stdin === "pipe" ? openPipe(fifo) : undefined;
  const given = stdin === "file" ? openSync(payload.file, "r") : pipe?.readable;
  const began = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: [given ?? "pipe", "pipe", "pipe"] });
  const exited = new Promise<number | null>((resolve, reject) => child.on("exit", resolve).on("error", reject));
  const closed = new Promise((resolve) => child.on("close", resolve));
  // Not every program here reads what it is given.
  child.stdin?.on("error", () => {}).end(payload.bytes);
  const written = pipe && fillPipe(pipe, payload.bytes);
  let stdout = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.resume();
  const exitCode = await exited;
  const ms = performance.now() - began;
  if (given !== undefined) closeSync(given);
  await Promise.all([closed, written]);
  return { ms, exitCode, stdout };
}

export interface Sample {
  readonly min: number;
  readonly median: number;
  readonly runs: number;
}

/**
 * Every program once a round, each round in another order: what disturbs the machine then disturbs all alike, and no one
 * always runs behind the same neighbour.
 */
export async function measure<Name extends string>(
  programs: Readonly<Record<Name, Run>>,
  rounds: number,
  fifo: string,
  onRound: (round: number) => void,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(programs) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const name of shuffled(names)) {
      const { ms, exitCode } = await timeRun(programs[name], fifo);
      if (exitCode !== 0) throw new Error(`${name} ended with exit code ${exitCode}`);
      times.get(name)?.push(ms);
    }
    onRound(round);
  }
  return Object.fromEntries(names.map((name) => [name, sampleOf(times.get(name) ?? [])])) as Record<Name, Sample>;
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((left, right) => left - right);
  return { min: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, runs: sorted.length };
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => [Math.random(), item] as const);
  return keyed.sort(([left], [right]) => left - right).map(([, item]) => item);
}
