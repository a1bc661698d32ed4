import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

const TESTS = resolve(dirname(fileURLToPath(import.meta.url)), "..");

function judges(): readonly string[] {
  const shared = readdirSync(join(TESTS, "oracles")).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const own = readdirSync(join(TESTS, "agents"), { recursive: true, encoding: "utf8" }).map((path) => join("agents", path));
  return [...shared.map((name) => join("oracles", name)), ...own.filter((path) => /^agents\/[^/]+\/oracle[^/]*\.ts$/.test(path))];
}

/** Every module a source names, in whatever form it does so. */
function modulesIn(source: string): readonly string[] {
  return [...source.matchAll(/\b(?:from|import|require)\b\s*\(?\s*["']([^"']+)["']/g)].map((found) => found[1] ?? "");
}

describe("RT-30 oracles know nothing of the code they judge", () => {
  test("there is one for each agent", () => {
    const agents = join(TESTS, "..", "src", "agents");
    const callers = readdirSync(agents).filter((name) => existsSync(join(agents, name, "agent.ts")));
    expect(callers.length).toBeGreaterThan(0);
    for (const agent of callers) expect(judges()).toContain(join("agents", agent, "oracle.ts"));
  });

  test.each(judges())("%s imports only oracles, the test runner, built-ins and parsers", (path) => {
    for (const module of modulesIn(readFileSync(join(TESTS, path), "utf8"))) {
      if (!module.startsWith(".")) {
        expect(module).toMatch(/^(node:|(vitest|smol-toml|yaml)$)/);
        continue;
      }
      const target = relative(TESTS, resolve(TESTS, dirname(path), module));
      expect(target).toMatch(/^(oracles\/|agents\/[^/]+\/oracle)/);
      if (target.startsWith("agents/")) expect(dirname(target)).toBe(dirname(path));
    }
  });

  test.each([
    'import { encode } from "../../../src/x.ts";',
    'export * from "../../../src/x.ts";',
    'import "../../../src/x.ts";',
    "const x = await import('../../../src/x.ts');",
    'const x = require("../../../src/x.ts");',
  ])("the scan sees %s", (source) => expect(modulesIn(source)).toEqual(["../../../src/x.ts"]));
});
