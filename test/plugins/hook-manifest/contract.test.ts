import { expect, test } from "vitest";

import type { ManifestHandler } from "../../../src/model/hook-manifest.ts";
import { hookHandling } from "../../../src/plugins/hook-manifest/handler.ts";

const contractOf = (more: Partial<ManifestHandler>) => {
  const handling = hookHandling(
    { event: "before_tool_execute", handler: { type: "command", command: "true", ...more } },
    { folder: "/p", os: "linux" },
  );
  return "command" in handling ? handling.contract : handling;
};

test("a handler that asks for nothing unusual has no contract, so an index and a consent have none", () => {
  expect(contractOf({})).toBeUndefined();
  expect(contractOf({ async: false, cwd: "" })).toBeUndefined();
});

test("what it asks for is its contract", () => {
  expect(contractOf({ async: true, cwd: "sub" })).toEqual({ isAsync: true, cwd: "sub" });
});
