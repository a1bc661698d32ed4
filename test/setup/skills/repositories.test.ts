import { describe, expect, test } from "vitest";

import { gitSandbox } from "../../plugins/sources/git-sandbox.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";
import { cargoHouse, type House } from "../cargo-house.ts";

const skill = (name: string, body?: string) => skillText(name, 'crates: "*"', body);
const sourceAt = (path: string) => `sync-debounce-secs = 0\n[[plugin-source]]\nname = "far"\ngit = "${path}"\n`;
const fetched = (there: House) => there.sync("--update", "fetch");

function originOf(there: House, name: string): unknown {
  return (JSON.parse(there.read(`project/.claude/skills/${name}/.symposium`)) as { readonly origin: unknown }).origin;
}

describe("skills out of repositories", () => {
  test("PL-20 PL-8 are known by repository, commit and path, and follow it", async () => {
    await using sandbox = await gitSandbox();
    const group = sandbox.repository("group.git", { "some/dir/a/SKILL.md": skill("a") });
    const source = sandbox.repository("source.git", {
      "p/SYMPOSIUM.toml": manifestText("p", skillGroup(`source.git = "${group.path}"\nsource.subdir = "some"`)),
      "alone/SKILL.md": skill("alone"),
    });
    await using there = await cargoHouse({ config: sourceAt(source.path) });
    await fetched(there);
    expect(there.installed()).toEqual(["a", "alone"]);
    const repository = (name: string) => expect.stringContaining(name) as string;
    const commit = group.git("rev-parse", "HEAD");
    expect(originOf(there, "a")).toEqual({ kind: "git", repository: repository("group.git"), commit, path: "some/dir/a" });
    expect(originOf(there, "alone")).toMatchObject({ kind: "git", repository: repository("source.git"), path: "alone" });

    const second = group.commit({ "some/dir/a/SKILL.md": skill("a", "new"), "some/b/SKILL.md": skill("b") });
    const { changes } = (await there.syncJson("--update", "fetch")).skills;
    expect(changes.find(({ action }) => action === "update")).toMatchObject({
      skill: "a",
      reason: expect.stringContaining(second.slice(0, 12)) as string,
    });
    expect(there.installed()).toEqual(["a", "alone", "b"]);
    expect(there.read("project/.claude/skills/a/SKILL.md")).toContain("new");
    expect((await fetched(there)).stdout).not.toMatch(/^(?:installed|updated|removed)/m);
  });

  test("PL-4 go when they do not apply any more, though their repository is gone: what was fetched earlier is known", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source.git", { "a/SKILL.md": skill("a"), "b/SKILL.md": skill("b") });
    await using there = await cargoHouse({ config: sourceAt(source.path) });
    await fetched(there);
    sandbox.remove("source.git");
    there.write("home/.symposium/config.toml", `${there.read("home/.symposium/config.toml")}[plugins]\ndisable = ["a"]\n`);
    await fetched(there);
    expect(there.installed()).toEqual(["b"]);
  });

  test("PL-4 stay as they were where a new commit broke them", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source.git", { "x/a/SKILL.md": skill("a"), "x/b/SKILL.md": skill("b") });
    await using there = await cargoHouse({ config: sourceAt(source.path) });
    await fetched(there);
    source.commit({ "x/a/SKILL.md": "broken", "x/b/SKILL.md": null });
    await fetched(there);
    expect(there.installed()).toEqual(["a"]);
    expect(there.read("project/.claude/skills/a/SKILL.md")).toBe(skill("a"));
  });

  test("PL-20 do not come from outside their repository", async () => {
    await using sandbox = await gitSandbox({ elsewhere: { "SKILL.md": skill("mine") } });
    const source = sandbox.repository("source.git", {
      "p/SYMPOSIUM.toml": manifestText("p", skillGroup(`source.path = "${sandbox.at("elsewhere")}"`)),
    });
    await using there = await cargoHouse({ config: sourceAt(source.path) });
    expect((await fetched(there)).stderr).toMatch(/elsewhere.*so it is not read/);
    expect(there.installed()).toEqual([]);
  });
});
