import { expect, test } from "vitest";

import { pathKey, pathWith } from "../../src/host/safe-environment.ts";

test("PG-10 Windows spells PATH in any case and does not get two", () => {
  expect(pathKey({ Path: "C:\\tools" }, "windows")).toBe("Path");
  expect(pathKey({ Path: "not this" }, "linux")).toBe("PATH");
  expect(pathKey({}, "windows")).toBe("PATH");
});

test("PG-10 an empty PATH adds no empty folder, which would be the current one", () => {
  expect(pathWith(["/a", "/b"], "", "linux")).toBe("/a:/b");
  expect(pathWith(["C:\\a"], "C:\\b", "windows")).toBe("C:\\a;C:\\b");
});
