import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { household } from "../commands/command-line.ts";
import { program } from "../foundation/programs.ts";

const MAY_MOUNT = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]).status === 0;

/** Skipped where no file system can be mounted. */
test.skipIf(!MAY_MOUNT)("PL-17 a small disk that is really full: nothing is half-written, and the earlier record stays", async () => {
  const hook = (name: string) => `[[hooks]]\nname = "${name}"\nevent = "PreToolUse"\ncommand = { script = "${name}.sh" }\n`;
  await using here = await household({
    home: { ".symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n" },
    project: { "SYMPOSIUM.toml": `name = "house-rules"\n${hook("one")}`, "one.sh": "exit 0\n", "two.sh": "exit 0\n" },
  });
  const digest = async () => {
    const { stdout } = await here.run(["trust", "show", "house-rules", "--json"]);
    return (JSON.parse(stdout) as { answer: { plugins: { digest: string }[] } }).answer.plugins[0]!.digest;
  };
  expect((await here.run(["trust", "accept", "house-rules", "--digest", await digest()])).exitCode).toBe(0);
  const before = here.read("home/.symposium/consent.json");
  here.write("project/SYMPOSIUM.toml", `name = "house-rules"\n${hook("one")}${hook("two")}`);
  const script = `set -e
mkdir "$1" && mount -t tmpfs -o size=256k none "$1" && cp -a "$HOME/." "$1"
dd if=/dev/zero of="$1/filler" bs=1k count=1000 2>/dev/null || :
HOME="$1" "$2" "$3" trust accept house-rules --digest "$4" >"$5.out" 2>&1 && exit 9 || :
rm "$1/filler"
cat "$1/.symposium/consent.json" >"$5.record"
find "$1/.symposium" -name '.*tmp*' >"$5.left"`;
  const ran = spawnSync(
    "unshare",
    ["-rm", "sh", "-c", script, "sh", here.at("disk"), process.execPath, program("symposium"), await digest(), here.at("said")],
    { cwd: here.project, env: { PATH: process.env["PATH"] ?? "", HOME: here.home }, encoding: "utf8" },
  );
  expect(ran.status, ran.stderr).toBe(0);
  const said = here.read("said.out");
  expect(said).toMatch(/cannot write .*consent\.json/);
  expect(said).toMatch(/disk/);
  expect(said).not.toContain("This is a bug");
  expect(here.read("said.record")).toBe(before);
  expect(here.read("said.left")).toBe("");
});
