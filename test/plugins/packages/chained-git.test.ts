import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { gitAddress } from "../../../src/files/git/address.ts";
import { updateGroups } from "../../../src/plugins/sources/update-sources.ts";
import { answer, decide } from "../../support/consented.ts";
import { createHome } from "../../support/home.ts";
import { manifestText, skillText } from "../../support/plugin.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { userOf } from "../../support/temporary-home.ts";
import { createRepository } from "../sources/git-sandbox.ts";
import { installedIn } from "./crate-house.ts";
import { accept, CHAIN, decisions, fromSource, GUARD, stage } from "./git-stage.ts";

describe("PL-28 a repository that a source's plugin names", () => {
  test("is fetched by sync; its skills are installed, and its code asks with address and commit", async () => {
    await using there = await stage(fromSource());
    const url = `${there.server.url}/team/rules`;
    const { skills, stderr } = await there.sync();
    expect(skills).toEqual(["spin"]);
    expect(stderr).toContain("`rules` waits for your consent to run code: `symposium trust accept rules`");
    const commit = there.rules.git("rev-parse", "HEAD");
    expect(await decisions(there)).toEqual([{ plugin: "rules", id: `git:${url}`, version: commit, state: "waiting" }]);
    expect((await there.run("status")).stdout).toMatch(/rules [0-9a-f]{12,40} +chained from `guide`; waits for your consent/);
    expect((await there.run("plugin", "list")).stdout).toMatch(/rules [0-9a-f]{12,40} +active, 1 hook: chained from `guide`/);
    expect((await there.run("plugin", "show", "rules")).stdout).toContain(`git:${url} ${commit}`);
    expect((await there.run("plugin", "show", "guide")).stdout).toContain(`git:${url}`);
  });

  test("asks again when its branch moves to other bytes, and not when they are the same", async () => {
    await using there = await stage(fromSource('source.branch = "main"'));
    await there.sync();
    expect((await accept(there, "rules")).exitCode).toBe(0);
    expect(await decisions(there)).toMatchObject([{ state: "accepted" }]);
    there.rules.commit({});
    await there.sync();
    expect(await decisions(there)).toMatchObject([{ state: "accepted", version: there.rules.git("rev-parse", "HEAD") }]);
    there.rules.commit({ "guard.sh": "exit 0\n" });
    const { stderr } = await there.sync();
    expect(stderr).toContain("`rules`: hook `guard` changed since you accepted it (guard.sh)");
    expect(await decisions(there)).toMatchObject([{ state: "changed" }]);
  });

  test("takes a tag and a folder", async () => {
    await using there = await stage(fromSource('source.tag = "v1"\nsource.subdir = "inner/tools"'));
    there.rules.commit({ "inner/tools/SYMPOSIUM.toml": "", "inner/tools/skills/old/SKILL.md": skillText("old") });
    there.rules.git("tag", "v1");
    there.rules.commit({ "inner/tools/skills/new/SKILL.md": skillText("new") });
    expect((await there.sync()).skills).toEqual(["old"]);
    expect((await there.run("status")).stdout).toMatch(/active +tools [0-9a-f]+ +chained from `guide`/);
  });

  test("PL-4 stays as it was while it cannot be reached, with one message", async () => {
    await using there = await stage(fromSource());
    await there.sync();
    await accept(there, "rules");
    await there.server.close();
    const { skills, stderr } = await there.sync();
    expect(skills).toEqual(["spin"]);
    expect(stderr.match(/^(?:warning|error): .*$/gm)).toEqual([
      expect.stringMatching(/could not be updated: .*; the copy fetched on .* stays in use/),
    ]);
    expect(await decisions(there)).toMatchObject([{ state: "accepted" }]);
  });

  test("costs one warning where it was never fetched", async () => {
    await using there = await stage(fromSource());
    await there.server.close();
    const { stderr } = await there.sync();
    expect(stderr.match(/^(?:warning|error): .*$/gm)).toEqual([expect.stringMatching(/^warning: .*could not be fetched: /)]);
    expect((await there.run("status")).stdout).toMatch(/the plugin in .*team\/rules is missing: could not be fetched: /);
  });

  test("PL-32 is not fetched for an agent, nor with --update none", async () => {
    await using there = await stage(fromSource());
    await there.house.run(["sync"], { env: { PATH: process.env["PATH"] ?? "", CLAUDECODE: "1" } });
    await there.run("sync", "--update", "none");
    await there.house.run(["plugin", "sync"], { env: { PATH: process.env["PATH"] ?? "", CLAUDECODE: "1" } });
    expect(there.server.requests).toEqual([]);
  });

  test("PL-32 is not fetched for an agent that set no variable: the processes above tell", async () => {
    await using there = await stage(fromSource());
    const { house } = there;
    const context = { ...house.context, cwd: house.project, env: { PATH: process.env["PATH"] ?? "" }, now: Date.now };
    const ancestors = () => [{ pid: 7, file: "/usr/bin/codex", args: ["codex"] }];
    for (const args of [["sync"], ["plugin", "sync"]]) await runInProcess({ args, context, ancestors });
    expect(there.server.requests).toEqual([]);
    await runInProcess({ args: ["sync"], context });
    expect(there.server.requests).not.toEqual([]);
  });

  test("PL-16 `disable` names it by its address", async () => {
    await using there = await stage(fromSource());
    const url = `${there.server.url}/team/rules`;
    there.house.write(
      "home/.symposium/config.toml",
      `${there.house.read("home/.symposium/config.toml")}[plugins]\ndisable = ["git:${url}"]\n`,
    );
    expect((await there.sync()).skills).toEqual([]);
    expect(there.server.requests).toEqual([]);
  });

  test("PL-3 `plugin sync` fetches it, all or by name", async () => {
    await using there = await stage(fromSource());
    const name = `git:${there.server.url}/team/rules`;
    expect((await there.run("plugin", "sync")).stdout).toContain(name);
    there.rules.commit({ "more.txt": "x" });
    expect((await there.run("plugin", "sync", name)).stdout).toContain(there.rules.git("rev-parse", "HEAD").slice(0, 7));
  });

  test("says so where it has no plugin", async () => {
    await using there = await stage(fromSource('source.subdir = "docs"'));
    there.rules.commit({ "docs/readme.md": "x" });
    expect((await there.sync()).stderr).toMatch(/\/team\/rules\/\/docs has no plugin: there is no SYMPOSIUM.toml or plugin.json in it/);
  });
});

