import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { breakAt, restore } from "../../setup/faults/break-at.mjs";
import { type GitSandbox, gitSandbox } from "./git-sandbox.ts";
import { manifestText } from "../../support/plugin.ts";

const plugin = (name: string) => ({ [`${name}/SYMPOSIUM.toml`]: manifestText(name) });

const cacheOf = (sandbox: GitSandbox) =>
  join(sandbox.places.cache, "plugin-sources", readdirSync(join(sandbox.places.cache, "plugin-sources"))[0]!);

async function fetchedSandbox(keys = "") {
  const sandbox = await gitSandbox();
  const repository = sandbox.repository("r");
  sandbox.configure(`name = "r"\ngit = "../../r"\n${keys}`);
  await sandbox.update("check");
  return { sandbox, repository, check: async () => (await sandbox.update("check"))[0]! };
}

describe("PL-2 PL-4 what happens to a repository", () => {
  test("rewritten history is taken as it is now", async () => {
    const { sandbox, repository, check } = await fetchedSandbox();
    await using _ = sandbox;
    repository.git("checkout", "--quiet", "--orphan", "fresh");
    repository.git("rm", "-r", "--quiet", "--force", ".");
    const commit = repository.commit(plugin("other"));
    repository.git("branch", "--quiet", "--force", "main", "fresh");
    repository.git("checkout", "--quiet", "main");
    repository.git("reflog", "expire", "--expire=now", "--all");
    repository.git("gc", "--quiet", "--prune=now");
    expect(await check()).toMatchObject({ state: "fetched", commit });
    expect(sandbox.plugins("r")).toEqual(["other"]);
  });

  test("a branch that vanished keeps what was fetched, until it is there again", async () => {
    const { sandbox, repository, check } = await fetchedSandbox('branch = "main"');
    await using _ = sandbox;
    repository.git("branch", "--quiet", "--move", "main", "trunk");
    const gone = await check();
    expect(gone).toMatchObject({ state: "kept" });
    expect(gone.problem?.message).toContain("there is no branch `main`; the copy fetched on");
    expect(sandbox.plugins("r")).toEqual(["a"]);
    repository.git("branch", "main");
    expect(await check()).toMatchObject({ state: "unchanged" });
    expect(sandbox.sources()[0]?.list().problems).toEqual([]);
  });

  test("a tag that was moved, a folder that vanished and a default branch that was renamed", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r", plugin("d/one"));
    repository.git("tag", "v1");
    sandbox.configure('name = "tag"\ngit = "../../r"\ntag = "v1"', 'name = "dir"\ngit = "../../r"\nsubdir = "d"');
    await sandbox.update("check");
    const commit = repository.commit({ d: null, ...plugin("two") });
    repository.git("tag", "--force", "v1");
    repository.git("branch", "--quiet", "--move", "main", "trunk");
    const [tag, dir] = await sandbox.update("check");
    expect(tag).toMatchObject({ state: "fetched", commit });
    expect(dir).toMatchObject({ state: "kept" });
    expect([sandbox.plugins("tag"), sandbox.plugins("dir")]).toEqual([["two"], ["one"]]);
  });

  test("nothing of it runs or reaches further: no links out, no submodules, no entry called .git, no surrounding git", async () => {
    const { sandbox, repository, check } = await fetchedSandbox();
    await using _ = sandbox;
    mkdirSync(sandbox.at("outside/secret"), { recursive: true });
    writeFileSync(sandbox.at("outside/secret/SYMPOSIUM.toml"), manifestText("secret"));
    symlinkSync(sandbox.at("outside"), join(repository.path, "link"));
    mkdirSync(sandbox.at("elsewhere"));
    symlinkSync("../../../../../../elsewhere", join(repository.path, "relative"));
    symlinkSync("a", join(repository.path, "inside"));
    mkdirSync(join(repository.path, "c"));
    symlinkSync(sandbox.at("outside/secret/SYMPOSIUM.toml"), join(repository.path, "c/SYMPOSIUM.toml"));
    mkdirSync(join(repository.path, "d"));
    symlinkSync(sandbox.at("outside/secret/SYMPOSIUM.toml"), join(repository.path, "d/d.toml"));
    sandbox.repository("sub");
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sandbox.at("sub"), "sub");
    repository.commit({});
    const other = sandbox.repository("other");
    const before = other.git("status", "--porcelain", "--branch");
    const env = {
      ...sandbox.context.env,
      GIT_DIR: join(other.path, ".git"),
      GIT_INDEX_FILE: join(other.path, ".git/index"),
      GIT_WORK_TREE: other.path,
    };
    expect((await sandbox.update("check", { context: { ...sandbox.context, env } }))[0]).toMatchObject({ state: "fetched" });
    expect(other.git("status", "--porcelain", "--branch")).toBe(before);
    expect(sandbox.plugins("r")).toEqual(["a"]);
    const left = sandbox
      .sources()[0]!
      .list()
      .problems.filter(({ message }) => message.startsWith("leads out of its source"));
    expect(left.map(({ file }) => file.split("/").slice(-2).join("/"))).toEqual([
      "c/SYMPOSIUM.toml",
      "d/d.toml",
      expect.stringMatching(/link$/),
      expect.stringMatching(/relative$/),
    ]);

    const blob = repository.git("hash-object", "-w", "a/SYMPOSIUM.toml");
    writeFileSync(sandbox.at("tree.txt"), `100644 blob ${blob}\t.git\n`);
    const tree = repository.git("-c", `alias.make=!git mktree <'${sandbox.at("tree.txt")}'`, "make");
    repository.git("update-ref", "refs/heads/main", repository.git("commit-tree", "-m", "x", tree));
    expect(await check()).toMatchObject({ state: "kept" });
    expect(sandbox.plugins("r")).toEqual(["a"]);
  });
});

