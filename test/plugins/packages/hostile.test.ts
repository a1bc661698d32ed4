import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { namesIn } from "../../../src/host/paths.ts";
import { skillText } from "../../support/plugin.ts";
import { crateHouse, installedIn, putCrate, skillIn, syncedIn, withMetadata } from "./crate-house.ts";

const CRATE = "widget 1.2.3";
const USED = '[plugins]\nuse = ["widget"]\n';

describe("a hostile package", () => {
  test("PL-16 runs nothing: no hook, server, command, predicate or install command", async () => {
    const run = (name: string) => `command = { script = "${name}.sh", install_commands = ["touch $HOME/ran-install"] }`;
    const manifest = [
      'predicates = ["probe()"]',
      `[[hooks]]\nname = "h"\nevent = "SessionStart"\n${run("h")}`,
      `[[hooks]]\nname = "c"\nevent = "PreToolUse"\non-failure = "closed"\n${run("c")}`,
      `[[predicate]]\nname = "probe"\n${run("p")}`,
      '[[skills]]\nsource.path = "a"\npredicates = ["shell(touch $HOME/ran-shell)"]',
      '[[skills]]\nsource.git = "https://evil.example/skills"',
      '[[mcp_servers]]\nname = "s"\ncommand = "touch"\nargs = ["ran-server"]',
    ].join("\n");
    const script = "touch $HOME/ran-$0\n";
    const files = { "SYMPOSIUM.toml": manifest, "h.sh": script, "c.sh": script, "p.sh": script, ...skillIn("a", "gated") };
    await using house = await crateHouse({ crates: { [CRATE]: files }, config: USED });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual([]);
    expect(stderr).not.toContain("evil.example");
    const { stdout } = await house.run(["plugin", "show", "widget"]);
    expect(stdout.match(/waits for your consent/g)).toHaveLength(2);
    expect(house.has("home/ran-shell") || house.has("home/ran-install")).toBe(false);
    expect(namesIn(house.at("home/.symposium/closed"))).toEqual([]);
  });

  test("PL-32 reads nothing outside its folder: links and paths that lead out are refused", async () => {
    await using house = await crateHouse({
      crates: { [CRATE]: { "SYMPOSIUM.toml": '[[skills]]\nsource.path = "../../secret"\n' } },
      config: USED,
    });
    house.write("home/secret/stolen/SKILL.md", skillText("stolen"));
    house.write("home/.cargo/registry/secret/near/SKILL.md", skillText("near"));
    const folder = putCrate(house, CRATE, {});
    mkdirSync(join(folder, "skills"));
    symlinkSync(house.at("home/secret"), join(folder, "skills/linked"));
    mkdirSync(join(folder, "skills/leaky"));
    writeFileSync(join(folder, "skills/leaky/SKILL.md"), skillText("leaky"));
    symlinkSync(house.at("home/secret/stolen/SKILL.md"), join(folder, "skills/leaky/more.md"));
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual([]);
    expect(stderr).toMatch(/leads to .*secret, outside/);
  });

  test("PL-32 a manifest that is a link out is not read", async () => {
    await using house = await crateHouse({ crates: { [CRATE]: skillIn("skills", "spin") }, config: USED });
    house.write("home/outside.toml", 'name = "stolen"\n');
    symlinkSync(house.at("home/outside.toml"), join(putCrate(house, CRATE, {}), "SYMPOSIUM.toml"));
    const { stderr } = await syncedIn(house);
    expect(stderr).toMatch(/SYMPOSIUM\.toml: leads to .*outside\.toml, outside/);
    expect((await house.run(["plugin", "list"])).stdout).not.toContain("stolen");
  });

  test("a huge manifest costs a warning, and the usual folder counts", async () => {
    const files = { "SYMPOSIUM.toml": `# ${"x".repeat(2 * 1024 * 1024)}\n`, ...skillIn("skills", "spin") };
    await using house = await crateHouse({ crates: { [CRATE]: files }, config: USED });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["spin"]);
    expect(stderr).toContain("SYMPOSIUM.toml: is larger than 1 MiB\n");
  });

  test("thousands of chained packages are followed up to a limit", async () => {
    const edges = Array.from({ length: 2_000 }, (_, at) => `[[plugins]]\nsource.cargo = "absent${at}"\n`).join("");
    await using house = await crateHouse({ crates: { [CRATE]: { "SYMPOSIUM.toml": edges } }, config: USED });
    const { stderr } = await syncedIn(house);
    expect(stderr.match(/is not on this machine/g)).toHaveLength(100);
    expect(stderr.match(/more than 100 packages outside the workspace/g)).toHaveLength(1);
  });

  test("PL-20 a skill with 10,001 files is refused", async () => {
    await using house = await crateHouse({ crates: { [CRATE]: skillIn("skills", "spin") }, config: USED });
    const folder = join(putCrate(house, CRATE, {}), "skills/spin/files");
    mkdirSync(folder);
    for (let at = 0; at < 10_001; at++) writeFileSync(join(folder, String(at)), "");
    await house.run(["sync"]);
    expect(installedIn(house)).toEqual([]);
  });

  test.each([
    ["an escape sequence in the plugin's name", 'name = "\\u001b[2Jx"\n'],
    ["an escape sequence in a skill group", '[[skills]]\nsource.path = "\\u001b[2J"\n'],
    ["an escape sequence in an unknown key", '"\\u001b[2J" = 1\n'],
  ])("%s does not reach the terminal", async (_, manifest) => {
    await using house = await crateHouse({
      crates: { [CRATE]: { "SYMPOSIUM.toml": manifest, ...skillIn("skills", "spin") } },
      config: USED,
    });
    const { stdout, stderr } = await house.run(["sync"]);
    const { stdout: status } = await house.run(["status"]);
    const { stdout: list } = await house.run(["plugin", "list"]);
    expect(stdout + stderr + status + list).not.toContain("\u001b[2J");
  });

  test("PL-15 a package's mistakes are warnings, and other plugins do not notice", async () => {
    const plugins = {
      "mine/SYMPOSIUM.toml": 'name = "mine"\ncrates = ["*"]\n[[skills]]\nsource.path = "."\n',
      "mine/own/SKILL.md": skillText("own"),
    };
    const files = { "Cargo.toml": withMetadata(CRATE, 'hooks = "none"\ndepends-on = 3'), "SYMPOSIUM.toml": "= broken" };
    await using house = await crateHouse({ crates: { [CRATE]: files }, plugins, config: USED });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["own"]);
    expect(stderr).toContain("warning: ");
    expect(stderr).not.toContain("error: ");
  });
});
