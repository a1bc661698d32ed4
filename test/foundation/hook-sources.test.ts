import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { createFixture } from "fs-fixture";
import { build } from "rolldown";
import { expect, test } from "vitest";

import { codeDigests } from "../../scripts/acting-code.ts";
import { hookSources, programFingerprint } from "../../scripts/hook-sources.ts";
import { OF_COMMANDS, OF_HOOK, OF_REBUILD } from "../../scripts/when-called.ts";
import { isAtLeast } from "../support/thoroughness.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the sources of the hook program are the ones that are bundled into it", async () => {
  const { output } = await build({ input: join(ROOT, "src/symposium-hook.ts"), platform: "node", write: false });
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const bundled = modules.map((path) => relative(ROOT, path)).filter((path) => path.startsWith("src/"));
  // A file of nothing but types is named by an import and leaves nothing in the bundle.
  expect(hookSources(ROOT)).toEqual(expect.arrayContaining([...new Set(bundled)]));
  expect(hookSources(ROOT).filter((path) => path.startsWith("src/commands/"))).toEqual([]);
});

test("files that are loaded when they are called export functions alone", () => {
  for (const file of [...OF_HOOK, ...Object.values({ ...OF_COMMANDS, ...OF_REBUILD }).flat()]) {
    const exported = readFileSync(join(ROOT, "src", file), "utf8").match(/^export .*/gm) ?? [];
    expect(exported.filter((line) => !/^export (?:(?:async )?function \w|type |interface )/.test(line))).toEqual([]);
    expect(exported).not.toEqual([]);
  }
});

test("their digest is one for the same sources", () => {
  expect(programFingerprint(ROOT)).toMatch(/^[0-9a-f]{64}$/);
  expect(programFingerprint(ROOT)).toBe(programFingerprint(ROOT));
});

test.runIf(isAtLeast("all"))(
  "evidence outlives comments, formatting, types, local names and other folders; not another answer",
  { timeout: 120_000 },
  async () => {
    await using copy = await createFixture({});
    cpSync(join(ROOT, "src"), copy.getPath("src"), { recursive: true });
    // It says that the sources are modules, which decides how they import CommonJS.
    cpSync(join(ROOT, "package.json"), copy.getPath("package.json"));
    // It says which imports of types are kept.
    cpSync(join(ROOT, "tsconfig.json"), copy.getPath("tsconfig.json"));
    symlinkSync(join(ROOT, "node_modules"), copy.getPath("node_modules"));
    const file = copy.getPath("src/hook/combine.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `// A comment.\nexport interface Unused {\n  readonly  a : string }\n\n${text.replaceAll(/^ {2}/gm, "    ")}`);
    const before = await codeDigests(ROOT);
    expect(await codeDigests(copy.path)).toEqual(before);
    writeFileSync(file, text.replace(/"deny"/, '"ask"'));
    const converter = copy.getPath("src/interchange/capabilities.ts");
    writeFileSync(converter, readFileSync(converter, "utf8").replace(/"excluded"/, '"blocks"'));
    const after = await codeDigests(copy.path);
    for (const group of Object.keys(before) as (keyof typeof before)[]) expect(after[group], group).not.toBe(before[group]);
  },
);
