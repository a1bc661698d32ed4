import { describe, expect, test } from "vitest";

import type { Json } from "../../src/model/json.ts";
import { toolResponse } from "../../src/model/tool-fields.ts";
import type { NeutralTool } from "../../src/model/tool.ts";

const CASES: readonly [string, Json | undefined, NeutralTool | undefined, object][] = [
  ["the text of a shell is its stdout", "ok", "shell", { stdout: "ok" }],
  ["the text of another tool", "ok", "file_read", { text: "ok" }],
  ["a list of blocks", [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }], undefined, { text: "a\nb" }],
  ["an object that has stdout keeps it", { stdout: "x", stderr: "" }, "shell", { stdout: "x", stderr: "" }],
  ["an object with blocks", { content: [{ type: "text", text: "pong" }], isError: false }, undefined, { text: "pong", isError: false }],
  ["a file that was read", { type: "text", file: { content: "hello" } }, "file_read", { text: "hello", type: "text" }],
];

describe("RT-1 a tool's response is always an object", () => {
  test.each(CASES)("%s", (_, native, tool, expected) => {
    expect(toolResponse(native, tool)).toMatchObject(expected);
  });

  test("a list stands under `content`", () => {
    expect(toolResponse([{ type: "text", text: "a" }], undefined)).toEqual({ content: [{ type: "text", text: "a" }], text: "a" });
  });

  test.each([undefined, null, 5, true])("%s gives an empty object", (native) => {
    expect(toolResponse(native, "shell")).toEqual({});
  });
});
