/** Signals to the hook program: from a handler, from outside, at any moment, many at once, and from processes that a handler left behind. */

import { writeFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ALLOWS, DENIES, expectDenied, expectOpen, FORMS, GUARDED, type GuardedHome, guardedHome, SOME } from "./guarded-home.ts";
import { fewer, inTurns, points, turnsOf } from "../support/thoroughness.ts";

const ENDING = ["TERM", "HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU", "IO"] as const;
const STOPPING = ["TSTP", "TTIN", "TTOU", "XFSZ"] as const;

/** A plugin before the guard, without a policy of its own. */
const EARLIER = {
  earlier: {
    "SYMPOSIUM.toml":
      'name = "earlier"\ncrates = ["*"]\n[[hooks]]\nname = "says"\nevent = "PreToolUse"\ntimeout = 20\ncommand = { script = "say.sh" }\n',
    "say.sh": ALLOWS,
  },
};

interface Handlers {
  readonly earlier?: string;
  readonly guard?: string;
}

/** A handler that signals us and then waits to be ended; where nothing ends it, the answer comes too late. */
const signalsAndWaits = (signal: string) => `kill -${signal} $PPID; sleep 60\n`;

describe.each(FORMS)("signals of a handler to the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form, plugins: EARLIER, agents: form === "native" ? GUARDED : SOME });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  function handlers({ earlier = ALLOWS, guard = DENIES }: Handlers): void {
    writeFileSync(home.ours("plugins/earlier/say.sh"), earlier);
    writeFileSync(home.ours("plugins/guard/guard.sh"), guard);
  }

  test.each(fewer(inTurns(ENDING, form, FORMS)))(
    "RT-38 the guard's own handler sends us %s and sleeps",
    { timeout: 90_000 },
    async (signal) => {
      handlers({ guard: signalsAndWaits(signal) });
      for (const agent of signal === "TERM" && form === "native" ? GUARDED : SOME) {
        const called = await home.call(agent);
        await expectDenied(agent, called, { reason: new RegExp(`guard/at-PreToolUse.*SIG${signal === "IO" ? "(IO|POLL)" : signal}`, "s") });
      }
    },
  );

  test.each(fewer(inTurns(["TERM", "QUIT", "USR1", "ALRM"], form, FORMS), 2))(
    "RT-38 an earlier handler sends us %s, and the guard behind it denies",
    { timeout: 90_000 },
    async (signal) => {
      handlers({ earlier: signalsAndWaits(signal), guard: ALLOWS });
      await expectDenied("claude-code", await home.call("claude-code"), { reason: /guard\/at-PreToolUse/ });
      await expectDenied("kiro", await home.call("kiro"), { reason: /guard\/at-PreToolUse/ });
    },
  );

  test.each(fewer(inTurns(STOPPING, form, FORMS), 2))("RT-38 %s from a handler stops nothing", { timeout: 60_000 }, async (signal) => {
    handlers({ earlier: `kill -${signal} $PPID\n` });
    for (const agent of SOME) await expectDenied(agent, await home.call(agent));
  });

  test.runIf(isTurn())(
    "RT-38 a handler that ignores TERM is ended too, and what it prints counts for nothing",
    { timeout: 60_000 },
    async () => {
      handlers({ guard: `trap 'echo "{}"; exit 0' TERM; kill -TERM $PPID; sleep 60 & wait\n` });
      for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: /SIGTERM/ });
    },
  );

  test.runIf(isTurn())("RT-38 a storm of signals", { timeout: 60_000 }, async () => {
    handlers({ guard: `for n in $(seq 300); do kill -USR1 $PPID; kill -USR2 $PPID; kill -TERM $PPID; done; sleep 60\n` });
    for (const agent of SOME) await expectDenied(agent, await home.call(agent));
  });

  test.runIf(isTurn())("RT-38 a process that a handler left behind goes on signalling us", { timeout: 60_000 }, async () => {
    const left = `cat >/dev/null; (setsid sh -c 'for n in $(seq 2000); do kill -USR2 '"$PPID"' 2>/dev/null || exit; done' >/dev/null 2>&1 &)\n`;
    handlers({ earlier: left });
    for (const agent of SOME) await expectDenied(agent, await home.call(agent));
  });

  test.runIf(isTurn())("RT-38 hooks that are open on failure let the agent go on after a signal", { timeout: 60_000 }, async () => {
    await using open = await guardedHome({ form, plugins: { ...EARLIER, guard: {} } });
    writeFileSync(open.ours("plugins/earlier/say.sh"), signalsAndWaits("TERM"));
    for (const agent of SOME) await expectOpen(agent, await open.call(agent));
  });
});

describe.each(FORMS)("signals from outside to the %s program", (form) => {
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  // What comes before our first instruction, while the engine starts, is not ours to answer: such a call has said nothing at all.
  test.each(inTurns(["TERM", "USR1", "HUP"], form, FORMS))(
    "RT-38 %s at any moment after our first instruction",
    { timeout: 120_000 },
    async (signal) => {
      let answered = 0;
      // A slow machine takes longer to our first instruction: the moments spread over twice the time of a call, and go on until some were answered.
      const { ms } = await home.call("claude-code", { direct: true });
      const moments = points(20, { sample: 8, all: 20 }).map((turn) => (turn - 1) / 10);
      for (let turn = 0; turn < moments.length || answered <= 3; turn++) {
        const wait = (moments[turn] ?? 3 + turn - moments.length) * ms;
        const arrange = `"$@" & p=$!; sleep ${(wait / 1000).toFixed(3)}; kill -${signal} $p 2>/dev/null; wait $p`;
        const called = await home.call("claude-code", { direct: true, arrange: `exec 3<&0; ${arrange.replace('"$@" &', '"$@" <&3 &')}` });
        if (called.exitCode > 128 && called.stdout === "") continue;
        answered += 1;
        await expectDenied("claude-code", called);
      }
    },
  );
});

test("RT-12 RT-38 handlers do not inherit signals that are ignored", { timeout: 60_000 }, async () => {
  for (const form of FORMS) {
    await using home = await guardedHome({ form, script: "grep SigIgn /proc/$$/status >&2; exit 2\n" });
    const called = await home.call("kiro");
    const mask = BigInt(`0x${/SigIgn:\s*([0-9a-f]+)/.exec(called.stderr)?.[1] ?? "f"}`);
    const ours = [1, 2, 3, 10, 12, 14, 15, 20, 21, 22, 25].filter((signal) => (mask >> BigInt(signal - 1)) & 1n);
    expect(ours, form).toEqual([]);
  }
});