describe("PL-28 a repository that a package names", () => {
  const fromPackage = (more = "") => ({
    crates: (url: string) => ({ "widget 1.2.3": { "SYMPOSIUM.toml": CHAIN(url) + more } }),
    config: '[plugins]\nuse = ["widget"]\n',
  });

  test("PL-32 is fetched only after consent to the package, whose question names it", async () => {
    await using there = await stage(fromPackage());
    await there.sync();
    expect(there.server.requests).toEqual([]);
    expect((await there.run("trust", "show", "widget")).stdout).toContain(`git: ${there.server.url}/team/rules`);
    await accept(there, "widget");
    expect((await there.sync()).skills).toEqual(["spin"]);
    expect(await decisions(there)).toMatchObject([
      { plugin: "widget", state: "accepted" },
      { plugin: "rules", state: "waiting" },
    ]);
  });

  test("PL-17 is asked about in the same sync at a terminal, after the yes to the package", async () => {
    await using there = await stage(fromPackage());
    const [ENTER, DOWN] = ["\r", "\u001B[B"];
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 50 });
    const asked: string[] = [];
    output.on("data", (bytes: Buffer) => {
      const [, name] = /May (\w+) run this\?/.exec(stripVTControlCharacters(bytes.toString())) ?? [];
      if (name === undefined || asked.includes(name)) return;
      asked.push(name);
      setTimeout(() => input.write(DOWN), 30);
      setTimeout(() => input.write(ENTER), 120);
    });
    const { house } = there;
    const context = { ...house.context, env: { ...userOf(house.home), GIT_CONFIG_NOSYSTEM: "1" } };
    const ran = await runInProcess({ args: ["sync"], context, terminal: { input, output } });
    expect(ran, ran.stderr).toMatchObject({ exitCode: 0 });
    expect(asked).toEqual(["widget", "rules"]);
    expect(await decisions(there)).toMatchObject([{ state: "accepted" }, { state: "accepted" }]);
    expect(installedIn(house)).toEqual(["spin"]);
  });

  test("PL-32 is not a path on this machine", async () => {
    await using there = await stage({
      crates: () => ({ "widget 1.2.3": { "SYMPOSIUM.toml": CHAIN("/srv/private") } }),
      config: '[plugins]\nuse = ["widget"]\n',
    });
    await accept(there, "widget");
    expect((await there.sync()).stderr).toContain("git:/srv/private is a path on this machine, and a package may not name one");
  });

  test("PL-28 leads on, and a circle ends", async () => {
    await using there = await stage(fromPackage());
    there.rules.commit({ "SYMPOSIUM.toml": CHAIN(`${there.server.url}/team/rules`, 'source.branch = "main"') });
    await accept(there, "widget");
    await there.sync();
    await accept(there, "rules");
    const { stderr } = await there.sync();
    expect(stderr.match(/packages lead in a circle: cargo:widget → git:\S+ → git:\S+/g)).toHaveLength(1);
  });
});

test("PL-32 a repository's own plugin leads to no repository", async () => {
  await using there = await stage({});
  there.house.write("project/SYMPOSIUM.toml", CHAIN(`${there.server.url}/team/rules`));
  expect(await there.sync()).toEqual({ skills: [], stderr: "" });
  expect(there.server.requests).toEqual([]);
});

describe("PL-17 at hook time", () => {
  test("the hook of a chained repository runs after consent, and denies after the branch moved to other bytes", async () => {
    await using home = await createHome(
      {},
      { "config.toml": "[defaults]\nsymposium-recommendations = false\n", work: { ".git": { HEAD: "ref: refs/heads/main\n" } } },
    );
    const { context, places } = home.services();
    const rules = createRepository(home.getPath("rules"), { ...userOf(home.path), GIT_CONFIG_NOSYSTEM: "1" }, GUARD);
    mkdirSync(home.getPath("plugins/guide"), { recursive: true });
    writeFileSync(home.getPath("plugins/guide/SYMPOSIUM.toml"), manifestText("guide", CHAIN(rules.path)));
    const read = gitAddress(rules.path, { base: home.path });
    const fetched = () => updateGroups(read.ok ? [{ name: "rules", address: read.address }] : [], { level: "fetch", context, places });
    expect(await answer(home)).toBe("");
    expect(await fetched()).toMatchObject([{ state: "fetched" }]);
    expect(await answer(home), "waits").toBe("");
    decide(home, "accepted");
    expect(await answer(home)).toBe("deny: No. (rules/guard)");
    rules.commit({ "guard.sh": "exit 0\n" });
    await fetched();
    expect(await answer(home)).toContain("The hook rules/guard denies this call: it changed since you accepted it (guard.sh)");
    rmSync(join(places.cache, "plugins"), { recursive: true });
    expect(await answer(home)).toContain("`rules`, which you accepted, is missing or cannot be read");
    rmSync(home.getPath("plugins/guide"), { recursive: true });
    expect(await answer(home), "nothing leads there").toBe("");
  });
});
