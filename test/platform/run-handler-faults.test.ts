import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/platform/run-handler.ts";
import { handlerBench } from "./run-in.ts";
import { isAlive, RUNTIMES, until } from "./runtimes.ts";
import { fewer, turnsOf } from "../support/thoroughness.ts";

const bench = handlerBench();

describe.concurrent.each(RUNTIMES)("a badly behaved handler under $name", (runtime) => {
  const isTurn = turnsOf(
    runtime.name,
    RUNTIMES.map(({ name }) => name),
  );
  const place = (name: string) => join(bench.folder(), `${name}-${RUNTIMES.indexOf(runtime)}`);

  test.runIf(isTurn())("RT-12 RT-13 one that ignores TERM is gone after its deadline", async () => {
    const end = await bench.sh(runtime, "trap '' TERM; echo $$; while :; do sleep 1; done", { timeoutMs: 200 });
    expect(end.kind).toBe("timed-out");
    await until(() => !isAlive(firstNumber(end)));
  });

  test.runIf(isTurn())("RT-12 RT-13 one that obeys TERM has the grace to clean up, and has still timed out", async () => {
    const script = `trap 'echo cleaned > "${place("cleaned")}"; exit 0' TERM; sleep 60 & wait`;
    expect(await bench.sh(runtime, script, { timeoutMs: 2_500 })).toMatchObject({ kind: "timed-out" });
    expect(existsSync(place("cleaned"))).toBe(true);
  });

  test.runIf(isTurn())("RT-12 the grace is for its children too when it is gone before them", async () => {
    const child = `trap 'sleep 0.05; echo cleaned > "${place("child")}"; exit 0' TERM; sleep 60 & wait`;
    expect(await bench.sh(runtime, `sh -c '${child.replaceAll("'", "'\\''")}' & wait`, { timeoutMs: 2_500 })).toMatchObject({
      kind: "timed-out",
    });
    expect(existsSync(place("child"))).toBe(true);
  });

  test.runIf(isTurn())("RT-12 RT-13 a deep tree is gone with it, even where its members ignore TERM", async () => {
    const nest = (depth: number): string =>
      depth === 0
        ? `trap "" TERM; echo $$ >> "${place("pids")}"; while :; do sleep 1; done`
        : `${depth % 2 ? "trap '' TERM; " : ""}echo $$ >> "${place("pids")}"; "${place(`level-${depth - 1}`)}" & wait; wait`;
    for (const depth of [0, 1, 2, 3]) writeFileSync(place(`level-${depth}`), `#!/bin/sh\n${nest(depth)}\n`, { mode: 0o755 });
    expect(await bench.run(runtime, { file: place("level-3"), timeoutMs: 1_500 })).toMatchObject({ kind: "timed-out" });
    const pids = readFileSync(place("pids"), "utf8").trim().split("\n").map(Number);
    expect(pids).toHaveLength(4);
    await until(() => !pids.some(isAlive));
  });

  test.runIf(isTurn())("RT-12 RT-13 one that reads nothing and prints without end costs its deadline", async () => {
    const end = await bench.sh(runtime, "echo $$; exec yes", { input: "x", repeatInput: 10_000_000, timeoutMs: 300 });
    expect(end.kind).toBe("timed-out");
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
    const end = await bench.sh(runtime, "setsid sleep 300 & echo $!; wait", { timeoutMs: 300 });
    expect(end.kind).toBe("timed-out");
    process.kill(firstNumber(end), "SIGKILL");
  });
});

describe.each(RUNTIMES.slice(0, 2))("our own end under $name", (runtime) => {
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

function firstNumber(end: HandlerEnd): number {
  const number = "stdout" in end ? Number.parseInt(end.stdout, 10) : Number.NaN;
  if (!(number > 1)) throw new Error(`no process number in ${JSON.stringify(end)}`);
  return number;
}
