import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { basename, delimiter } from "node:path";

import { expect, test } from "vitest";

test("PG-6 tests, which kill package managers, reach neither a user's home folder nor a version manager's shim", () => {
  expect([process.env["HOME"], process.env["USERPROFILE"]]).not.toContain(userInfo().homedir);
  expect((process.env["PATH"] ?? "").split(delimiter).map((folder) => basename(folder))).not.toContain("shims");
});

test.skipIf(spawnSync("python3", ["--version"]).status !== 0)("PG-6 tests start Python itself", () => {
  const { stdout } = spawnSync("sh", ["-c", "command -v python3; python3 -I -c 'import sys; print(sys.executable)'"], { encoding: "utf8" });
  const [found, itself] = stdout.trim().split("\n");
  expect(found).toBe(itself);
});
