import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { inEmptyFolder } from "../../src/packages/run-manager.ts";

const SETTINGS = { name: "sh", errorLine: /^error/, patienceMs: 1_000, kept: [], homes: [], own: {} };

test("PL-32 folders of killed runs are removed; those of running processes and of this one stay", async () => {
  await using fixture = await createFixture();
  const cache = fixture.path;
  const where = { os: "linux", env: { PATH: process.env["PATH"] ?? "" }, home: fixture.path, cache, repository: null } as const;
  const names = () => readdirSync(fixture.getPath("packages"));
  const ended = spawnSync("true").pid;
  const [left, earlier, running] = [ended, process.pid, process.ppid].map((pid) => `.fetching.${pid}.abc123.tmp`);
  for (const name of [left, earlier, running]) mkdirSync(fixture.getPath("packages", name!, "module"), { recursive: true });
  await inEmptyFolder(where, [SETTINGS], async () => {
    const mine = names().find((name) => name !== running);
    expect(names().sort()).toEqual([mine, running].sort());
    await inEmptyFolder(where, [SETTINGS], () => {
      expect(names()).toContain(mine);
      return Promise.resolve();
    });
  });
  expect(names()).toEqual([running]);
});
