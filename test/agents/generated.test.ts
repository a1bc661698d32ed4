import { expect, test } from "vitest";

import { generatedAgentFiles } from "../../scripts/generate-agents.ts";
import { staleFiles } from "../../scripts/generate.ts";
import { code, fillSections, table } from "../../scripts/markdown.ts";

const files = await generatedAgentFiles();

test("RG-4 the lists of agents are what the folders say", () => {
  expect(files.map(({ path }) => path)).toEqual([
    "src/agents/list.ts",
    "src/agents/hook-files-list.ts",
    "src/agents/native-list.ts",
    "src/agents/hook-list.ts",
  ]);
  expect(staleFiles(files)).toEqual([]);
});

test("what is loaded at hook time names no file of set-up, and loads an agent's code only when it is called", () => {
  const [, hookFiles, native, hook] = files;
  expect(native?.text).not.toContain("hook-files");
  expect(`${hookFiles?.text}${native?.text}${hook?.text}`).not.toMatch(/\.\/[\w-]+\/agent\.ts"|set-up/);
  expect(hook?.text).not.toMatch(/^import (?!type ).*"\.\//m);
});

test("a section is replaced, the text around it stays", () => {
  const page = "# A\n\n<!-- generated: one -->\nold\n<!-- end -->\n\nby hand\n";
  const filled = fillSections(page, { one: "new" });
  expect(filled).toBe("# A\n\n<!-- generated: one -->\n\nnew\n\n<!-- end -->\n\nby hand\n");
  expect(fillSections(filled, { one: "new" })).toBe(filled);
  expect(() => fillSections(page, { two: "x" })).toThrow('no section "two"');
});

test("a bar or a line break in a cell does not break the table", () => {
  expect(table(["a"], [[`${code("x|y")}\n z`]])).toBe("| a |\n| --- |\n| `x\\|y` z |");
});
