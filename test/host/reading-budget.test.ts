import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { readTextFile } from "../../src/files/text-file.ts";
import { leadsToFile, pathExists } from "../../src/host/paths.ts";
import { IN_CALL, spendLook, startBudget, unlessSpent, withinBudget } from "../../src/host/reading-budget.ts";
import { MISSING, stampOf } from "../../src/host/stamp.ts";

test("RT-37 past the budget nothing is read, and outside of it everything is", async () => {
  await using fixture = await createFixture({ a: "text", b: "more" });
  const [a, b] = [fixture.getPath("a"), fixture.getPath("b")];
  const budget = startBudget({ ...IN_CALL, looks: 1 });
  const asked: readonly (() => unknown)[] = [() => stampOf(b), () => readTextFile(b), () => pathExists(b), () => leadsToFile(b)];
  for (const ask of asked) {
    const outcome = unlessSpent<unknown>(
      () => withinBudget(budget, () => [stampOf(a), ask()]),
      () => "given up",
    );
    expect(outcome).toBe("given up");
  }
  expect(budget.spent).toBe("more than 1 files and folders");
  expect(budget.seen.map(([path]) => path)).toEqual([a]);
  expect([readTextFile(b).kind, leadsToFile(b)]).toEqual(["text", true]);
});

test("RT-37 a question about a file is asked once within a budget", async () => {
  await using fixture = await createFixture({ a: "text" });
  const budget = startBudget(IN_CALL);
  withinBudget(budget, () => {
    for (let n = 0; n < 10; n++)
      expect([stampOf(fixture.getPath("a")) === MISSING, readTextFile(fixture.getPath("a"))]).toEqual([
        false,
        { kind: "text", text: "text" },
      ]);
  });
  expect([IN_CALL.looks - budget.looks, IN_CALL.bytes - budget.bytes]).toEqual([2, 4]);
});

test("RT-13 time that has passed ends it, by the given clock", () => {
  let now = 0;
  const budget = startBudget(IN_CALL, () => now);
  const looks = () =>
    unlessSpent(
      () => withinBudget(budget, () => (spendLook(), true)),
      () => false,
    );
  expect(looks()).toBe(true);
  now = IN_CALL.milliseconds;
  expect(looks()).toBe(true);
  now += 1;
  expect([looks(), budget.spent]).toEqual([false, "more than 2 s"]);
});

test("RT-13 a text is not parsed where the time left is too short for it", async () => {
  await using fixture = await createFixture({ large: "x".repeat(1024 * 1024), small: "x" });
  const kindOf = (name: string, passed: number) => {
    let now = 0;
    const budget = startBudget(IN_CALL, () => now);
    now = passed;
    return unlessSpent<string>(
      () => withinBudget(budget, () => readTextFile(fixture.getPath(name)).kind),
      () => budget.spent ?? "",
    );
  };
  const late = IN_CALL.milliseconds - 50;
  expect([kindOf("large", 0), kindOf("small", late), kindOf("large", late)]).toEqual(["text", "text", "more than 2 s"]);
});
