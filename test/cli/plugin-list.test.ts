import { describe, expect, test } from "vitest";

import { symposium } from "./command-line.ts";
import { manifest } from "../support/plugin.ts";

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
        not available: has not been fetched yet: run \`symposium plugin sync\`

      error: ~/.symposium/plugins/broken/SYMPOSIUM.toml:3:1: not valid TOML: invalid value
      "
    `);
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
