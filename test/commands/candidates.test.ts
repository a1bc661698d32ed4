/** Dependencies that carry a plugin of their own: `status` lists them, and the user decides. */

import { expect, test } from "vitest";

import { lockOf, pack } from "../support/cargo-workspace.ts";
import { skillText } from "../support/plugin.ts";
import { household, type Household } from "./command-line.ts";

const HOOK = '[[hooks]]\nname = "h"\nevent = "SessionStart"\nscript = "h.sh"\n';
const SKILL = skillText("carried");

/** A workspace with one path dependency, whose folder holds these files. */
async function carrying(files: Readonly<Record<string, string>>, plugins = ""): Promise<Household> {
  const config = `[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n${plugins}`;
  const house = await household({
    home: { ".symposium": { "config.toml": config } },
    project: {
      "Cargo.toml": pack("app", '[dependencies]\nwidget = { path = "widget" }\n'),
      "Cargo.lock": lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", []]),
    },
  });
  const all = { "Cargo.toml": pack("widget", "", "1.2.3"), ...files };
  for (const [path, text] of Object.entries(all)) house.write(`project/widget/${path}`, text);
  return house;
}

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly reason: string;
}

async function listed(house: Household): Promise<readonly Listed[]> {
  const { stdout } = await house.run(["status", "--json"]);
  const { answer } = JSON.parse(stdout) as { answer: { plugins: readonly Listed[] } };
  return answer.plugins.filter(({ name }) => name === "widget");
}

test.each([
  ["a manifest", { "SYMPOSIUM.toml": HOOK }],
  ["skills in the usual folder", { "skills/carried/SKILL.md": SKILL }],
  ["metadata of the first form", { "Cargo.toml": WITH('skills = [{ path = "guidance" }]') }],
  ["metadata of the later form", { "Cargo.toml": WITH('depends-on = ["widget"]') }],
])("L15 M8 a dependency with %s is a candidate, with the reason", async (_, files) => {
  await using house = await carrying(files);
  expect(await listed(house)).toMatchObject([
    { state: "candidate", reason: expect.stringMatching(/^found via dependency widget 1\.2\.3, awaiting consent/) },
  ]);
});

function WITH(table: string): string {
  return pack("widget", `[package.metadata.symposium]\n${table}\n`, "1.2.3");
}

test.each([
  ["no plugin", {}],
  ["an empty list of skills, though the folder is there", { "Cargo.toml": WITH("skills = []"), "skills/carried/SKILL.md": SKILL }],
])("M8 a dependency with %s is none", async (_, files) => {
  await using house = await carrying(files);
  expect(await listed(house)).toEqual([]);
});

test("L16 L17 `auto-enable` admits it, and `disable` beats that", async () => {
  const files = { "SYMPOSIUM.toml": HOOK, "skills/carried/SKILL.md": SKILL };
  await using declined = await carrying(files, '[plugins]\nauto-enable = ["*"]\nuse = ["widget"]\ndisable = ["widget"]\n');
  expect(await listed(declined)).toMatchObject([{ state: "disabled", reason: expect.stringContaining("declined") }]);
  await declined.run(["sync"]);
  expect((await declined.run(["status"])).stdout).not.toContain("carried");
  await using enabled = await carrying(files, '[plugins]\nauto-enable = ["*"]\n');
  expect(await listed(enabled)).toMatchObject([
    { state: "active", reason: expect.stringMatching(/^`\[plugins\] auto-enable`; waits for your consent/) },
  ]);
  await enabled.run(["sync"]);
  expect((await enabled.run(["status"])).stdout).toContain("  <project>/.claude/skills  carried\n");
});
