import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { serve } from "../../plugins/sources/git-server.ts";
import { createRepository, type Repository } from "../../plugins/sources/git-sandbox.ts";
import { NOW } from "./sandbox.ts";
import { cargoLock, cargoToml, HEAD, syncSandbox, type SyncSandbox } from "./sync-sandbox.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";

let sandbox: SyncSandbox;
let source: Repository;
let group: Repository;
let clock = NOW;
beforeEach(async () => {
  clock = NOW;
  sandbox = await syncSandbox(["serde"], {});
  const env = { HOME: sandbox.home, PATH: process.env["PATH"] ?? "" };
  group = createRepository(sandbox.at("group"), env, { "grouped/SKILL.md": skillText("grouped") });
  source = createRepository(sandbox.at("source"), env, {
    "p/SYMPOSIUM.toml": manifestText("p", skillGroup(), 'crates = ["serde"]'),
    "p/skills/one/SKILL.md": skillText("one"),
    "g/SYMPOSIUM.toml": manifestText("g", skillGroup(`source.git = "${group.path}"`), 'crates = ["serde"]'),
  });
  configure(source.path);
  const ran = await sync();
  if (ran.exitCode !== 0 || sandbox.installed().join() !== "grouped,one") throw new Error(ran.stderr);
});
afterEach(() => sandbox[Symbol.asyncDispose]());

function configure(address: string, more = ""): void {
  sandbox.write(".symposium/config.toml", `${HEAD}[[plugin-source]]\nname = "far"\ngit = "${address}"\n${more}`);
}

/** Long after the last time, so that repositories are asked again. */
function sync(...args: readonly string[]) {
  clock += 3_600_000;
  return sandbox.sync(args, { now: () => clock, env: { GIT_CONFIG_NOSYSTEM: "1" } });
}

const cachesIn = (parent: string) => {
  const folder = join(sandbox.home, ".symposium/cache", parent);
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};

describe("PL-2 PL-4 a source that fails keeps what came from it, says so, and goes on when it is there again", () => {
  test("repositories that are gone, and there again", async () => {
    for (const { path } of [source, group]) renameSync(path, `${path}.away`);
    for (const level of ["none", "check", "fetch"]) {
      const ran = await sync("--update", level);
      expect(ran.exitCode, ran.stderr).toBe(0);
      expect(ran.stderr).toMatch(/source `far` could not be updated: [^]*; the copy fetched on 2026-11-15 stays in use/);
      expect(sandbox.installed()).toEqual(["grouped", "one"]);
    }
    for (const { path } of [source, group]) renameSync(`${path}.away`, path);
    source.commit({ "p/skills/two/SKILL.md": skillText("two") });
    expect((await sync()).stderr).not.toContain("could not");
    expect(sandbox.installed()).toEqual(["grouped", "one", "two"]);
  });

  test("history that was rewritten, and a branch that vanished", async () => {
    source.git("checkout", "--quiet", "--orphan", "fresh");
    source.commit({ "p/skills/two/SKILL.md": skillText("two") });
    source.git("branch", "--quiet", "--force", "main", "fresh");
    source.git("checkout", "--quiet", "main");
    expect((await sync()).stderr).not.toContain("could not");
    expect(sandbox.installed()).toEqual(["grouped", "one", "two"]);
    configure(source.path, 'branch = "main"\n');
    expect((await sync()).exitCode).toBe(0);
    source.git("branch", "--quiet", "--move", "main", "trunk");
    const ran = await sync();
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("there is no branch `main`") });
    expect(sandbox.installed()).toEqual(["grouped", "one", "two"]);
    source.git("branch", "main");
    source.commit({ "p/skills/two": null });
    source.git("branch", "--force", "main", "trunk");
    await sync();
    expect(sandbox.installed()).toEqual(["grouped", "one"]);
  });

  test("a source that was never fetched, at a port where no one listens", async () => {
    const server = await serve(() => {});
    await server.close();
    for (const cache of [...cachesIn("plugin-sources"), ...cachesIn("plugins")]) rmSync(cache, { recursive: true });
    configure(`${server.url}/o/r.git`);
    const ran = await sync();
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/source `far` could not be fetched: /);
    expect(sandbox.installed()).toEqual(["grouped", "one"]);
    configure(source.path);
    expect((await sync()).stderr).not.toContain("could not");
    expect(sandbox.installed()).toEqual(["grouped", "one"]);
  });

  test("a server that redirects in circles", async () => {
    await using server = await serve((request, response) => response.writeHead(302, { location: `${request.url ?? "/"}x` }).end());
    configure(`${server.url}/o/r.git`);
    const ran = await sync();
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/source `far` could not be fetched: /);
    expect(server.requests.length).toBeLessThan(60);
    expect(sandbox.installed()).toEqual(["grouped", "one"]);
  });

  test.each([
    ["torn", (folder: string) => writeFileSync(join(folder, "fetched.json"), '{"version": 1, "addr')],
    ["emptied", (folder: string) => writeFileSync(join(folder, "fetched.json"), "")],
    [
      "a folder",
      (folder: string) => (rmSync(join(folder, "fetched.json")), mkdirSync(join(folder, "fetched.json/x"), { recursive: true })),
    ],
    ["without its checkout", (folder: string) => dropCheckouts(folder)],
    ["a file in the place of the cache", (folder: string) => (rmSync(folder, { recursive: true }), writeFileSync(folder, ""))],
  ])("records of what was fetched that are %s, while the repositories are away", async (_, damage) => {
    for (const { path } of [source, group]) renameSync(path, `${path}.away`);
    for (const cache of [...cachesIn("plugin-sources"), ...cachesIn("plugins")]) damage(cache);
    const ran = await sync();
    expect(ran.exitCode, ran.stderr).toBe(0);
    expect(ran.stderr).toContain("could not be");
    expect(sandbox.installed()).toEqual(["grouped", "one"]);
    for (const { path } of [source, group]) renameSync(`${path}.away`, path);
    for (const cache of [...cachesIn("plugin-sources"), ...cachesIn("plugins")]) rmSync(cache, { recursive: true, force: true });
    source.commit({ "p/skills/two/SKILL.md": skillText("two") });
    expect((await sync()).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["grouped", "one", "two"]);
  });
});

test("PL-4 a source over plain http, which is only frowned upon, lets go of what does not apply", async () => {
  sandbox.write(".gitconfig", `[url "${sandbox.at()}/"]\n\tinsteadOf = http://plain.invalid/\n`);
  configure("http://plain.invalid/source");
  const first = await sync();
  expect(first.stderr).toContain("plain http");
  expect(sandbox.installed()).toEqual(["grouped", "one"]);
  sandbox.write("work/Cargo.toml", cargoToml());
  sandbox.write("work/Cargo.lock", cargoLock());
  await sync();
  expect(sandbox.installed()).toEqual([]);
});

function dropCheckouts(folder: string): void {
  for (const name of readdirSync(folder)) if (/^[0-9a-f]{40}/.test(name)) rmSync(join(folder, name), { recursive: true });
}
