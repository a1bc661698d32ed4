import { describe, expect, test } from "vitest";

import { gitAddress, isRefName } from "../../../src/files/git/address.ts";
import { decideRef, readRemoteRefs, refsToAskFor } from "../../../src/files/git/remote.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);

function wanted(path: string, options = {}) {
  const read = gitAddress(`https://github.com/o/r${path}`, options);
  if (!read.ok) throw new Error(read.message);
  return read.address.wanted;
}

const refs = (...lines: string[]) => readRemoteRefs(lines.join("\n"));

test("M9–M11 what a repository says is read line by line, and what is not a commit is skipped", () => {
  const { commits, head } = refs(
    "ref: refs/heads/main\tHEAD",
    `${A}\tHEAD`,
    `${A.toUpperCase()}\trefs/heads/main`,
    "",
    "abc\tHEAD",
    `${"z".repeat(40)}\trefs/heads/x`,
    A,
  );
  expect(head).toBe("refs/heads/main");
  expect([...commits]).toEqual([
    ["HEAD", A],
    ["refs/heads/main", A],
  ]);
  for (const nothing of ["", "\n", "garbage", "abc\tHEAD", "\tHEAD"]) expect(readRemoteRefs(nothing).commits.size).toBe(0);
});

describe("PL-2 which commit an address means", () => {
  test("an annotated tag means its commit", () => {
    const said = refs(`${A}\trefs/tags/v1`, `${B}\trefs/tags/v1^{}`);
    expect(decideRef(wanted("", { tag: "v1" }), said)).toEqual({ ref: "refs/tags/v1", commit: B });
  });

  test("of a web address the longest ref wins, a branch before a tag", () => {
    const tree = wanted("/tree/release/1.0/plugins");
    expect(refsToAskFor(tree)).toContain("refs/heads/release/1.0");
    expect(decideRef(tree, refs(`${A}\trefs/tags/release`, `${B}\trefs/heads/release/1.0`))).toEqual({
      ref: "refs/heads/release/1.0",
      commit: B,
      subdir: "plugins",
    });
    expect(decideRef(tree, refs(`${A}\trefs/tags/release`, `${B}\trefs/heads/release`))).toMatchObject({
      commit: B,
      subdir: "1.0/plugins",
    });
  });

  test("what was decided stays decided while the ref is there", () => {
    const tree = wanted("/tree/main/plugins");
    const later = refs(`${A}\trefs/heads/main`, `${B}\trefs/tags/main/plugins`);
    expect(decideRef(tree, later)).toMatchObject({ commit: B, subdir: "" });
    expect(decideRef(tree, later, { ref: "refs/heads/main", subdir: "plugins" })).toMatchObject({ commit: A, subdir: "plugins" });
    expect(decideRef(tree, refs(`${B}\trefs/tags/main/plugins`), { ref: "refs/heads/main", subdir: "plugins" })).toMatchObject({
      commit: B,
    });
  });

  test("a commit in a web address is one where no ref has its name", () => {
    expect(decideRef(wanted(`/tree/${A}/plugins`), refs())).toEqual({ ref: A, commit: A, subdir: "plugins" });
  });

  test.each([
    [{ branch: "x" }, "", "there is no branch `x`"],
    [{ tag: "x" }, "", "there is no tag `x`"],
    [{}, "", "the repository is empty, or has no default branch; name one with `branch`"],
    [{}, "/tree/a/b", "no branch or tag matches the start of `a/b`"],
  ])("%j%s is reported", (options, path, message) => {
    expect(decideRef(wanted(path, options), refs(`${A}\trefs/heads/other`))).toEqual({ failure: message });
  });
});

test("names that git refuses are refused", () => {
  expect(["main", "feature/x", "v1.0-rc.1", "ü"].every(isRefName)).toBe(true);
  expect(
    ["", "@", "-x", ".a", "a/.b", "a.lock", "a/b.lock/c", "a//b", "/a", "a/", "a.", "a..b", "a b", "a:b", "a^", "a\\b", "a@{b", "a*"].some(
      isRefName,
    ),
  ).toBe(false);
});
