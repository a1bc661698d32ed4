import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Household, household } from "./command-line.ts";
import { pack } from "../support/cargo-workspace.ts";
import { manifestText } from "../support/plugin.ts";

const HOOK = '[[hooks]]\nname = "h"\nevent = "PreToolUse"\ncommand = { script = "h.sh" }\n';

/** A dormant plugin, one for every workspace, and one whose gate is closed. */
const PLUGINS = {
  "sleeper/SYMPOSIUM.toml": `name = "sleepy-tool"\n${HOOK}`,
  "sleeper/h.sh": "exit 0\n",
  "awake/SYMPOSIUM.toml": manifestText("awake", HOOK),
  "awake/h.sh": "exit 0\n",
  "gated/SYMPOSIUM.toml": `name = "gated"\ncrates = ["serde>=2"]\n${HOOK}`,
  "gated/h.sh": "exit 0\n",
};

function house(config = "") {
  const plugins = Object.fromEntries(Object.entries(PLUGINS).map(([path, text]) => [`.symposium/plugins/${path}`, text]));
  return household({ home: { ...plugins, ".symposium/config.toml": config } });
}

const configOf = ({ home }: Household) => readFileSync(join(home, ".symposium/config.toml"), "utf8");
const stateOf = async ({ run }: Household, name: string) => {
  const { answer } = JSON.parse((await run(["plugin", "list", "--json"])).stdout) as {
    answer: { sources: { plugins: { name: string; active: boolean }[] }[] };
  };
  return answer.sources.flatMap(({ plugins }) => plugins).find((plugin) => plugin.name === name)?.active;
};

