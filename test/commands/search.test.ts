import { describe, expect, test } from "vitest";

import { household, symposium } from "./command-line.ts";
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

  test("PL-29 skills inside plugins and packages are found, active or not, and nothing is fetched", async () => {
    const skill = (name: string, text: string) => `---\nname: ${name}\ndescription: ${text}\n---\n`;
    const home = {
      ...HOME,
      "team/closed/SYMPOSIUM.toml": 'name = "closed"\ncrates = ["absent"]\n[[skills]]\nsource.path = "skills"\n',
      "team/closed/skills/tables/SKILL.md": skill("tables", "Draws Flowcharts"),
      "team/closed/skills/other/SKILL.md": skill("other", "Something else"),
      "team/sleeping/SYMPOSIUM.toml": 'name = "sleeping"\n[[skills]]\nsource.path = "skills"\n',
      "team/sleeping/skills/x/SKILL.md": skill("flowcharts-of-errors", "X"),
      "team/remote/SYMPOSIUM.toml": 'name = "remote"\ncrates = ["*"]\n[[skills]]\nsource.git = "https://127.0.0.1:1/r"\n',
      "team/out/SYMPOSIUM.toml": 'name = "out"\ncrates = ["*"]\n[[skills]]\nsource.path = "../closed/skills"\n',
    };
    const project = {
      "package.json": '{ "dependencies": { "charts": "1.0.0", "plain": "1.0.0" } }',
      "node_modules/charts/package.json": '{ "name": "charts", "version": "1.0.0" }',
      "node_modules/charts/skills/a/SKILL.md": skill("axes", "Labels the axes of flowcharts"),
      "node_modules/plain/package.json": '{ "name": "plain", "version": "1.0.0" }',
    };
    await using there = await household({ home, project, env: { PATH: "/nowhere" } });
    const { stdout, stderr } = await there.run(["search", "flowchart"]);
    expect(stderr).toBe("");
    expect(stdout).toMatchInlineSnapshot(`
      "from team:
        closed
          tables (skill)
            Draws Flowcharts
        out
          tables (skill)
            Draws Flowcharts
        sleeping  dormant: \`symposium use sleeping\` enables it
          flowcharts-of-errors (skill)
            X

      from dependencies:
        charts 1.0.0  not enabled: \`symposium use charts\` enables it
          axes (skill)
            Labels the axes of flowcharts

      next: run \`symposium plugin show <name>\` to see one
      "
    `);
    const { answer } = JSON.parse((await there.run(["search", "axes", "--json"])).stdout) as { answer: { sources: readonly object[] } };
    expect(answer.sources).toMatchObject([
      { name: "dependencies", found: [{ name: "charts", skillsFound: [{ name: "axes", description: "Labels the axes of flowcharts" }] }] },
    ]);
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
