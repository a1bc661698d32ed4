import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll } from "vitest";

import type { HandlerEnd, HandlerJob } from "../../src/host/run-handler.ts";
import { buildFixtureProgram, programEnd, type Runtime, startProgram } from "./runtimes.ts";

export interface Bench {
  /** A folder for the handlers of this file. */
  readonly folder: () => string;
  /** The fixture program while it runs a handler. */
  readonly start: (runtime: Runtime, job: TestJob) => ChildProcess;
  readonly run: (runtime: Runtime, job: TestJob) => Promise<HandlerEnd>;
  /** Runs a shell script in the folder of the bench. */
  readonly sh: (runtime: Runtime, script: string, job?: TestJob) => Promise<HandlerEnd>;
}

export type TestJob = Partial<HandlerJob> & { readonly repeatInput?: number; readonly inDeletedFolder?: true };

/** Runs handlers through the fixture program, which must end by itself before there is a result. */
export function handlerBench(): Bench {
  let fixture: FsFixture;
  let program: string;
  let jobs = 0;
  beforeAll(async () => {
    fixture = await createFixture();
    program = await buildFixtureProgram(fixture.path);
  });
  afterAll(() => fixture.rm());

  const start = (runtime: Runtime, job: TestJob): ChildProcess => {
    const file = join(fixture.path, `job-${jobs++}.json`);
    const env = { PATH: process.env["PATH"] ?? "" };
    writeFileSync(file, JSON.stringify({ args: [], cwd: fixture.path, env, input: "", timeoutMs: 20_000, ...job }));
    return startProgram(runtime, program, ["run", file], ["ignore", "ignore", "pipe"]);
  };
  const run = async (runtime: Runtime, job: TestJob) => (await programEnd(start(runtime, job))).said as HandlerEnd;
  return {
    folder: () => fixture.path,
    start,
    run,
    sh: (runtime, script, job) => run(runtime, { file: "/bin/sh", args: ["-c", script], ...job }),
  };
}
