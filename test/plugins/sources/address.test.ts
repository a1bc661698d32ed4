import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { gitAddress, type GitOptions, withoutCredentials } from "../../../src/files/git/address.ts";

const BASE = { base: "/home/me/.symposium", isFolder: (path: string) => path === "/home/me/.symposium/own/plugins" };

function read(text: string, options: GitOptions = {}) {
  const result = gitAddress(text, { ...BASE, ...options });
  if (!result.ok) throw new Error(result.message);
  return result.address;
}

function refusal(text: string, options: GitOptions = {}) {
  const result = gitAddress(text, { ...BASE, ...options });
  return result.ok ? `taken as ${result.address.url}` : result.message;
}

describe("PL-2 the forms of an address", () => {
  test.each([
    ["https://example.org/o/r", "https://example.org/o/r"],
    ["HTTPS://Example.ORG/o/r.git/", "https://example.org/o/r.git"],
    ["https://example.org:8443/deep/er/r", "https://example.org:8443/deep/er/r"],
    ["ssh://git@example.org/o/r.git", "ssh://git@example.org/o/r.git"],
    ["ssh://git@example.org:2222/o/r", "ssh://git@example.org:2222/o/r"],
    ["git@example.org:o/r.git", "git@example.org:o/r.git"],
    ["example.org:o/r", "example.org:o/r"],
    ["git@[::1]:o/r", "git@[::1]:o/r"],
    ["owner/repo", "https://github.com/owner/repo"],
    ["github:owner/repo.rs", "https://github.com/owner/repo.rs"],
    ["own/plugins", "/home/me/.symposium/own/plugins"],
    ["../beside", "/home/me/beside"],
    ["/srv/git/r.git/", "/srv/git/r.git"],
    ["file:///srv/with%20space/r", "/srv/with space/r"],
  ])("%s", (text, url) => {
    expect(read(text)).toMatchObject({ url, shown: url, wanted: { kind: "default" }, subdir: "", insecure: false });
  });

  test("a web address of a folder keeps every way to cut it, the longest ref first", () => {
    const candidates = [
      { ref: "feature/x/plugins", subdir: "" },
      { ref: "feature/x", subdir: "plugins" },
      { ref: "feature", subdir: "x/plugins" },
    ];
    const url = "https://github.com/o/r";
    expect(read(`${url}/tree/feature/x/plugins/`)).toMatchObject({ url, wanted: { kind: "tree", candidates } });
    expect(read("https://gitlab.example.org/g/sub/r/-/tree/main/a%20b")).toMatchObject({
      url: "https://gitlab.example.org/g/sub/r",
      wanted: { kind: "tree", candidates: [{ ref: "main", subdir: "a b" }] },
    });
    expect(read("https://github.com/o/r/tree/")).toMatchObject({ url, wanted: { kind: "default" } });
    expect(read("https://github.com/o/tree")).toMatchObject({ url: "https://github.com/o/tree" });
  });

  test("branch, tag, commit and folder stand beside it", () => {
    expect(read("o/r", { branch: "feature/x", subdir: "./a//b/" })).toMatchObject({
      wanted: { kind: "branch", name: "feature/x" },
      subdir: "a/b",
    });
    expect(read("o/r", { tag: "v1.0" }).wanted).toEqual({ kind: "tag", name: "v1.0" });
    expect(read("o/r", { rev: "AB".repeat(20) }).wanted).toEqual({ kind: "rev", name: "ab".repeat(20) });
    expect(refusal("o/r", { branch: "a", tag: "b" })).toBe("`branch` and `tag` are mutually exclusive");
    expect(refusal("o/r", { rev: "abc1234" })).toContain("of 40 digits");
    expect(refusal("https://github.com/o/r/tree/main", { branch: "a" })).toContain("already names a branch");
    expect(refusal("https://github.com/o/r/tree/main/a", { subdir: "b" })).toContain("already contains a folder");
    for (const branch of ["-x", "--upload-pack=x", "a..b", "a b", "a~1", "x.lock", "", "@{-1}", "a\nb"])
      expect(refusal("o/r", { branch })).toContain("`branch`");
    for (const subdir of ["..", "a/../../b", "/etc", "C:\\x", ".git", "a\0b"]) expect(refusal("o/r", { subdir })).toContain("`subdir`");
  });

  test("spellings of one repository share a key, other repositories and commits do not", () => {
    const same = [
      [
        "https://github.com/Owner/Repo",
        "https://GITHUB.com/owner/repo.git",
        "owner/repo",
        "github:owner/repo/",
        "https://user:token@github.com/owner/repo",
      ],
      ["git@example.org:o/r.git", "ssh://git@example.org/o/r", "ssh://git@EXAMPLE.org:22/o/r.git/"],
      ["/srv/r", "/srv/r/", "file:///srv/r", "/srv/./r"],
    ].map((spellings) => new Set(spellings.map((text) => read(text).key)));
    expect(same.map(({ size }) => size)).toEqual([1, 1, 1]);
    const apart = [
      read("o/r"),
      read("o/s"),
      read("o/r", { branch: "x" }),
      read("o/r", { tag: "x" }),
      read("o/r", { subdir: "x" }),
      read("https://example.org/o/r"),
      read("me@example.org:o/r"),
      read("ssh://me@example.org/o/r"),
    ];
    expect(new Set(apart.map(({ key }) => key)).size).toBe(apart.length);
  });

  test.each([
    ["--upload-pack=touch x", "starts like a git option"],
    ["-oProxyCommand=x", "starts like a git option"],
    ["ext::sh -c touch% x", "run another program"],
    ["ext://x", "run another program"],
    ["fd::17", "run another program"],
    ["ssh://-oProxyCommand=x/y", "an invalid host"],
    ["git@-evil:o/r", "an invalid host"],
    ["git@host:-x", "does not name a repository"],
    ["me:s3cret@example.org/o/r", "unexpected `@`"],
    ["git://example.org/r", "`git://`"],
    ["ftp://example.org/r", "`ftp://`"],
    ["https://example.org/", "does not name a repository"],
    ["https://example.org/r?token=s3cret", "`?`"],
    ["https://exa mple.org/r", "not a valid URL"],
    ["https://github.com/o/r/tree/main/a%2F..%2Fx", "not a valid URL"],
    ["a/b\nc", "not a valid git repository address"],
    ["word", "not a valid git repository address"],
    ["a/b/c", "not a valid git repository address"],
    ["~/plugins", "not a valid git repository address"],
    ["", "not a valid git repository address"],
  ])("%j is refused", (text, message) => {
    expect(refusal(text)).toContain(message);
    expect(refusal(text)).not.toContain("s3cret");
  });

  test("plain http is taken, and marked where it leaves this machine", () => {
    expect(read("http://example.org/r").insecure).toBe(true);
    expect(read("http://127.0.0.1:80/r").insecure).toBe(false);
  });
});

