import { describe, expect, test } from "vitest";

import { handlerDeadline } from "../../src/hook/handler-job.ts";

describe("RT-13 how long a handler may take", () => {
  test("its own timeout, in seconds with fractions", () => {
    expect(handlerDeadline("PreToolUse", 0, 30)).toBe(30_000);
    expect(handlerDeadline("PreToolUse", 0, 0.2)).toBe(200);
  });

  test("what is left of the call, which answers two seconds before the registered sixty", () => {
    expect(handlerDeadline("PreToolUse", 40_000, 30)).toBe(17_700);
    expect(handlerDeadline("PreToolUse", 0, 600)).toBe(57_700);
  });

  test("the end of a session has 1.2 s in all", () => {
    expect(handlerDeadline("SessionEnd", 0, 30)).toBe(900);
    expect(handlerDeadline("SessionEnd", 870, 30)).toBeUndefined();
  });

  test("one that can no longer start is refused", () => {
    expect(handlerDeadline("Stop", 57_690, 30)).toBeUndefined();
  });
});
