import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { runManager } from "../../src/packages/run-manager.ts";

const NPM = { name: "npm", errorLine: /^npm error/, patienceMs: 10_000, env: { SystemRoot: "C:\\Windows" } };

test.skipIf(process.platform === "win32")("PL-32 a package manager that is a batch file is started by Windows' own shell", async () => {
  await using fixture = await createFixture({});
  const run = (...args: string[]) => runManager({ ...NPM, file: "C:\\Program Files\\nodejs\\npm.cmd" }, args, fixture.path);
  expect(await run("pack", "--", "x@1 || 2")).toMatchObject({ failure: expect.stringContaining("C:\\Windows\\System32\\cmd.exe") });
  expect(await run("search", "--", "a\nb")).toMatchObject({ failure: expect.stringContaining("is a batch file") });
});