test("PL-2 credentials reach git alone", () => {
  const { url, ...rest } = read("https://me:s3cret@example.org/o/r");
  expect(url).toBe("https://me:s3cret@example.org/o/r");
  expect(JSON.stringify(rest)).not.toMatch(/s3cret|me:/);
  expect(withoutCredentials("fatal: unable to access 'https://me:s3cret@example.org/r/': x, ssh://git@h/r, https://tok@h/r")).toBe(
    "fatal: unable to access 'https://example.org/r/': x, ssh://git@h/r, https://h/r",
  );
});

test("any text gives an address or a reason, and an address is never an option", () => {
  const parts = fc.constantFrom(
    "https://",
    "git@",
    "::",
    "-",
    "/",
    "a",
    ".git",
    "tree",
    "/-/tree/",
    "..",
    "%2F",
    "%",
    "@",
    ":",
    "github:",
    "file://",
    "\\",
    " ",
    "\n",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(parts).map((words) => words.join("")),
      ),
      fc.option(fc.string(), { nil: undefined }),
      (text, subdir) => {
        const result = gitAddress(text, { ...BASE, ...(subdir === undefined ? {} : { subdir }) });
        if (!result.ok) return;
        expect(result.address.url).not.toMatch(/^-|^[\w+.-]*::/);
        expect(result.address.readable).toMatch(/^[\w][\w.-]*$/);
        expect(result.address.subdir.split("/")).not.toContain("..");
      },
    ),
    { numRuns: 500 },
  );
});
