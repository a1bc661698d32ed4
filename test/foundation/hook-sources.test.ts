import { join, relative } from "node:path";

import { build } from "rolldown";
import { expect, test } from "vitest";

import { hookFingerprint, hookSources } from "../../scripts/hook-sources.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the sources of the hook programme are the ones that are bundled into it", async () => {
  const { output } = await build({ input: join(ROOT, "src/symposium-hook.ts"), platform: "node", write: false });
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const bundled = modules.map((path) => relative(ROOT, path)).filter((path) => path.startsWith("src/"));
  // A file of nothing but types is named by an import and leaves nothing in the bundle.
  expect(hookSources(ROOT)).toEqual(expect.arrayContaining([...new Set(bundled)]));
  expect(hookSources(ROOT).filter((path) => path.startsWith("src/cli/"))).toEqual([]);
});

test("their digest is one for the same sources", () => {
  expect(hookFingerprint(ROOT)).toMatch(/^[0-9a-f]{64}$/);
  expect(hookFingerprint(ROOT)).toBe(hookFingerprint(ROOT));
});
