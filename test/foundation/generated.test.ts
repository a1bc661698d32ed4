import { expect, test } from "vitest";

import { generatedFiles, staleFiles } from "../../scripts/generate.ts";

test("no generated file is stale", async () => {
  expect(staleFiles(await generatedFiles())).toEqual([]);
});

test("a changed or missing file counts as stale", async () => {
  const [first] = await generatedFiles();
  const changed = { path: first?.path ?? "", text: `${first?.text}\n` };
  expect(staleFiles([changed, { path: "no/such/file", text: "" }])).toEqual([changed.path, "no/such/file"]);
});
