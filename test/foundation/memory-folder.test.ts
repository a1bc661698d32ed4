import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { basename } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { createMemoryFolder } from "../../scripts/memory-folder.ts";

const GONE = 2 ** 22 + 1;

test.runIf(process.platform === "linux")("a folder in memory for tests takes the place of those that killed runs left", async () => {
  await using memory = await createFixture({});
  const old = new Date(Date.now() - 2 * 3_600_000);
  const names = ["other", `symposium-tests-${GONE}-old`, `symposium-tests-${GONE}-new`, `symposium-tests-${process.pid}-old`];
  for (const name of names) {
    mkdirSync(memory.getPath(name));
    if (!name.endsWith("new")) utimesSync(memory.getPath(name), old, old);
  }
  const created = basename(createMemoryFolder(memory.path) ?? expect.fail());
  expect(readdirSync(memory.path).toSorted()).toEqual(
    [...names.filter((name) => name !== `symposium-tests-${GONE}-old`), created].toSorted(),
  );
});

test("where there is none, tests use the disk", () => {
  expect(createMemoryFolder("/no/such/folder")).toBeUndefined();
});
