import { describe, expect, test } from "vitest";

import { readOutcome } from "../../src/hook/read-outcome.ts";
import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { ALL, hookEntry, host, shellInput } from "../support/hook-input.ts";

const agent = host();

function exited(code: number, stdout = "", stderr = ""): HandlerEnd {
  return { kind: "exited", code, stdout, stderr, ms: 1 };
}

describe("RT-16 what counts as a failure", () => {
  const ends: readonly [string, HandlerEnd, string][] = [
    ["a program that cannot be started", { kind: "missing", message: "permission denied", ms: 0 }, "permission denied"],
    ["a deadline that has passed", { kind: "timed-out", stdout: "", stderr: "", ms: 30_000 }, "within 30 s"],
    ["death by a signal", { kind: "signalled", signal: "SIGSEGV", stdout: "", stderr: "", ms: 1 }, "SIGSEGV"],
    ["an exit code", exited(7), "code 7"],
    ["output that is not an answer", exited(0, "hello"), "JSON"],
  ];

  test.each(ends)("%s", async (_, end, cause) => {
    expect(await readOutcome(end, hookEntry(), shellInput(), agent)).toMatchObject({ failure: expect.stringContaining(cause) });
  });
});

describe("RT-15 by the declared format", () => {
  test.each([
    [undefined, "PreToolUse", true],
    [undefined, "PostToolUse", false],
    [false, "PreToolUse", false],
    [true, "PostToolUse", true],
  ] as const)("interchange, `blocking` %j at %s: exit code 2 denies is %j", async (blocking, event, denies) => {
    const hook = hookEntry({ format: "interchange", ...(blocking === undefined ? {} : { blocking }) });
    const result = await readOutcome(exited(2, "", "too risky"), hook, shellInput({ event, can: ALL }), agent);
    if (denies) expect(result).toEqual({ outcome: { decision: "deny", reason: "too risky" } });
    else expect(result).toEqual({ failure: "it exited with code 2", stderr: "too risky" });
  });
});
