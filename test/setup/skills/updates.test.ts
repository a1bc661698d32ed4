import { describe, expect, test } from "vitest";

import { gitSandbox } from "../../plugins/sources/git-sandbox.ts";
import { cargoHouse, type House } from "../cargo-house.ts";
import { callHook, refresh } from "../hook-calls.ts";
import { manifest, skillText } from "../../support/plugin.ts";

const MINUTE = 60_000;
const bodyOf = (there: House, name: string) => there.read(`project/.claude/skills/${name}/SKILL.md`).split("---\n")[2]?.trim();
const skill = (name: string, body: string) => ({ "a/SKILL.md": skillText(name, 'crates: "*"', body) });

/** A source and a group of skills, each in a repository of its own. */
async function house(source: string, group: string, autoUpdate = true) {
  return cargoHouse({
    config: `sync-debounce-secs = 0\nauto-update = "off"\n[[plugin-source]]\nname = "far"\ngit = "${source}"\nauto-update = ${autoUpdate}\n`,
    plugins: { p: manifest("p", `[[skills]]\nsource.git = "${group}"\n`) },
  });
}

describe("skills of repositories", () => {
  test("PL-3 PL-22 --update says how eagerly sources and groups are asked; what takes long is told while it runs", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source", skill("of-source", "one"));
    const group = sandbox.repository("group", skill("of-group", "one"));
    await using there = await house(source.path, group.path);
    const bodies = () => [bodyOf(there, "of-source"), bodyOf(there, "of-group")];
    const { stderr } = await there.sync();
    expect(stderr).toMatch(/^.*fetching far$/m);
    expect(bodies()).toEqual(["one", "one"]);
    source.commit(skill("of-source", "two"));
    group.commit(skill("of-group", "two"));
    await there.sync();
    expect(bodies()).toEqual(["one", "one"]);
    await there.sync("--update", "check");
    expect(bodies()).toEqual(["two", "two"]);
    const marker = JSON.parse(there.read("project/.claude/skills/of-source/.symposium")) as { origin: { kind: string; commit: string } };
    expect(marker.origin).toMatchObject({ kind: "git", commit: source.git("rev-parse", "HEAD") });
  });

  test("PL-3 what is cached is checked again after a minute; with auto-update = false only by --update fetch", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source", skill("of-source", "one"));
    const group = sandbox.repository("group", skill("of-group", "one"));
    await using there = await house(source.path, group.path, false);
    await using following = await house(source.path, group.path);
    await there.sync();
    await following.sync();
    source.commit(skill("of-source", "two"));
    const later = { now: () => Date.now() + 2 * MINUTE };
    await following.run(["sync"], later);
    expect(bodyOf(following, "of-source")).toBe("two");
    await there.run(["sync"], later);
    await there.sync("--update", "check");
    expect(bodyOf(there, "of-source")).toBe("one");
    await there.sync("--update", "fetch");
    expect(bodyOf(there, "of-source")).toBe("two");
  });

  test("PL-3 PL-23 no hook call asks a repository: a session that begins leaves it to a process of its own", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source", skill("of-source", "one"));
    const group = sandbox.repository("group", skill("of-group", "one"));
    await using there = await house(source.path, group.path);
    await there.sync();
    source.commit(skill("of-source", "two"));
    const soon = await callHook(there, "SessionStart");
    expect(soon.refreshes).toEqual([]);
    const later = () => Date.now() + 2 * MINUTE;
    for (const event of ["PreToolUse", "UserPromptSubmit"]) expect((await callHook(there, event, { now: later })).refreshes).toEqual([]);
    const call = await callHook(there, "SessionStart", { now: later, session: "s2" });
    expect(call.refreshes).toEqual([there.project]);
    expect(bodyOf(there, "of-source")).toBe("one");
    await refresh(there, later);
    expect(bodyOf(there, "of-source")).toBe("two");
  });
});
