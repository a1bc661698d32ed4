import { describe, expect, test } from "vitest";

import { source } from "../../../../src/packages/programs/cargo/index.ts";
import { wantedCrate } from "./crate-bench.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const identity = (entry: Record<string, unknown>) => source.identify(wantedCrate(entry), "linux-x64");

describe("PG-4 what a manifest asks of Cargo", () => {
  test.each([
    [{}, "comes from cargo but has no `crate`"],
    [{ crate: "--config" }, "has a `crate` that is not a valid crate name"],
    [{ crate: "../x" }, "has a `crate` that is not a valid crate name"],
    [{ crate: "a", version: "1.2" }, 'has a `version` that is neither complete nor a requirement; write "1.2.3" or "^1.2"'],
    [{ crate: "a", version: "latest" }, 'has a `version` that is neither complete nor a requirement; write "1.2.3" or "^1.2"'],
    [{ crate: "a", version: "^x y" }, 'has an invalid `version`: "^x y" is not a version requirement'],
    [{ crate: "a", branch: "main" }, "has `branch`, which needs `git`"],
    [{ crate: "a", git: "https://h/r" }, "is built from a repository: `git` requires `executable`"],
    [
      { crate: "a", git: "https://h/r", version: "1", executable: "a" },
      'has a `version` that is neither complete nor a requirement; write "1.2.3" or "^1.2"',
    ],
    [{ crate: "a", git: "--upload-pack=x", executable: "a" }, "has an invalid `git`: the address starts like a git option"],
    [{ crate: "a", git: "ext::sh -c x", executable: "a" }, "has an invalid `git`: the address asks git to run another program"],
    [{ crate: "a", git: "https://h/r", branch: "--x", executable: "a" }, "has an invalid `git`: `branch` is not a valid git name"],
    [
      { crate: "a", git: "https://h/r", rev: "abc", executable: "a" },
      "has an invalid `git`: `rev` must be a full commit hash of 40 digits",
    ],
    [
      { crate: "a", git: "https://github.com/o/r/tree/main/x", executable: "a" },
      "has an invalid `git`: the address of a folder is not valid here; use `branch` or `tag`",
    ],
    [{ crate: "a", git: "https://me:x@h/r", executable: "a" }, "has a password in `git`; leave it to git's credential helper"],
    [{ crate: "a", global: true }, "`global = true` requires `executable`"],
  ])("%j: %s", (entry, problem) => {
    expect(source.read(entry)).toBe(problem);
  });

  test("a version without an operator is exactly that one, as for Cargo; anything else has a newest of its own", () => {
    expect(identity({ crate: "a", version: "1.2.3" })).toEqual({ subject: "a", version: "1.2.3" });
    expect(identity({ crate: "a", version: "=1.2.3" })).toEqual({ subject: "a", version: "1.2.3" });
    expect(identity({ crate: "a", version: "^1.2" })).toEqual({ subject: "a", allows: "^1.2" });
    expect(identity({ crate: "a" })).toEqual({ subject: "a" });
  });

  test("M19 a crate from a repository is identified by the commit and needs a name", () => {
    const git = { crate: "a", git: "https://h.example/o/r.git", executable: "a" };
    expect(identity(git)).toEqual({ subject: "a", variant: "https://h.example/o/r" });
    expect(identity({ ...git, branch: "dev" })).toEqual({ subject: "a", variant: "https://h.example/o/r branch:dev" });
    expect(identity({ ...git, rev: COMMIT })).toMatchObject({ subject: "a", version: COMMIT });
  });

  test("M18 a global installation shares no folder with a private one", () => {
    expect(identity({ crate: "a", version: "1.0.0", global: true, executable: "a" })).toEqual({
      subject: "a",
      version: "1.0.0",
      variant: "global",
    });
  });

  test("`plugin validate` looks up crates of the registry alone", () => {
    expect(source.namedPackage?.(wantedCrate({ crate: "a" }))).toEqual({ ecosystem: "cargo", name: "a" });
    expect(source.namedPackage?.(wantedCrate({ crate: "a", git: "https://h/r", executable: "a" }))).toBeUndefined();
  });
});
