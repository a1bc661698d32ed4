import { describe, expect, test } from "vitest";

import { patchInCommand, readPatch } from "../../src/canonical/patch.ts";

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("RT-4 a patch is an edit of the files it names", () => {
  test("one that only adds is a write", () => {
    expect(readPatch(patch("*** Add File: a.txt", "+hello"))).toEqual({ files: ["a.txt"], tool: "file_write", also: [] });
  });

  test("one that changes is an edit, and targets of moves count as files", () => {
    expect(readPatch(patch("*** Update File: a.txt", "*** Move to: b c.txt", "@@", "-x", "+y"))).toEqual({
      files: ["a.txt", "b c.txt"],
      tool: "file_edit",
      also: [],
    });
  });

  test("one that also adds is met by matchers for writing as well", () => {
    expect(readPatch(patch("*** Update File: a.txt", "*** Add File: b.txt", "+x"))).toMatchObject({
      tool: "file_edit",
      also: ["Write", "file_write"],
    });
  });

  test("Windows line ends do not stay in the names", () => {
    expect(readPatch("*** Begin Patch\r\n*** Delete File: a.txt\r\n*** End Patch")?.files).toEqual(["a.txt"]);
  });

  test("other text is not a patch", () => {
    expect(readPatch("echo '*** Add a file'")).toBeUndefined();
  });

  test("a shell command that applies a heredoc is a patch too", () => {
    expect(patchInCommand(`apply_patch <<'EOF'\n${patch("*** Add File: a.txt", "+x")}\nEOF`)?.tool).toBe("file_write");
    expect(patchInCommand("cat apply_patch.md")).toBeUndefined();
  });
});
