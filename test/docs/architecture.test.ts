import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

test("every file that the page names is there, for every agent where it names one of an agent", () => {
  const named = [...new Set(page.match(/(?:src|test|scripts)\/[\w./<>-]*\w(?:\.ts)?/g))];
  expect(named.length).toBeGreaterThan(40);
  const agents = readdirSync(join(ROOT, "src/agents"), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(join(ROOT, "src/agents", entry.name, "agent.ts")),
  );
  const missing = named.flatMap((path) => {
    const each = path.includes("agents/<name>") ? agents.map(({ name }) => path.replace("<name>", name)) : [path];
    return each.filter((one) => !one.includes("<") && !existsSync(join(ROOT, one)));
  });
  expect(missing).toEqual([]);
});

test("every folder of src is named", () => {
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});