const DAMAGES: readonly (readonly [what: string, damage: (file: string) => void])[] = [
  ["empty", (file) => writeFileSync(file, "")],
  ["torn", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 40))],
  ["something else", (file) => writeFileSync(file, "[1, null]")],
  ["pointing out", (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/"folder": "[\w-]+"/, '"folder": "../../.."'))],
  ["of another address", (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/"key": "/, '"key": "x'))],
  ["a folder", (file) => (rmSync(file), mkdirSync(join(file, "x"), { recursive: true }))],
  ["no UTF-8", (file) => writeFileSync(file, Buffer.from([0xff, 0xfe]))],
  ["without its checkout", (file) => rmSync(join(dirname(file), JSON.parse(readFileSync(file, "utf8")).folder), { recursive: true })],
];

describe("PL-2 what happens to the cache", () => {
  test("a damaged record counts as none, is reported, and is fixed by the next update", async () => {
    const { sandbox } = await fetchedSandbox();
    await using _ = sandbox;
    for (const [what, damage] of DAMAGES) {
      damage(join(cacheOf(sandbox), "fetched.json"));
      const [source] = sandbox.sources();
      expect(source?.unavailable, what).toBeDefined();
      expect(source?.list(), what).toMatchObject({
        plugins: [],
        problems: [{ severity: "error", hint: expect.stringContaining("plugin sync") }],
      });
      expect(await sandbox.update("none"), what).toMatchObject([{ state: "fetched" }]);
      expect(sandbox.plugins("r"), what).toEqual(["a"]);
    }
  });

  test("whatever bytes a record is made of, reading it throws nothing and leads nowhere else", async () => {
    const { sandbox } = await fetchedSandbox();
    await using _ = sandbox;
    const file = join(cacheOf(sandbox), "fetched.json");
    const whole = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    const odd = fc.oneof(fc.string(), fc.constantFrom("..", "/", "../x", "a\0b"), fc.integer(), fc.constant(null), fc.constant([]));
    const records = fc.record(Object.fromEntries(Object.keys({ ...whole, subdir: "" }).map((key) => [key, odd])), { requiredKeys: [] });
    fc.assert(
      fc.property(records, (changes) => {
        writeFileSync(file, JSON.stringify({ ...whole, ...changes }));
        const [source] = sandbox.sources();
        source?.list();
        expect(source?.folder ?? cacheOf(sandbox)).toMatch(new RegExp(`^${cacheOf(sandbox)}`));
      }),
      { numRuns: 100 },
    );
  });

  // Root reads everything.
  test.skipIf(process.getuid?.() === 0)("an unreadable one is reported", async () => {
    const { sandbox } = await fetchedSandbox();
    await using _ = sandbox;
    chmodSync(cacheOf(sandbox), 0);
    expect(sandbox.sources()[0]?.unavailable).toContain("cannot be read");
    expect(await sandbox.update("check")).toMatchObject([{ state: "failed" }]);
    chmodSync(cacheOf(sandbox), 0o700);
    expect(await sandbox.update("check")).toMatchObject([{ state: "unchanged" }]);
  });

  test("a file in place of the cache is reported, and nothing throws", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    writeFileSync(sandbox.places.cache, "");
    expect(await sandbox.update("fetch")).toMatchObject([
      { state: "failed", problem: { message: expect.stringContaining("cannot write the cache") } },
    ]);
  });

  test("a disk that is full from some write on costs the update, and the next one completes", async () => {
    const { sandbox, repository } = await fetchedSandbox();
    await using _ = sandbox;
    const fill = async (at?: number) => {
      breakAt({ root: sandbox.at("home"), how: "full", ...(at === undefined ? {} : { at }) });
      try {
        return await sandbox.update("check");
      } finally {
        points = restore();
      }
    };
    let points = 0;
    const commits = [repository.git("rev-parse", "HEAD"), repository.commit(plugin("b"))] as const;
    expect(await fill()).toMatchObject([{ state: "fetched" }]);
    const all = points;
    expect(all).toBeGreaterThan(4);
    for (let at = 1; at <= all; at++) {
      const commit = commits[at % 2 === 0 ? 1 : 0];
      repository.git("update-ref", "refs/heads/main", commit);
      const [full] = await fill(at);
      expect(["kept", "fetched"], `${at} of ${all}`).toContain(full?.state);
      if (full?.state === "kept") expect(full.problem?.message).toContain("ENOSPC");
      expect(sandbox.sources()[0]?.unavailable, `${at} of ${all}`).toBeUndefined();
      if (full?.state === "kept") expect((await sandbox.update("check"))[0], `${at} of ${all}`).toMatchObject({ commit });
      expect(sandbox.sources()[0]?.checkout?.commit, `${at} of ${all}`).toBe(commit);
      expect(readdirSync(cacheOf(sandbox)).filter((name) => name.includes("tmp"))).toEqual([]);
    }
  });
});
