import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { gitAddress } from "../../../src/files/git/address.ts";
import { cacheFolder, fetchedTree } from "../../../src/files/git/cache.ts";
import { isFresh } from "../../../src/host/stamp.ts";
import { updateGroups } from "../../../src/plugins/sources/update-sources.ts";
import { gitSandbox, PLUGIN } from "./git-sandbox.ts";
import { manifestText } from "../../support/plugin.ts";

const plugin = (name: string) => ({ [`${name}/SYMPOSIUM.toml`]: manifestText(name) });

describe("PL-2 a git source", () => {
  test("M7 is unavailable until it is fetched, then lists what was fetched, and its stamp tells of a new commit", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    expect(sandbox.sources()[0]?.unavailable).toContain("has not been fetched yet");
    const first = repository.git("rev-parse", "HEAD");
    const before = sandbox.sources()[0]!.list().root!;
    expect(await sandbox.update("none")).toEqual([{ name: "r", address: repository.path, state: "fetched", commit: first }]);
    expect(isFresh(before)).toBe(false);
    expect(sandbox.plugins("r")).toEqual(["a"]);
    const after = sandbox.sources()[0]!.list().root!;
    expect(await sandbox.update("check")).toMatchObject([{ state: "unchanged", commit: first }]);
    expect(isFresh(after)).toBe(true);
    const second = repository.commit(plugin("b"));
    expect(await sandbox.update("check")).toMatchObject([{ state: "fetched", commit: second }]);
    expect(isFresh(after)).toBe(false);
    expect(sandbox.plugins("r")).toEqual(["a", "b"]);
  });

  test("branch, tag, commit and folder choose what is used", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r", plugin("one"));
    const old = repository.git("rev-parse", "HEAD");
    repository.git("tag", "--annotate", "--message=x", "v1");
    repository.git("checkout", "--quiet", "-b", "feature/x");
    repository.commit({ ...plugin("deep/two"), ...plugin("other/three") });
    const git = `git = "${repository.path}"`;
    sandbox.configure(
      `name = "default"\n${git}\nbranch = "main"`,
      `name = "branch"\n${git}\nbranch = "feature/x"`,
      `name = "tag"\n${git}\ntag = "v1"`,
      `name = "rev"\n${git}\nrev = "${old}"`,
      `name = "subdir"\n${git}\nbranch = "feature/x"\nsubdir = "deep"`,
      `name = "gone"\n${git}\nbranch = "main"\nsubdir = "deep"`,
    );
    const states = await sandbox.update("check");
    expect(states.map(({ name, state }) => `${name} ${state}`)).toEqual(
      ["default", "branch", "tag", "rev", "subdir"].map((name) => `${name} fetched`).concat("gone failed"),
    );
    expect(states[2]?.commit).toBe(old);
    expect(states[5]?.problem?.message).toBe("source `gone` could not be fetched: there is no folder `deep` in it");
    const plugins = ["default", "branch", "tag", "rev", "subdir"].map((name) => sandbox.plugins(name));
    expect(plugins).toEqual([["one"], ["deep/two", "one", "other/three"], ["one"], ["one"], ["two"]]);
  });

  test("M1 is pinned with what was fetched and when, and nothing is written outside of the cache and the locks", async () => {
    await using sandbox = await gitSandbox();
    const { path } = sandbox.repository("r");
    sandbox.configure(`name = "r"\ngit = "${path}"`);
    const now = Date.UTC(2026, 10, 16);
    const [update] = await sandbox.update("fetch", { context: { ...sandbox.context, now: () => now } });
    const [name] = readdirSync(sandbox.at("home/.symposium/cache/plugin-sources"));
    const folder = sandbox.at("home/.symposium/cache/plugin-sources", name!);
    expect(readdirSync(folder).sort()).toEqual([update!.commit!, "checked.json", "fetched.json"].sort());
    expect(JSON.parse(readFileSync(join(folder, "fetched.json"), "utf8"))).toMatchObject({
      address: path,
      ref: "refs/heads/main",
      commit: update!.commit,
      fetchedAt: now,
    });
    expect(existsSync(join(folder, update!.commit!, ".git"))).toBe(false);
    expect(readdirSync(sandbox.at("home/.symposium")).sort()).toEqual(["cache", "config.toml", "locks"]);
    expect(readdirSync(sandbox.root).sort()).toEqual(["cwd", "home", "r"]);
  });

  test("one that fails costs only itself", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r");
    sandbox.repository("empty", {});
    sandbox.configure(
      'name = "good"\ngit = "../../r"',
      'name = "none"\ngit = "../../nowhere"',
      'name = "bad"\ngit = "ext::sh"',
      'name = "e"\ngit = "../../empty"',
    );
    const updates = await sandbox.update("none");
    expect(updates.map(({ state }) => state)).toEqual(["fetched", "failed", "failed", "failed"]);
    expect(updates[2]?.problem).toMatchObject({ file: sandbox.places.config, severity: "error" });
    expect(updates[3]?.problem?.message).toContain("the repository is empty");
    expect(sandbox.plugins("good")).toEqual(["a"]);
  });
});

