/** Calls with few descriptors, no processes, files that may not grow, little memory or stack, and pipes that are closed or full. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectDenied, FORMS, type GuardedHome, guardedHome, SOME } from "./guarded-home.ts";
import { fewer, inTurns, turnsOf } from "../support/thoroughness.ts";

/** Fewer than this, and the engine cannot start: then there is no output at all, and that is in the threat model. */
const isStart = (called: { readonly stdout: string }) => called.stdout !== "";

describe.each(FORMS)("under limits of the system, the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.runIf(isTurn())("RT-38 as few descriptors as the engine can start with, and more", { timeout: 120_000 }, async () => {
    const started: number[] = [];
    for (const limit of [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 64]) {
      const called = await home.call("claude-code", { direct: true, arrange: `ulimit -n ${limit}; exec "$@"` });
      if (!isStart(called) && started.length === 0) continue;
      started.push(limit);
      await expectDenied("claude-code", called);
    }
    expect(started.length).toBeGreaterThan(3);
  });

  test.runIf(isTurn())("RT-38 the same without an index", { timeout: 120_000 }, async () => {
    for (const limit of [24, 32]) {
      for (const agent of SOME)
        await expectDenied(agent, await home.call(agent, { arrange: `rm -rf ../.symposium/index; ulimit -n ${limit}; exec "$@"` }));
    }
  });

  const limits = [
    ["no file may grow", "ulimit -f 0"],
    ["files may grow to 512 bytes", "ulimit -f 1"],
    ["no core", "ulimit -c 0"],
    ["a stack of 512 KiB", "ulimit -s 512"],
    ["a closed stderr", "exec 2>&-"],
    ["a full stderr", "exec 2>/dev/full"],
    ["a mask that forbids everything", "umask 777"],
  ] as const;

  test.each(fewer(inTurns(limits, form, FORMS), 2))("RT-38 %s", { timeout: 120_000 }, async (_, limit) => {
    const agents = limit.includes("2>") ? SOME.filter((agent) => agent !== "kiro") : SOME;
    for (const agent of agents) await expectDenied(agent, await home.call(agent, { arrange: `${limit}; exec "$@"` }));
    for (const agent of agents)
      await expectDenied(agent, await home.call(agent, { arrange: `rm -rf ../.symposium/index; ${limit}; exec "$@"` }));
  });

  test.runIf(isTurn())("RT-38 a closed stdin", { timeout: 60_000 }, async () => {
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { arrange: 'exec "$@" <&-' }), { reason: /guard/ });
  });

  // Root is bound by no number of processes.
  test.skipIf(process.getuid?.() !== 0)(
    "RT-38 no further process: the guard that cannot be started is closed",
    { timeout: 60_000 },
    async () => {
      await using other = await guardedHome({ form, user: 54_321 });
      const called = await other.call("claude-code", { direct: true, arrange: 'ulimit -u 12; exec "$@"' });
      if (isStart(called)) await expectDenied("claude-code", called);
      else expect(called.stdout).toBe("");
    },
  );
});
