import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { handlerBench } from "./run-in.ts";
import { isAlive, RUNTIMES, until } from "./runtimes.ts";
import { longEnough } from "../support/long-enough.ts";
import { fewer, turnsOf } from "../support/thoroughness.ts";

const bench = handlerBench();

describe.concurrent.each(RUNTIMES)("a badly behaved handler under $name", (runtime) => {
  const isTurn = turnsOf(
    runtime.name,
    RUNTIMES.map(({ name }) => name),
  );
  const place = (name: string) => join(bench.folder(), `${name}-${RUNTIMES.indexOf(runtime)}`);

  test.runIf(isTurn())("RT-12 RT-13 one that ignores TERM is gone after its deadline", async () => {
    const script = "trap '' TERM; echo $$; while :; do sleep 1; done";
    const end = await timedOut(200, hasNumber, (timeoutMs) => bench.sh(runtime, script, { timeoutMs }));
    await until(() => !isAlive(firstNumber(end)));
  });

  test.runIf(isTurn())("RT-12 RT-13 one that obeys TERM has the grace to clean up, and has still timed out", async () => {
    const script = `trap 'echo cleaned > "${place("cleaned")}"; exit 0' TERM; sleep 60 & wait`;
    const isClean = () => existsSync(place("cleaned"));
    await timedOut(2_500, isClean, (timeoutMs) => bench.sh(runtime, script, { timeoutMs }));
    expect(isClean()).toBe(true);
  });

  test.runIf(isTurn())("RT-12 the grace is for its children too when it is gone before them", async () => {
    const child = `trap 'sleep 0.05; echo cleaned > "${place("child")}"; exit 0' TERM; sleep 60 & wait`;
    const script = `sh -c '${child.replaceAll("'", "'\\''")}' & wait`;
    const isClean = () => existsSync(place("child"));
    await timedOut(2_500, isClean, (timeoutMs) => bench.sh(runtime, script, { timeoutMs }));
    expect(isClean()).toBe(true);
  });

  test.runIf(isTurn())("RT-12 RT-13 a deep tree is gone with it, even where its members ignore TERM", async () => {
    const nest = (depth: number): string =>
      depth === 0
        ? `trap "" TERM; echo $$ >> "${place("pids")}"; while :; do sleep 1; done`
        : `${depth % 2 ? "trap '' TERM; " : ""}echo $$ >> "${place("pids")}"; "${place(`level-${depth - 1}`)}" & wait; wait`;
    for (const depth of [0, 1, 2, 3]) writeFileSync(place(`level-${depth}`), `#!/bin/sh\n${nest(depth)}\n`, { mode: 0o755 });
    const pids = () => (existsSync(place("pids")) ? readFileSync(place("pids"), "utf8").trim().split("\n").map(Number) : []);
    await timedOut(
      1_500,
      () => pids().length === 4,
      (timeoutMs) => {
        rmSync(place("pids"), { force: true });
        return bench.run(runtime, { file: place("level-3"), timeoutMs });
      },
    );
    expect(pids()).toHaveLength(4);
    await until(() => !pids().some(isAlive));
  });

  test.runIf(isTurn())("RT-12 RT-13 one that reads nothing and prints without end costs its deadline", async () => {
    const job = { input: "x", repeatInput: 10_000_000 };
    const end = await timedOut(300, hasNumber, (timeoutMs) => bench.sh(runtime, "echo $$; exec yes", { ...job, timeoutMs }));
    await until(() => !isAlive(firstNumber(end)));
  });

  test.runIf(isTurn())("RT-12 one that closed its pipes long before is waited for until its deadline", async () => {
    const end = await bench.sh(runtime, `exec >/dev/null 2>&1; sleep 0.1; echo here > "${place("late")}"; exit 4`);
    expect(end).toMatchObject({ kind: "exited", code: 4 });
    expect(existsSync(place("late"))).toBe(true);
  });

  test.runIf(isTurn())("RT-12 a daemon that keeps the pipes is not waited for, and goes on", async () => {
    const end = await bench.sh(runtime, "sleep 300 & echo $!; exit 0", { input: "x", repeatInput: 10_000_000 });
    expect(end).toMatchObject({ kind: "exited", code: 0 });
    const daemon = firstNumber(end);
    expect(isAlive(daemon)).toBe(true);
    process.kill(daemon, "SIGKILL");
  });

  test.runIf(isTurn())("RT-12 a daemon that fills the pipes is not waited for", async () => {
    const end = await bench.sh(runtime, "echo $$; yes & exit 0");
    expect(end).toMatchObject({ kind: "exited", code: 0 });
  });

  test.runIf(isTurn())("RT-12 RT-13 a daemon in a session of its own does not keep a handler that timed out", async () => {
    const end = await timedOut(300, hasNumber, (timeoutMs) => bench.sh(runtime, "setsid sleep 300 & echo $!; wait", { timeoutMs }));
    process.kill(firstNumber(end), "SIGKILL");
  });
});

describe.each(RUNTIMES)("our own end under $name", (runtime) => {
  test.each(fewer(["SIGTERM", "SIGINT", "SIGHUP"] as const))("RT-12 a handler does not outlive us: %s", async (signal) => {
    const pids = join(bench.folder(), `pids-${runtime.name}-${signal}`);
    const script = `trap '' TERM; sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' > "${pids}" & wait; wait`;
    const program = bench.start(runtime, { file: "/bin/sh", args: ["-c", script] });
    const ended = new Promise((resolve) => program.on("exit", (_, by) => resolve(by)));
    await until(() => existsSync(pids) && readFileSync(pids, "utf8").endsWith("\n"));
    program.kill(signal);
    expect(await ended).toBe(signal);
    await until(() => !isAlive(Number(readFileSync(pids, "utf8"))));
  });
});

async function timedOut(
  deadlineMs: number,
  cameFarEnough: (end: HandlerEnd) => boolean,
  run: (timeoutMs: number) => Promise<HandlerEnd>,
): Promise<HandlerEnd> {
  const end = await longEnough(deadlineMs, run, cameFarEnough);
  expect(end.kind).toBe("timed-out");
  return end;
}

function numberIn(end: HandlerEnd): number {
  return "stdout" in end ? Number.parseInt(end.stdout, 10) : Number.NaN;
}

function hasNumber(end: HandlerEnd): boolean {
  return numberIn(end) > 1;
}

function firstNumber(end: HandlerEnd): number {
  const number = numberIn(end);
  if (!(number > 1)) throw new Error(`no process number in ${JSON.stringify(end)}`);
  return number;
}