describe("PL-3 the update level", () => {
  test("none asks at most once a minute, and a clock that was set back does not stop it", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    let time = Date.now();
    const none = async () => (await sandbox.update("none", { context: { ...sandbox.context, now: () => time } }))[0]?.state;
    expect(await none()).toBe("fetched");
    repository.commit(plugin("b"));
    time += 59_000;
    expect(await none()).toBe("fresh");
    time += 2_000;
    expect(await none()).toBe("fetched");
    time += 61_000;
    expect(await none()).toBe("unchanged");
    time -= 365 * 24 * 3_600_000;
    expect(await none()).toBe("unchanged");
    expect(await none()).toBe("fresh");
  });

  test("auto-update = false is left alone by none and check once it is there, and not by fetch", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"\nauto-update = false');
    const state = async (level: "none" | "check" | "fetch") => (await sandbox.update(level))[0]?.state;
    expect(await state("check")).toBe("fetched");
    repository.commit(plugin("b"));
    expect(await state("none")).toBe("fresh");
    expect(await state("check")).toBe("fresh");
    expect(await state("fetch")).toBe("fetched");
    expect(await state("fetch")).toBe("unchanged");
  });

  test("fetch repairs a checkout that someone changed, beside it", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    await sandbox.update("check");
    const { folder } = sandbox.sources()[0]!;
    rmSync(join(folder!, "a"), { recursive: true });
    expect(await sandbox.update("check")).toMatchObject([{ state: "unchanged" }]);
    expect(await sandbox.update("fetch")).toMatchObject([{ state: "fetched" }]);
    expect(sandbox.sources()[0]?.folder).toBe(`${folder}-2`);
    expect(sandbox.plugins("r")).toEqual(["a"]);
  });

  test("it counts for the repositories of skill groups alike", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    const read = gitAddress(repository.path, { branch: "main" });
    if (!read.ok) throw new Error(read.message);
    const groups = [{ name: "a", address: read.address }];
    const update = async (level: "none" | "check" | "fetch") => (await updateGroups(groups, { ...sandbox, level }))[0]?.state;
    expect(await update("none")).toBe("fetched");
    const commit = repository.commit(plugin("b"));
    expect(await update("none")).toBe("fresh");
    expect(await update("check")).toBe("fetched");
    const { tree } = fetchedTree(cacheFolder(sandbox.places, "plugins", read.address), read.address);
    expect(tree?.root).toBe(join(sandbox.places.cache, "plugins", readdirSync(join(sandbox.places.cache, "plugins"))[0]!, commit));
  });

  test("a failure is remembered: the repository is not asked again within a minute", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    let time = Date.now();
    const none = async () => (await sandbox.update("none", { context: { ...sandbox.context, now: () => time } }))[0];
    rmSync(join(repository.path, ".git", "HEAD"));
    expect(await none()).toMatchObject({ state: "failed" });
    writeFileSync(join(repository.path, ".git", "HEAD"), "ref: refs/heads/main\n");
    expect(await none()).toMatchObject({ state: "failed" });
    time += 61_000;
    expect(await none()).toMatchObject({ state: "fetched" });
  });
});

test("checkouts that were replaced stay for a day", async () => {
  await using sandbox = await gitSandbox();
  const repository = sandbox.repository("r", PLUGIN);
  sandbox.configure('name = "r"\ngit = "../../r"');
  const day = 24 * 3_600_000;
  let time = Date.now();
  const fetch = () => sandbox.update("check", { context: { ...sandbox.context, now: () => time } });
  const checkouts = () => readdirSync(join(sandbox.sources()[0]!.folder!, "..")).filter((name) => name.length === 40);
  await fetch();
  const first = sandbox.sources()[0]!.folder!;
  // Fetched long before it is replaced.
  utimesSync(first, (time - 30 * day) / 1_000, (time - 30 * day) / 1_000);
  repository.commit(plugin("b"));
  await fetch();
  expect(checkouts()).toHaveLength(2);
  time += 2 * day;
  repository.commit(plugin("c"));
  await fetch();
  expect(existsSync(first)).toBe(false);
  expect(checkouts()).toHaveLength(2);
});
