import { describe, expect, test } from "vitest";

import { ANY_PATCH, patchCall, patchSections, readPatch as read } from "../../src/model/patch.ts";

const readPatch = (text: string) => read(patchSections(text, ANY_PATCH));

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

  test("text that names no file is in unclear", () => {
    expect(readPatch("echo '*** Add a file'")).toMatchObject({ files: [], unclear: expect.stringContaining("names no file") });
  });

  test("a line that could be a heading counts as a file that is not known", () => {
    const odd = "***  add file : .env";
    expect(readPatch(patch("*** Update File: a.txt", "@@", "-x", "+y", odd))).toEqual({
      files: ["a.txt", odd],
      tool: "file_edit",
      also: ["Write", "file_write"],
      unclear: expect.stringContaining(odd),
    });
  });

  test("lines that come and go, and stars around other words, name no file", () => {
    const text = patch(
      "*** Update File: a.txt",
      "@@",
      "+*** add file: .env",
      "-*** Update  File: .env",
      " *** NOTE: see *** Add",
      "*** End of File",
    );
    expect(readPatch(text)).toEqual({ files: ["a.txt"], tool: "file_edit", also: [] });
  });
});

test("RT-4 a file that came beside a patch is not one of its files", () => {
  const { toolInput } = patchCall("apply_patch", patch("nothing"), { text: "", file_path: "ok" }, "text", ANY_PATCH);
  expect(toolInput).not.toHaveProperty("file_path");
});
