import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { STDERR_LIMIT, STDOUT_LIMIT } from "../../src/host/run-handler.ts";
import { handlerBench } from "./run-in.ts";
import { RUNTIMES } from "./runtimes.ts";
import { turnsOf } from "../support/thoroughness.ts";

const bench = handlerBench();

describe.each(RUNTIMES)("a handler under $name", (runtime) => {
  const isTurn = turnsOf(
    runtime.name,
    RUNTIMES.map(({ name }) => name),
  );
  test.runIf(isTurn())("RT-12 gets the whole payload, after which stdin is closed", async () => {
    const end = await bench.sh(runtime, "wc -c", { input: "0123456789", repeatInput: 1024 * 1024 });
    expect(end).toMatchObject({ kind: "exited", code: 0, stderr: "" });
    expect("stdout" in end && end.stdout.trim()).toBe("10485760");
  });

  test.runIf(isTurn())("RT-12 gets an empty payload as an empty stdin", async () => {
    expect(await bench.sh(runtime, "cat; echo end")).toMatchObject({ kind: "exited", stdout: "end\n" });
  });

  test.runIf(isTurn())("RT-12 may write before it reads", async () => {
    const end = await bench.sh(runtime, "head -c 300000 /dev/zero | tr '\\0' a; wc -c >&2", { input: "x", repeatInput: 10_000_000 });
    expect(end).toMatchObject({ kind: "exited", code: 0, stdout: "a".repeat(300_000) });
    expect("stderr" in end && end.stderr.trim()).toBe("10000000");
  });

  test.each(["echo done", "exec 0<&-; sleep 0.05; echo done", "head -c 3 >/dev/null; echo done"])(
    "RT-12 may leave stdin unread: %s",
    async (script) => {
      const end = await bench.sh(runtime, script, { input: "x", repeatInput: 10_000_000 });
      expect(end).toMatchObject({ kind: "exited", code: 0, stdout: "done\n" });
    },
  );

  test.runIf(isTurn())("RT-12 runs in the folder and with the environment it was given, and no other", async () => {
    const folder = join(bench.folder(), "in here");
    mkdirSync(folder, { recursive: true });
    const end = await bench.run(runtime, { file: "/usr/bin/env", cwd: folder, env: { ONE: "1", TWO: "ü =" } });
    expect(end).toMatchObject({ kind: "exited", stdout: "ONE=1\nTWO=ü =\nSYMPOSIUM_STARTED=1\n" });
    expect(await bench.sh(runtime, "pwd", { cwd: folder })).toMatchObject({ stdout: `${folder}\n` });
  });

  test.runIf(isTurn())("RT-12 starts although our own folder has been deleted", async () => {
    expect(await bench.sh(runtime, "echo here", { inDeletedFolder: true })).toMatchObject({ kind: "exited", stdout: "here\n" });
  });

  test.runIf(isTurn())("RT-12 leads a process group of its own", async () => {
    expect(await bench.sh(runtime, 'test "$(ps -o pgid= -p $$ | tr -d " ")" = $$')).toMatchObject({ kind: "exited", code: 0 });
  });

  test.runIf(isTurn())("RT-12 RT-16 its output is kept to a limit, and the rest does not hold it up", async () => {
    const end = await bench.sh(runtime, "head -c 104857600 /dev/zero | tr '\\0' a; head -c 1000000 /dev/zero | tr '\\0' b >&2; exit 3");
    expect(end).toMatchObject({
      kind: "exited",
      code: 3,
      truncated: true,
      stdout: "a".repeat(STDOUT_LIMIT),
      stderr: "b".repeat(STDERR_LIMIT),
    });
  });

  test.runIf(isTurn())("RT-12 output of exactly the limit is whole", async () => {
    const end = await bench.sh(runtime, `head -c ${STDOUT_LIMIT} /dev/zero | tr '\\0' a`);
    expect(end).toEqual({ kind: "exited", code: 0, stdout: "a".repeat(STDOUT_LIMIT), stderr: "", ms: expect.any(Number) });
  });

  test.runIf(isTurn())("RT-12 a character that the limit cuts in two is left out, other wrong bytes are replaced", async () => {
    const end = await bench.sh(runtime, "printf x; yes é | head -n 600000 | tr -d '\\n'; printf 'a\\377b' >&2");
    expect(end).toMatchObject({ stderr: "a\uFFFDb" });
    expect("stdout" in end && end.stdout).toBe(`x${"é".repeat(STDOUT_LIMIT / 2 - 1)}`);
  });

  // The child writes the moment its parent is gone; a busy machine may hold it up for longer than the pipes are drained.
  test.runIf(isTurn())("RT-12 what its children write just after its end is still read", { retry: 3 }, async () => {
    const end = await bench.sh(runtime, "(while kill -0 $$ 2>/dev/null; do :; done; echo late) & echo first");
    expect(end).toMatchObject({ kind: "exited", code: 0, stdout: "first\nlate\n" });
  });

  test.runIf(isTurn())("RT-16 its exit code or the signal it died of is reported", async () => {
    expect(await bench.sh(runtime, "echo no >&2; exit 2")).toMatchObject({ kind: "exited", code: 2, stderr: "no\n" });
    expect(await bench.sh(runtime, "echo part; kill -SEGV $$")).toMatchObject({ kind: "signalled", signal: "SIGSEGV", stdout: "part\n" });
    expect(await bench.sh(runtime, "kill -KILL $$")).toMatchObject({ kind: "signalled", signal: "SIGKILL" });
    expect(await bench.sh(runtime, "exit 143")).toMatchObject({ kind: "exited", code: 143 });
  });

  test.runIf(isTurn())("RT-16 one that cannot be started is missing, with the reason", async () => {
    const file = (name: string, text: string, mode: number) => {
      const path = join(bench.folder(), name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    };
    const reasons = [
      [join(bench.folder(), "nowhere"), "was not found"],
      [file("plain", "#!/bin/sh\n", 0o644), "is not executable"],
      [bench.folder(), "is not executable"],
      [file("no-interpreter", "#!/no/such/interpreter\n", 0o755), "interpreter on its first line"],
      [file("no-first-line", "echo ran\n", 0o755), "has no #! line"],
      [file("empty", "", 0o755), "has no #! line"],
    ] as const;
    for (const [path, reason] of reasons) {
      expect(await bench.run(runtime, { file: path })).toMatchObject({ kind: "missing", message: expect.stringContaining(reason) });
    }
    const env = { LONG: "x".repeat(4_000_000) };
    expect(await bench.run(runtime, { file: "/bin/true", env })).toMatchObject({
      kind: "missing",
      message: expect.stringContaining("too long"),
    });
  });

  test.runIf(isTurn())("RT-12 a folder that is not there is distinguished from a missing program", async () => {
    for (const cwd of [join(bench.folder(), "nowhere"), "/bin/sh"]) {
      expect(await bench.sh(runtime, "echo ran", { cwd })).toMatchObject({ kind: "no-such-folder", message: expect.stringContaining(cwd) });
    }
  });
});
