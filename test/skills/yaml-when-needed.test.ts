import { beforeEach, expect, test, vi } from "vitest";

/** As at the start of a program: the parser may be loaded for another test. */
async function fresh() {
  const { readFrontmatter } = await import("../../src/skills/frontmatter.ts");
  const { withYaml } = await import("../../src/skills/yaml-when-needed.ts");
  const nameIn = (yaml: string) => {
    const read = readFrontmatter("SKILL.md", `---\n${yaml}\n---\n`);
    return read.kind === "read" ? read.field("name")?.text : read.problem.message;
  };
  return { withYaml, nameIn };
}

beforeEach(() => {
  vi.resetModules();
});

test("frontmatter that is not plain loads the parser, and what was read before is read again", async () => {
  const { withYaml, nameIn } = await fresh();
  const read: string[] = [];
  const names = await withYaml(() => ["name: a", "name: >-\n  b"].map((yaml) => (read.push(yaml), nameIn(yaml))));
  expect([names, read.length]).toEqual([["a", "b"], 4]);
});

test("outside of it only plain frontmatter is read, and nothing passes for a mistake of the author", async () => {
  const { nameIn } = await fresh();
  expect(nameIn("name: a")).toBe("a");
  expect(() => nameIn("name: >\n  b")).toThrow("outside of `withYaml`");
});

test("an error of what it runs is passed on", async () => {
  const { withYaml } = await fresh();
  const failing = () => {
    throw new Error("other");
  };
  await expect(withYaml(failing)).rejects.toThrow("other");
});