describe("use", () => {
  test("L1 L6 the skills of a woken plugin are installed, and go when the entry is taken back", async () => {
    const config = '[defaults]\nsymposium-recommendations = false\n\n[[agent]]\nname = "claude"\n';
    await using there = await house(config);
    const plugin = join(there.home, ".symposium/plugins/sleeper");
    mkdirSync(join(plugin, "skills/nap"), { recursive: true });
    writeFileSync(join(plugin, "skills/nap/SKILL.md"), "---\nname: nap\ndescription: How to rest\n---\nRest.\n");
    writeFileSync(join(plugin, "SYMPOSIUM.toml"), 'name = "sleepy-tool"\n[[skills]]\nsource.path = "skills"\n');
    const installed = join(there.project, ".claude/skills/nap/SKILL.md");
    await there.run(["sync"]);
    expect(existsSync(installed)).toBe(false);
    expect((await there.run(["use", "sleepy-tool"])).exitCode).toBe(0);
    expect(configOf(there)).toContain(`use = [{ name = "sleepy-tool", workspace = "${there.project}" }]\n`);
    expect(readFileSync(installed, "utf8")).toContain("Rest.");
    expect((await there.run(["status"])).stdout).toContain("\nskills\n  <project>/.claude/skills  nap\n");
    expect((await there.run(["use", "sleepy-tool", "--remove"])).exitCode).toBe(0);
    expect(existsSync(installed)).toBe(false);
    expect(await there.run(["use", "sleepy-tool", "--remove"])).toMatchObject({
      stderr: "error: no `use` entry for `sleepy-tool` (this workspace); see `symposium status`\n",
      exitCode: 1,
    });
    expect(configOf(there)).toBe(config);
  });

  test("L5 wakes a dormant plugin in this workspace, and --remove puts it to sleep", async () => {
    await using there = await house();
    expect(await stateOf(there, "sleepy-tool")).toBe(false);
    const used = await there.run(["use", "sleepy_tool"]);
    expect(used).toMatchObject({ stdout: "`sleepy_tool` is now used in <project>\n", exitCode: 0 });
    expect(configOf(there)).toBe(`[plugins]\nuse = [{ name = "sleepy_tool", workspace = "${there.project}" }]\n`);
    expect(await stateOf(there, "sleepy-tool")).toBe(true);
    expect(await there.run(["use", "sleepy-tool", "--remove"])).toMatchObject({
      stdout: "`sleepy-tool` is no longer used in <project>\n",
      exitCode: 0,
    });
    expect(configOf(there)).toBe("");
    expect(await stateOf(there, "sleepy-tool")).toBe(false);
  });

  test("L18 in another workspace it goes on sleeping", async () => {
    await using there = await house();
    await there.run(["use", "sleepy-tool"]);
    const elsewhere = join(there.home, "elsewhere");
    mkdirSync(join(elsewhere, ".git"), { recursive: true });
    mkdirSync(join(there.project, "deep/er"), { recursive: true });
    const lines = await Promise.all([elsewhere, join(there.project, "deep/er")].map((cwd) => there.run(["status"], { cwd })));
    expect(lines.map(({ stdout }) => /^ {2}(\w+) +sleepy-tool /m.exec(stdout)?.[1])).toEqual(["dormant", "active"]);
  });

  test("L2 --global records the name alone, everywhere", async () => {
    await using there = await house('# mine\n[plugins]\ndisable = ["other"]\n');
    const ran = await there.run(["use", "--global", "sleepy-tool"], { cwd: there.home });
    expect(ran).toMatchObject({ stdout: "`sleepy-tool` is now used everywhere\n", exitCode: 0 });
    expect(configOf(there)).toBe('# mine\n[plugins]\ndisable = ["other"]\nuse = ["sleepy-tool"]\n');
    expect((await there.run(["use", "sleepy-tool"])).stdout).toBe("`sleepy-tool` is used everywhere already\n");
    expect((await there.run(["use", "sleepy-tool", "--global"])).stdout).toBe("`sleepy-tool` is used everywhere already\n");
    expect(configOf(there)).toBe('# mine\n[plugins]\ndisable = ["other"]\nuse = ["sleepy-tool"]\n');
  });

  test("L3 an unknown name is an error with a name that is near, and nothing is recorded", async () => {
    await using there = await house("# mine\n");
    expect(await there.run(["use", "sleepy-tol"])).toEqual({
      stdout: "",
      stderr:
        "error: no crate or plugin named `sleepy-tol` found (try `symposium search sleepy-tol`)\n\nhint: did you mean `sleepy-tool`?\n",
      exitCode: 1,
    });
    expect((await there.run(["use", "zzzzzz"], { calledAs: "cargo agents" })).stderr).toBe(
      "error: no crate or plugin named `zzzzzz` found (try `cargo agents search zzzzzz`)\n",
    );
    expect(configOf(there)).toBe("# mine\n");
  });

  test("M5 an unknown ecosystem is an error that names the known ones", async () => {
    await using house = await household({ project: { "Cargo.toml": "" } });
    const { stderr, exitCode } = await house.run(["use", "conda:widget"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("`conda` is not a known ecosystem");
    expect(stderr).toContain("cargo:<name>");
  });

  test("a dependency that brings no plugin is an error of its own", async () => {
    await using there = await house("# mine\n");
    there.write("project/Cargo.toml", pack("app", '[dependencies]\nserde_json = { path = "serde_json" }\n'));
    there.write("project/serde_json/Cargo.toml", pack("serde_json"));
    expect((await there.run(["use", "serde-json"])).stderr).toBe(
      "error: `serde-json` is a dependency of this workspace, but it brings no plugin\n\n" +
        "hint: `symposium search serde-json` looks for a plugin about it\n",
    );
    expect(configOf(there)).toBe("# mine\n");
  });

  test("a skill that belongs to no plugin is woken in the same way", async () => {
    await using there = await house();
    mkdirSync(join(there.home, ".symposium/plugins/alone"));
    writeFileSync(join(there.home, ".symposium/plugins/alone/SKILL.md"), "---\nname: alone\ndescription: x\n---\n");
    expect((await there.run(["use", "alone"])).exitCode).toBe(0);
    expect((await there.run(["status"])).stdout).toMatch(/^ {2}active {4}alone \(skill\) {2}`\[plugins\] use`$/m);
  });

  test("L4 what is active already, or will be by itself, is not recorded", async () => {
    await using there = await house("# mine\n");
    expect(await there.run(["use", "awake"])).toMatchObject({
      stdout: "`awake` of source `user-plugins` is active already; nothing to record\n",
      exitCode: 0,
    });
    const { stdout, exitCode } = await there.run(["use", "gated", "--global"]);
    expect(stdout).toMatch(
      /^`gated` of source `user-plugins` becomes active by itself where it applies; here it does not: .*serde.*; nothing to record\n$/,
    );
    expect(exitCode).toBe(0);
    expect(configOf(there)).toBe("# mine\n");
  });

  test("L7 --remove takes out the entry of its own scope only, and a second time says that there is none", async () => {
    await using there = await house();
    await there.run(["use", "sleepy-tool"]);
    expect(await there.run(["use", "sleepy-tool", "--global", "--remove"])).toMatchObject({
      stderr: "error: no `use` entry for `sleepy-tool` (--global); see `symposium status`\n",
      exitCode: 1,
    });
    expect((await there.run(["use", "sleepy-tool", "--remove"])).exitCode).toBe(0);
    expect(await there.run(["use", "sleepy-tool", "--remove"])).toMatchObject({
      stderr: "error: no `use` entry for `sleepy-tool` (this workspace); see `symposium status`\n",
      exitCode: 1,
    });
  });

  test("an entry of a plugin that is no longer there can be taken out", async () => {
    await using there = await house('[plugins]\nuse = ["gone"]\n');
    expect((await there.run(["use", "gone", "--global", "--remove"])).exitCode).toBe(0);
    expect(configOf(there)).toBe("");
  });

  test("outside a workspace only --global has a meaning", async () => {
    await using there = await house();
    expect(await there.run(["use", "sleepy-tool"], { cwd: there.home })).toMatchObject({
      stderr: "error: ~ is not in a workspace\n\nhint: run it in a project, or run `symposium use sleepy-tool --global`\n",
      exitCode: 1,
    });
  });

  test("`disable` beats it, and it says so", async () => {
    await using there = await house('[plugins]\ndisable = ["sleepy-tool"]\n');
    const { stderr, exitCode } = await there.run(["use", "sleepy-tool"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("warning: `sleepy-tool` stays off: it is in `disable` under [plugins], which beats `use`\n");
    expect(await stateOf(there, "sleepy-tool")).toBe(false);
  });

  test("PL-25 as JSON it has one answer, with that of the sync in it", async () => {
    await using there = await house('[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n');
    const { answer } = JSON.parse((await there.run(["use", "sleepy-tool", "--json"])).stdout) as { answer: object };
    expect(answer).toMatchObject({ name: "sleepy-tool", workspace: "<project>", change: "added", sync: { dryRun: false } });
    const again = JSON.parse((await there.run(["use", "sleepy-tool", "--json"])).stdout) as { answer: object };
    expect(again.answer).toEqual({ name: "sleepy-tool", workspace: "<project>", change: "none", sync: null });
  });

  test("a config that cannot be read or written stays as it is", async () => {
    await using there = await house("use = [");
    expect(await there.run(["use", "sleepy-tool"])).toMatchObject({ exitCode: 1 });
    expect(configOf(there)).toBe("use = [");
    writeFileSync(join(there.home, ".symposium/config.toml"), '[plugins]\nuse = "all"\n');
    const { stderr, exitCode } = await there.run(["use", "sleepy-tool"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("plugins.use already has another value");
    expect(configOf(there)).toBe('[plugins]\nuse = "all"\n');
  });
});

test("a workspace's own plugin needs no entry, and `use` says who asks about it", async () => {
  const project = { "Cargo.toml": pack("app"), "SYMPOSIUM.toml": `name = "own"\n${HOOK}`, "h.sh": "exit 0\n" };
  await using home = await household({ project });
  const { stdout, exitCode } = await home.run(["use", "own"]);
  expect({ stdout, exitCode }).toEqual({
    stdout: "`own` comes with this workspace and needs no entry; nothing to record\n`symposium trust ask own` asks whether it may run\n",
    exitCode: 0,
  });
});
