import { expect, test } from "vitest";

import { generatedAgentFiles } from "../../scripts/generate-agents.ts";
import { staleFiles } from "../../scripts/generate.ts";
import { code, fillSections, table } from "../../scripts/markdown.ts";

const files = await generatedAgentFiles();

test("RG-4 the lists of agents are what the folders say", () => {
  expect(files.map(({ path }) => path)).toEqual([
    "src/agents/list.ts",
    "src/agents/hook-time.ts",
    "src/agents/shims.ts",
    "src/agents/names.ts",
    "src/agents/native-events.ts",
    "src/agents/registrations.ts",
    "src/agents/hook-file-list.ts",
    "src/agents/server-file-list.ts",
    "src/agents/agent-plugin-list.ts",
    "src/agents/shared-files.ts",
    "src/agents/marks.ts",
    "src/agents/switches.ts",
  ]);
  expect(staleFiles(files)).toEqual([]);
});

test("what is loaded at hook time names no table", () => {
  const [, hookTime, names] = files;
  expect(`${hookTime?.text}${names?.text}`).not.toContain("facts.ts");
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
