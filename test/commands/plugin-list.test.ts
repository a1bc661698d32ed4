import { renameSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { gitSandbox } from "../plugins/sources/git-sandbox.ts";
import { manifest, manifestText } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { symposium } from "./command-line.ts";

const HOOK = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\nscript = "check.sh"\n';

const home = {
  ".symposium": {
    "config.toml":
      '[defaults]\nsymposium-recommendations = false\n[plugins]\ndisable = ["off"]\n[[plugin-source]]\nname = "work"\npath = "more"\n[[plugin-source]]\nname = "far"\ngit = "https://example.org/p"\n',
    plugins: {
      guard: { ...manifest("guard", HOOK), "check.sh": "" },
      gated: { "SYMPOSIUM.toml": 'name = "gated"\ncrates = ["serde"]\n' },
      off: manifest("off"),
      broken: { "SYMPOSIUM.toml": 'name = "broken"\ncrates = [\n' },
    },
    more: {},
  },
};

describe("plugin list", () => {
  test("shows sources in order, plugins with the reason why they do nothing, and problems", async () => {
    const { stdout, stderr, exitCode } = await symposium(["plugin", "list"], { home });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toMatchInlineSnapshot(`
      "user-plugins  ~/.symposium/plugins
        gated  inactive: needs serde, but this folder is not in a workspace
        guard  active, 1 hook
        off    inactive: is disabled in the config file

      work  ~/.symposium/more
        no plugins

      far  https://example.org/p
        not available: has not been fetched yet: run \`symposium plugin sync far\`

      error: ~/.symposium/plugins/broken/SYMPOSIUM.toml:3:1: not valid TOML: the list or table before this line is not closed
      hint: add ] or }
      "
    `);
  });

  test("a plugin is in one of two sources of one name, whose folders begin alike", async () => {
    const sources = '[[plugin-source]]\nname = "work"\npath = "a"\n[[plugin-source]]\nname = "work"\npath = "ab"\n';
    const config = `[defaults]\nsymposium-recommendations = false\nuser-plugins = false\n${sources}`;
    const alike = { ".symposium": { "config.toml": config, a: {}, ab: { guard: manifest("guard") } } };
    const { stdout } = await symposium(["plugin", "list"], { home: alike });
    expect(stdout).toContain("work  ~/.symposium/a\n  no plugins\n\nwork  ~/.symposium/ab\n  guard  active, 0 hooks\n");
  });

  test("-v adds manifests and active hooks", async () => {
    const { stdout } = await symposium(["plugin", "list", "-v"], { home });
    expect(stdout).toContain("  guard  active, 1 hook\n    ~/.symposium/plugins/guard/SYMPOSIUM.toml\n    check  active\n");
  });

  test("--update fetches git sources first, and a failure is a warning", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r", { "a/SYMPOSIUM.toml": manifestText("fetched-plugin") });
    sandbox.configure('name = "r"\ngit = "../../r"');
    const list = (...args: string[]) =>
      runInProcess({ args: ["plugin", "list", ...args], context: sandbox.context, dist: sandbox.at("dist") });
    expect((await list()).stdout).toContain("has not been fetched yet: run `symposium plugin sync r`");
    expect((await list("--update", "none")).stdout).toContain("has not been fetched yet");
    expect(await list("--update", "check")).toMatchObject({ stdout: expect.stringContaining("fetched-plugin  active"), exitCode: 0 });
    renameSync(repository.path, `${repository.path}-away`);
    const { stdout, stderr, exitCode } = await list("--update", "fetch");
    expect(stdout).toContain("fetched-plugin  active");
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("warning: source `r` could not be updated"), exitCode: 0 });
  });

  test("gives the same as data", async () => {
    const { stdout } = await symposium(["plugin", "list", "--json"], { home });
    const { answer } = JSON.parse(stdout);
    expect(answer.sources.map((source: { name: string }) => source.name)).toEqual(["user-plugins", "work", "far"]);
    expect(answer.sources[0].plugins).toContainEqual({
      name: "guard",
      active: true,
      manifest: "~/.symposium/plugins/guard/SYMPOSIUM.toml",
      hooks: [{ name: "check", active: true }],
    });
    expect(answer.problems).toMatchObject([
      { severity: "error", file: "~/.symposium/plugins/broken/SYMPOSIUM.toml", position: { line: 3 } },
    ]);
  });

  test("a broken config file is an error with its place", async () => {
    const { stdout, stderr, exitCode } = await symposium(["plugin", "list"], { home: { ".symposium/config.toml": "[plugins\n" } });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toMatch(/^error: ~\/\.symposium\/config\.toml:1:\d+: /);
  });

  test("without anything lists the two built-in sources", async () => {
    const { stdout } = await symposium(["plugin", "list"]);
    expect(stdout).toContain("user-plugins  ~/.symposium/plugins\n  no plugins\n");
    expect(stdout).toContain("symposium-recommendations  https://");
  });
});
