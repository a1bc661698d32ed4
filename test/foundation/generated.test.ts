import { expect, test } from "vitest";

import { generatedFiles, staleFiles } from "../../scripts/generate.ts";

const files = await generatedFiles();

test("no generated file is stale", () => {
  expect(staleFiles(files)).toEqual([]);
});

test("generating twice gives the same bytes", async () => {
  expect(await generatedFiles()).toEqual(files);
});

test("a changed or missing file counts as stale", () => {
  const [first] = files;
  const changed = { path: first?.path ?? "", text: `${first?.text}\n` };
  expect(staleFiles([changed, { path: "no/such/file", text: "" }])).toEqual([changed.path, "no/such/file"]);
});
