import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hasCargo } from "../../cargo/real-cargo.ts";
import { createRepository, type Repository } from "../../../plugins/sources/git-sandbox.ts";
import { userOf } from "../../../support/temporary-home.ts";
import { type CrateBench, crateBench, print } from "./crate-bench.ts";

const manifest = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;

describe.skipIf(!hasCargo())("PG-4 a crate is built from a commit of a repository", { timeout: 120_000 }, () => {
  let bench: CrateBench;
  let repository: Repository;
  let first: string;
  const wanted = { crate: "tool", git: "https://git.example/tools" };
  beforeAll(async () => {
    bench = await crateBench();
    repository = createRepository(
      bench.at("served"),
      { ...userOf(bench.home), GIT_CONFIG_NOSYSTEM: "1" },
      {
        "Cargo.toml": '[workspace]\nmembers = ["tool", "other"]\nresolver = "2"\n',
        "tool/Cargo.toml": manifest("tool"),
        "tool/src/main.rs": print("first"),
        "other/Cargo.toml": manifest("other"),
        "other/src/main.rs": print("other"),
      },
    );
    first = repository.git("rev-parse", "HEAD");
    repository.git("tag", "v1");
    repository.commit({ "tool/src/main.rs": print("second") });
    bench.write("home/.gitconfig", `[url "file://${repository.path}"]\n\tinsteadOf = https://git.example/tools\n`);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  test("M9 M10 M19 the newest is the commit of the branch or tag, through the user's `insteadOf`", async () => {
    expect(await bench.newest(wanted)).toEqual({ version: repository.git("rev-parse", "HEAD") });
    expect(await bench.newest({ ...wanted, tag: "v1" })).toEqual({ version: first });
    expect(await bench.newest({ ...wanted, branch: "none" })).toMatchObject({
      why: "cannot get https://git.example/tools: there is no branch `none`",
    });
  });

  test("exactly that commit is built, even where the branch has moved", async () => {
    expect(await bench.acquire(wanted, { version: first, executable: "tool" })).toEqual({ version: first, programs: { tool: "bin/tool" } });
    expect(execFileSync(join(bench.into(), "bin/tool"), { encoding: "utf8" })).toBe("first\n");
    expect(readFileSync(join(bench.into(), ".crates.toml"), "utf8")).toContain(first);
  });

  test("`version` must be that of the commit", async () => {
    const order = { version: first, executable: "tool" };
    expect(await bench.acquire({ ...wanted, version: "0.1.0" }, order)).toMatchObject({ version: first });
    expect(await bench.acquire({ ...wanted, version: "0.2.0" }, order)).toMatchObject({
      why: "https://git.example/tools does not have the crate `tool`, or not in version 0.2.0",
    });
  });

  test("a crate that is not in the repository is refused", async () => {
    expect(await bench.acquire({ ...wanted, crate: "nothing" }, { version: first, executable: "nothing" })).toMatchObject({
      why: "https://git.example/tools does not have the crate `nothing`",
    });
  });
});
