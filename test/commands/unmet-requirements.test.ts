/** A requirement that a hook runs without is a warning of `status`, and of nothing else. */

import { expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { household } from "./command-line.ts";

const MANIFEST = `name = "p"
crates = ["*"]
[[installations]]
name = "tool"
source = "cargo"
crate = "tool"
[[hooks]]
name = "h"
event = "PreToolUse"
script = "h.sh"
requirements = ["tool"]
`;
/** The same hook where its own command is not there either. */
const INACTIVE = MANIFEST.replace('script = "h.sh"', 'command = "tool"\nexecutable = "tool"');
const WARNING =
  "hook `h`: runs without its requirement: its program tool (cargo) is missing: it was not acquired yet; run `symposium sync`";

const withPlugin = (manifest: string) =>
  household({
    home: {
      ".symposium": {
        "config.toml": "[defaults]\nsymposium-recommendations = false\n",
        plugins: { p: { "SYMPOSIUM.toml": manifest, "h.sh": "" } },
      },
    },
  });

test("PG-9 `status` warns once, and no other command does", async () => {
  await using home = await withPlugin(MANIFEST);
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await home.run(args);
    return `${stdout}${stderr}`.split("runs without its requirement").length - 1;
  };
  expect(await run("plugin", "validate", `${home.home}/.symposium/plugins/p`, "--no-check-crates")).toBe(0);
  expect(await run("status")).toBe(1);
  expect(await run("plugin", "list")).toBe(0);
  expect(await run("plugin", "show", "p")).toBe(0);
  expect(await run("sync", "--dry-run")).toBe(0);
  expect((await home.run(["status"])).stdout).toContain(WARNING);
});

test("of an inactive hook it is never said", async () => {
  await using home = await withPlugin(INACTIVE);
  for (const args of [["status"], ["plugin", "list"], ["plugin", "validate", `${home.home}/.symposium/plugins/p`, "--no-check-crates"]]) {
    const { stdout, stderr } = await home.run(args);
    expect(stdout + stderr).not.toContain("runs without");
  }
  await using elsewhere = await withPlugin(MANIFEST.replace('["*"]', '["serde"]'));
  expect((await elsewhere.run(["status"])).stdout).not.toContain("runs without");
});

test("agents' users are not told at every session", async () => {
  await using home = await createHome({ p: { "SYMPOSIUM.toml": MANIFEST, "h.sh": "" } });
  const { stdout } = await home.call("claude-code", "SessionStart", capturedPayload("claude-code", "SessionStart"));
  expect(stdout).not.toContain("runs without");
});
