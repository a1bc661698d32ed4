import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../src/canonical/json.ts";
import { type FieldRule, fromClaudeFields, rulesFor, toClaudeFields } from "../../src/canonical/tool-fields.ts";
import { mcpCall, toolCall } from "../../src/canonical/tool.ts";

const RULES: readonly FieldRule[] = [
  { native: "path", claude: "file_path", unless: ["pattern"] },
  { native: "file_text", claude: "content" },
  { native: "allow_multiple", claude: "replace_all" },
];

describe("RT-1 tool inputs have Claude's field names", () => {
  test("fields present decide, not the tool", () => {
    expect(toClaudeFields({ path: "a.ts", file_text: "x", mode: 1 }, RULES)).toEqual({ file_path: "a.ts", content: "x", mode: 1 });
  });

  test("a field that means the same under its own name stays", () => {
    expect(toClaudeFields({ path: "src", pattern: "x" }, RULES)).toEqual({ path: "src", pattern: "x" });
  });

  test("a plain string stays a plain string", () => {
    expect(toClaudeFields("*** Begin Patch", RULES)).toBe("*** Begin Patch");
  });

  test("an MCP server's fields are its own", () => {
    expect(rulesFor(mcpCall("mcp__a__b", { server: "a", tool: "b" }), RULES)).toEqual([]);
    expect(rulesFor(toolCall("create", "file_write"), RULES)).toEqual(RULES);
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

  test("fields for a plain text, and a text for fields, cannot be expressed", () => {
    expect(fromClaudeFields("text", { content: "y" }, RULES)).toBeUndefined();
    expect(fromClaudeFields({ path: "a" }, "text", RULES)).toBeUndefined();
    expect(fromClaudeFields("text", "other", RULES)).toBe("other");
  });

  test("what was renamed there comes back unchanged", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("path", "file_text", "allow_multiple", "pattern", "mode", "content"), fc.jsonValue()),
        (input) => {
          const native = input as Json;
          expect(fromClaudeFields(native, toClaudeFields(native, RULES), RULES)).toEqual(native);
        },
      ),
    );
  });
});
