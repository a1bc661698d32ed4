import { appendFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { agreedManifest } from "../support/agreed-manifest.ts";
import { runInProcess } from "../support/run-in-process.ts";

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

test("IX-10 PL-17 `status` and `sync` say that a guard of a changed manifest denies, and what to run", async () => {
  await using home = await agreedManifest();
  writeFileSync(home.services().places.config, CONFIG);
  appendFileSync(home.getPath("work/guard.sh"), "\n");
  const context = { ...home.services().context, cwd: home.getPath("work") };
  const told = /hook `guard` changed since you accepted it \(guard\.sh\), so what it guards is denied; run `symposium trust accept work`/;
  expect((await runInProcess({ args: ["status"], context })).stdout).toMatch(told);
  expect((await runInProcess({ args: ["sync"], context })).stderr).toMatch(told);
  expect(await runInProcess({ args: ["sync", "--check"], context })).toMatchObject({ exitCode: 1 });
});
