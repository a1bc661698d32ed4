import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { source } from "../../../../src/packages/programs/github/index.ts";
import type { Repository } from "../../../plugins/sources/git-sandbox.ts";
import { smartServer } from "../../../plugins/sources/git-server.ts";
import { type RepositoryBench, repositoryBench } from "./repository-bench.ts";

const URL = "https://github.com/o/r";

describe("PG-5 files of a repository, fetched by the real git", { timeout: 60_000 }, () => {
  let bench: RepositoryBench;
  let repository: Repository;
  let first: string;
  let newest: string;
  beforeAll(async () => {
    bench = await repositoryBench();
    repository = bench.repository("o/r", { "hooks/run.sh": "#!/bin/sh\necho first\n", "hooks/lib.sh": "", "README.md": "" });
    chmodSync(join(repository.path, "hooks/run.sh"), 0o755);
    first = repository.commit({});
    repository.git("tag", "-m", "annotated", "v1");
    repository.git("branch", "feature/x");
    newest = repository.commit({ "hooks/run.sh": "#!/bin/sh\necho second\n" });
    bench.write("home/.gitconfig", `[url "file://${bench.at("")}/"]\n\tinsteadOf = https://github.com/\n`);
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  const names = (root = "files") => readdirSync(join(bench.into(), root)).sort();
  const output = () => execFileSync(join(bench.into(), "files/run.sh"), { encoding: "utf8" }).trim();

  test("M9 the whole repository, through the user's `insteadOf`, at the commit of its default branch", async () => {
    expect(await bench.newest({ url: URL })).toEqual({ version: newest });
    expect(await bench.acquire({ url: URL })).toEqual({ version: newest, root: "files", programs: {} });
    expect(names(".")).toEqual(["files"]);
    expect(names()).toEqual(["README.md", "hooks"]);
  });

  test("it is complete by itself: it runs after it is renamed and all else is removed", async () => {
    await bench.acquire({ url: URL });
    renameSync(bench.into(), `${bench.into()}-place`);
    rmSync(join(bench.places.cache, "plugin-sources"), { recursive: true, force: true });
    expect(execFileSync(join(`${bench.into()}-place`, "files/hooks/run.sh"), { encoding: "utf8" })).toBe("second\n");
  });

  test.each([
    ["a folder", { url: `${URL}/tree/main/hooks` }, "second"],
    ["a folder of a branch with a slash", { url: `${URL}/tree/feature/x/hooks` }, "first"],
    ["a folder of an annotated tag", { url: `${URL}/tree/v1/hooks` }, "first"],
    ["`subdir`", { url: URL, subdir: "hooks" }, "second"],
    ["`branch` and `subdir`", { url: `${URL}/`, branch: "feature/x", subdir: "hooks" }, "first"],
    ["`tag` and `subdir`", { url: "o/r", tag: "v1", subdir: "hooks" }, "first"],
  ])("%s alone, with its executable files", async (_title, wanted, text) => {
    expect(await bench.acquire(wanted)).toEqual({ version: text === "first" ? first : newest, root: "files", programs: {} });
    expect(names()).toEqual(["lib.sh", "run.sh"]);
    expect(output()).toBe(text);
  });

  test("a file: it is the program, and the files beside it come along", async () => {
    expect(await bench.acquire({ url: `${URL}/blob/feature/x/hooks/run.sh` })).toEqual({
      version: first,
      root: "files",
      programs: { "run.sh": "files/run.sh" },
    });
    expect(output()).toBe("first");
    expect(names()).toEqual(["lib.sh", "run.sh"]);
    expect(await bench.acquire({ url: `${URL}/blob/main/README.md` })).toMatchObject({ programs: { "README.md": "files/README.md" } });
  });

  test("a commit in the address or as `rev` is the version, and the repository is not asked what it means", async () => {
    expect(source.identify({ url: URL, rev: first.toUpperCase() }, "")).toMatchObject({ version: first });
    for (const wanted of [{ url: `${URL}/tree/${first}/hooks` }, { url: URL, rev: first, subdir: "hooks" }]) {
      expect(source.identify(wanted, "")).toMatchObject({ version: first });
      expect(await bench.acquire(wanted)).toMatchObject({ version: first });
      expect(output()).toBe("first");
    }
    // A branch may bear the name of a commit.
    repository.git("branch", first, newest);
    await bench.acquire({ url: `${URL}/tree/${first}/hooks` });
    repository.git("branch", "-D", first);
    expect(output()).toBe("first");
  });

  test("the commit that was asked about is fetched, even if the branch has moved since", async () => {
    expect(await bench.acquire({ url: `${URL}/tree/main/hooks` }, first)).toMatchObject({ version: first });
    expect(output()).toBe("first");
  });

  test.each([
    [{ url: `${URL}/tree/main/nothing` }, /^cannot get .*: there is no folder `nothing` in it$/],
    [{ url: `${URL}/blob/main/hooks/nothing.sh` }, /^cannot get .*: there is no file `hooks\/nothing\.sh` in it$/],
    [{ url: URL, branch: "none" }, /^cannot get https:\/\/github\.com\/o\/r: there is no branch `none`$/],
    [{ url: `${URL}/tree/none/x` }, /^cannot get .*: no branch or tag matches the start of `none\/x`$/],
    [{ url: "https://github.com/o/none" }, /^cannot get .*none/],
    [{ url: URL, rev: "0".repeat(40) }, /^cannot get https:\/\/github\.com\/o\/r: /],
  ])("M11 %j is refused", async (wanted, why) => {
    expect(await bench.acquire(wanted)).toMatchObject({ why: expect.stringMatching(why), severity: "error" });
  });

  test("over http, with a password that no message contains", async () => {
    await using server = await smartServer(bench.at(""), "secret");
    const url = `${server.url}/o/r`.replace("://", "://me:secret@");
    expect(await bench.acquire({ url, branch: "main" })).toMatchObject({ version: newest });
    const wrong = await bench.acquire({ url: url.replace("secret", "guess") });
    expect(wrong).toMatchObject({ why: expect.stringMatching(/^cannot get http:\/\/127\.0\.0\.1:\d+\/o\/r: /) });
    expect(JSON.stringify([wrong, bench.lines, source.identify({ url }, "")])).not.toMatch(/secret|guess/);
  });

  test("a repository that cannot be reached is a warning", async () => {
    const gone = await smartServer(bench.at(""));
    await gone.close();
    expect(await bench.acquire({ url: `${gone.url}/o/r` })).toMatchObject({
      why: expect.stringMatching(/^http:\S+ cannot be reached: /),
      severity: "warning",
    });
  });
});

describe("PG-5 hostile repositories", { timeout: 60_000 }, () => {
  test.each(["/etc/passwd", "../../../out", "inner/../../out"])("a link to %s is refused", async (target) => {
    await using bench = await repositoryBench();
    const repository = bench.repository("r", { "a.sh": "" });
    symlinkSync(target, join(repository.path, "link"));
    repository.commit({});
    expect(await bench.acquire({ url: repository.path })).toMatchObject({
      why: `${repository.path} is not safe to use: link is a link out of the package`,
    });
  });

  test("a link inside stays a link; a folder that is a link out is not the folder", async () => {
    await using bench = await repositoryBench();
    const repository = bench.repository("r", { "tools/a.sh": "text" });
    symlinkSync("a.sh", join(repository.path, "tools/b.sh"));
    symlinkSync("../..", join(repository.path, "tools/up"));
    repository.commit({});
    expect(await bench.acquire({ url: repository.path, subdir: "tools/up" })).toMatchObject({
      why: expect.stringMatching(/there is no folder/),
    });
    repository.commit({ "tools/up": null });
    await bench.acquire({ url: repository.path, subdir: "tools" });
    expect(readFileSync(join(bench.into(), "files/b.sh"), "utf8")).toBe("text");
  });

  test("hooks and filters of the repository do not run, and a file cannot pass for our record", async () => {
    await using bench = await repositoryBench();
    const repository = bench.repository("r", { ".gitattributes": "* filter=evil", ".symposium-program.json": "{}", "a.sh": "text" });
    writeFileSync(join(repository.path, ".git/hooks/post-checkout"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
    expect(await bench.acquire({ url: repository.path })).toMatchObject({ root: "files" });
    expect(readdirSync(bench.into())).toEqual(["files"]);
    expect(readFileSync(join(bench.into(), "files/a.sh"), "utf8")).toBe("text");
  });

  test("one that is too large is given up, and nothing of it stays", async () => {
    await using bench = await repositoryBench();
    const repository = bench.repository("r", { "a.sh": "" });
    writeFileSync(join(repository.path, "zeros"), Buffer.alloc(4 * 1024 * 1024));
    repository.commit({});
    const largest = { bytes: 1024 * 1024, files: 1_000 };
    expect(await bench.acquire({ url: repository.path }, undefined, largest)).toMatchObject({
      why: `cannot get ${repository.path}: it is too large: more than 1 MiB, or more than 1000 files`,
    });
    expect(readdirSync(bench.into())).toEqual([]);
  });

  test.each([
    [{}, "comes from github but has no `url`"],
    [{ url: "--upload-pack=touch x" }, "has an invalid address: the address starts like a git option"],
    [{ url: "ext::sh -c x" }, "has an invalid address: the address asks git to run another program"],
    [{ url: URL, branch: "--upload-pack=x" }, "has an invalid address: `branch` is not a valid git name"],
    [{ url: URL, tag: "a..b" }, "has an invalid address: `tag` is not a valid git name"],
    [{ url: URL, rev: "main" }, "has an invalid address: `rev` must be a full commit hash of 40 digits"],
    [{ url: URL, branch: "a", tag: "b" }, "has an invalid address: `branch` and `tag` are mutually exclusive"],
    [{ url: URL, subdir: "../x" }, "has an invalid address: `subdir` must be a folder inside the repository"],
    [{ url: `${URL}/tree/main/x`, branch: "a" }, "has an invalid address: the address already names a branch or tag; remove `branch`"],
    [{ url: `${URL}/blob/main` }, "has an invalid address: what follows `blob/` does not name a file"],
    [{ url: `${URL}/blob/main/a%2f..%2f..%2fx` }, "has an invalid address: the address is not a valid URL"],
  ])("%j: %s", (entry, problem) => {
    expect(source.read(entry)).toBe(problem);
  });

  test("two spellings of one repository are one program; another branch or folder is another", () => {
    const subject = (url: string, more = {}) => source.identify({ url, ...more }, "")?.subject;
    expect(subject("https://github.com/O/R.git")).toBe(subject("o/r"));
    const others = [
      subject(URL),
      subject(URL, { branch: "a" }),
      subject(URL, { subdir: "a" }),
      subject(`${URL}/tree/a`),
      subject(`${URL}/tree/a/b`),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});
