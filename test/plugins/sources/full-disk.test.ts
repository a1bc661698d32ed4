import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { program } from "../../foundation/programs.ts";
import { gitSandbox } from "./git-sandbox.ts";

const MAY_MOUNT = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]).status === 0;

/** Skipped where no file system can be mounted. */
test.skipIf(!MAY_MOUNT)("PL-4 a small disk that is really full: what was fetched stays, and the next run completes", async () => {
  await using sandbox = await gitSandbox({ cache: {} });
  const repository = sandbox.repository("r");
  sandbox.configure('name = "r"\ngit = "../../r"');
  const first = repository.git("rev-parse", "HEAD");
  repository.git("tag", "small");
  const second = repository.commit({ "large.bin": randomBytes(600_000).toString("base64") });
  repository.git("reset", "--quiet", "--hard", "small");
  const sync = `"${process.execPath}" "${program("symposium")}" plugin sync >>all.txt 2>&1 && code=0 || code=$?
echo "$code $(cat cache/symposium/plugin-sources/*/fetched.json | grep commit)" >>codes.txt`;
  writeFileSync(
    sandbox.at("on-a-small-disk.sh"),
    `set -e
mount -t tmpfs -o size=1m none cache
${sync}
git -C r reset --quiet --hard ${second}
${sync}
mount -o remount,size=8m cache
${sync}
ls -A cache/symposium/plugin-sources/* >left.txt
`,
  );
  const env = { ...sandbox.context.env, XDG_CACHE_HOME: sandbox.at("cache") };
  const ran = spawnSync("unshare", ["-rm", "sh", "on-a-small-disk.sh"], { cwd: sandbox.root, env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  const codes = readFileSync(sandbox.at("codes.txt"), "utf8").trim().split("\n");
  expect(codes.map((line) => line.replaceAll(/\s+"commit": "|",$/g, " ").trim())).toEqual([`0 ${first}`, `1 ${first}`, `0 ${second}`]);
  expect(readFileSync(sandbox.at("all.txt"), "utf8")).toMatch(/No space left|ENOSPC|write error|unable to write/);
  expect(readFileSync(sandbox.at("left.txt"), "utf8").trim().split("\n").sort()).toEqual(
    [first, second, "checked.json", "fetched.json"].sort(),
  );
});
