import { describe, expect, test } from "vitest";

import { symposium } from "./command-line.ts";
import { manifestText } from "../support/plugin.ts";

const HOME = {
  ".symposium/config.toml": '[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "team"\npath = "../team"\n',
  ".symposium/plugins/serde-tools/SYMPOSIUM.toml": manifestText("Serde-Tools"),
  ".symposium/plugins/sleeper/SYMPOSIUM.toml": 'name = "serde-extras"\n',
  "team/other/SYMPOSIUM.toml": manifestText("myserde"),
  "team/alone/SKILL.md": "---\nname: alone\ndescription: Writes Serde code\n---\n",
  "team/unrelated/SYMPOSIUM.toml": manifestText("unrelated"),
};

describe("search", () => {
  test("L8 L9 finds parts of names and descriptions in any case, by source, and says what is dormant", async () => {
    const { stdout, exitCode } = await symposium(["search", "SERDE"], { home: HOME, calledAs: "cargo agents" });
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "from user-plugins:
        Serde-Tools
        serde-extras  dormant: \`cargo agents use serde-extras\` enables it

      from team:
        myserde
        alone (skill)  dormant: \`cargo agents use alone\` enables it
          Writes Serde code

      next: run \`cargo agents plugin show <name>\` to see one
      "
    `);
  });

  test("L8 as JSON with the origin of each", async () => {
    const { stdout } = await symposium(["search", "myserde", "--json"], { home: HOME });
    const { answer } = JSON.parse(stdout.replaceAll("\\\\", "/")) as { answer: object };
    expect(answer).toEqual({
      query: "myserde",
      sources: [
        {
          name: "team",
          origin: "~/team",
          found: [{ name: "myserde", kind: "plugin", source: "team", state: "active", reason: "source `team`", skills: [] }],
        },
      ],
      unavailable: [],
    });
  });

  test("PL-29 a registry that cannot be asked is a note, and an agent asks none", async () => {
    const asked = await symposium(["search", "myserde", "--registry"], { home: HOME, env: { PATH: "/nowhere" } });
    expect(asked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("from team:\n  myserde\n") });
    expect(asked.stderr).toMatch(/^(the (?:cargo|go|npm|pypi) registry was not searched: .+\n){4}$/);
    const agent = await symposium(["search", "myserde", "--registry"], { home: HOME, env: { PATH: "/nowhere", CLAUDECODE: "1" } });
    expect(agent.stderr).toBe("no registry was asked: an agent or `--update none` forbids it\n");
  });

  test("L9 nothing found is one line and no error", async () => {
    expect(await symposium(["search", "nothing"], { home: HOME })).toMatchObject({
      stdout: "no plugins matching `nothing` found\n",
      stderr: "",
      exitCode: 0,
    });
  });
});
