import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../src/model/json.ts";
import { type FieldRule, fromClaudeFields, rulesFor, toClaudeFields, toNativeFields } from "../../src/model/tool-fields.ts";
import { mcpCall, toolCall } from "../../src/model/tool.ts";

const RULES: readonly FieldRule[] = [
  { claude: "file_path", native: "path" },
  { claude: "content", native: "file_text" },
  { claude: "replace_all", native: "allow_multiple" },
];
const LISTED: readonly FieldRule[] = [
  { claude: "old_string", in: "edits", native: "old" },
  { claude: "url", in: "urls" },
  { claude: "command", in: "task", native: "line" },
  { claude: "folder", native: "dirs" },
  { claude: "folder", native: "folder" },
  { claude: "query" },
];

test("RT-1 IX-12 a shim shows an agent's own field only as made from Claude's, whatever came along", () => {
  expect(toNativeFields({ file_path: ".env", path: "a.ts", mode: 1 }, RULES)).toEqual({ mode: 1, path: ".env" });
  expect(toNativeFields({ path: "a.ts", mode: 1 }, RULES)).toEqual({ mode: 1 });
});

describe("RT-1 tool inputs have Claude's field names", () => {
  test("fields present decide, not the tool", () => {
    expect(toClaudeFields({ path: "a.ts", file_text: "x", mode: 1 }, RULES)).toEqual({ file_path: "a.ts", content: "x", mode: 1 });
  });

  test("a field of Claude's name that the agent ignores is not shown", () => {
    expect(toClaudeFields({ path: ".env", file_path: "a.ts", content: "x" }, RULES)).toEqual({ file_path: ".env" });
    expect(toClaudeFields({ query: "x", other: 1 }, LISTED)).toEqual({ other: 1 });
  });

  test("of several fields for one name the first that is given counts, and `null` is not given", () => {
    expect(toClaudeFields({ dirs: "a", folder: "b" }, LISTED)).toEqual({ folder: "a" });
    expect(toClaudeFields({ dirs: null, folder: "b" }, LISTED)).toEqual({ dirs: null, folder: "b" });
  });

  test("a field inside another, or in the first entry of a list, is shown beside it", () => {
    const input = {
      edits: [{ old: "a" }, { old: "b" }],
      urls: ["u", "v"],
      task: { line: "ls" },
      old_string: "no",
      url: "no",
      command: "no",
    };
    expect(toClaudeFields(input, LISTED)).toEqual({
      ...{ edits: input.edits, urls: input.urls, task: input.task },
      ...{ old_string: "a", url: "u", command: "ls" },
    });
  });

  test("a plain string stays a plain string", () => {
    expect(toClaudeFields("*** Begin Patch", RULES)).toBe("*** Begin Patch");
  });

  test("an MCP server's fields are its own", () => {
    expect(rulesFor(mcpCall("mcp__a__b", { server: "a", tool: "b" }), RULES)).toEqual([]);
    expect(rulesFor(toolCall("create", "file_write"), RULES)).toEqual(expect.arrayContaining([...RULES]));
  });
});

describe("RT-3 a rewrite is completed to the agent's full input", () => {
  test("named fields replace under their native names, the rest stays", () => {
    expect(fromClaudeFields({ path: "a.ts", file_text: "x", mode: 1 }, { content: "y" }, RULES)).toEqual({
      path: "a.ts",
      file_text: "y",
      mode: 1,
    });
  });

  test("a field the call did not have goes back under its native name", () => {
    expect(fromClaudeFields({ path: "a.ts" }, { replace_all: true }, RULES)).toEqual({ path: "a.ts", allow_multiple: true });
  });

  test("a change goes into the first entry, and where there is no such field it cannot be expressed", () => {
    const input = { edits: [{ old: "a" }, { old: "b" }], urls: ["u", "v"], task: { line: "ls" } };
    expect(fromClaudeFields(input, { old_string: "A", url: "U", command: "pwd" }, LISTED)).toEqual({
      ...{ edits: [{ old: "A" }, { old: "b" }], urls: ["U", "v"] },
      task: { line: "pwd" },
    });
    expect(fromClaudeFields({ a: 1 }, { query: "x" }, LISTED)).toBeUndefined();
    expect(fromClaudeFields({ a: 1 }, { old_string: "x" }, LISTED)).toBeUndefined();
  });

  test("fields for a plain text, and a text for fields, cannot be expressed", () => {
    expect(fromClaudeFields("text", { content: "y" }, RULES)).toBeUndefined();
    expect(fromClaudeFields({ path: "a" }, "text", RULES)).toBeUndefined();
    expect(fromClaudeFields("text", "other", RULES)).toBe("other");
  });

  test("what was renamed there comes back unchanged", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("path", "file_path", "file_text", "allow_multiple", "mode", "content"), fc.jsonValue()),
        (input) => {
          const native = input as Json;
          expect(fromClaudeFields(native, toClaudeFields(native, RULES), RULES)).toEqual(native);
        },
      ),
    );
  });
});
