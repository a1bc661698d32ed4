import { describe, expect, test } from "vitest";

import { printAtom, printGate } from "../../src/predicates/print.ts";
import { HEAD, read, sound, told } from "./manifest-text.ts";

const SERDE = 'name = "p"\ncrates = ["serde"]\n';

/** The sources of a manifest's skill groups. */
function sources(text: string) {
  return sound(text).skills.map(({ source }) => source);
}

describe("skill groups", () => {
  test("H2 H4 a repository is kept as it is written, and each group has its own gate", () => {
    const address = "https://github.com/org/repo/tree/main/skills";
    const plugin = sound(
      `${HEAD}[[skills]]\ncrates = ["serde"]\nsource.git = "${address}"\n[[skills]]\ncrates = "tokio>=1.0,<2.0"\nsource.path = "a/b"\n`,
    );
    expect(plugin.skills.map(({ gate }) => printGate(gate))).toEqual(["serde", "tokio>=1.0,<2.0"]);
    expect(plugin.skills.map(({ source }) => source)).toEqual([
      { kind: "git", address },
      { kind: "path", path: "/plugins/p/a/b" },
    ]);
  });

  test("a repository can be pinned once", () => {
    const git = 'source.git = "https://example.org/r"\nsource.subdir = "s"\n';
    expect(sources(`${HEAD}[[skills]]\n${git}source.tag = "v1"\n`)).toEqual([
      { kind: "git", address: "https://example.org/r", pin: { kind: "tag", name: "v1" }, subdirectory: "s" },
    ]);
    expect(told(`${HEAD}[[skills]]\n${git}source.tag = "v1"\nsource.rev = "0"\n`)).toEqual([
      "7:8: tag and rev are mutually exclusive, so this skill group is ignored",
    ]);
    expect(told(`${HEAD}[[skills]]\nsource.path = "x"\nsource.branch = "main"\n`)).toEqual([
      "5:8: source.branch needs source.git, so this skill group is ignored",
    ]);
  });

  test("H3 a path in the wrong place is an unknown key, and the group brings nothing", () => {
    expect(told(`${HEAD}[[skills]]\npath = "skills"\n`)).toEqual([
      "4:1: unknown key `path`",
      "3:1: this skill group has no source, so it brings nothing",
    ]);
  });

  test("PL-8 H5 two sources in one group exclude each other", () => {
    const text = `${HEAD}[[skills]]\nsource.path = "a"\nsource.git = "https://example.org/r"\n[[skills]]\nsource.path = "b"\n`;
    expect(told(text)).toEqual(["4:1: source.path and source.git are mutually exclusive, so this skill group is ignored"]);
    expect(read(text).plugin?.skills).toHaveLength(1);
  });

  test.each([
    { covers: "H10 H12", head: SERDE, group: "" },
    { covers: "H13", head: HEAD, group: 'crates = "serde"\n' },
    { covers: "H14", head: 'name = "p"\ncrates = ["*", "serde"]\n', group: "" },
    { covers: "H13", head: HEAD, group: 'predicates = "any(depends-on(serde), env(CI))"\n' },
  ])("$covers skills come from the packages that $head$group names", ({ head, group }) => {
    expect(sources(`${head}[[skills]]\n${group}source = "crate"\n`)).toEqual([{ kind: "package" }]);
  });

  test.each([
    { covers: "H15", group: 'crates = ["*"]\n' },
    { covers: "H16", group: "" },
  ])("$covers stars alone do not say which packages", ({ group }) => {
    const { plugin, problems } = read(`${HEAD}[[skills]]\n${group}source = "crate"\n`);
    expect(problems).toMatchObject([{ severity: "error", message: expect.stringContaining("non-wildcard") }]);
    expect(plugin?.skills).toEqual([]);
  });

  test("H11 another word for a source is an error with the two forms there are", () => {
    const { plugin, problems } = read(`${SERDE}[[skills]]\nsource = "guidance"\n`);
    expect(problems).toMatchObject([
      {
        position: { line: 4 },
        message: expect.stringContaining("unknown source shorthand `guidance`"),
        hint: expect.stringContaining('source.path = "guidance"'),
      },
    ]);
    expect(plugin?.skills).toEqual([]);
  });

  test("older spellings of a package's skills load", () => {
    const groups =
      'source.crate_path = "docs"\n[[skills]]\nsource.crate = "widget>=1.0"\n[[skills]]\nsource.crate = { name = "widget", version = "1" }\n';
    const [folder, word, table] = sources(`${SERDE}[[skills]]\n${groups}`);
    expect(folder).toEqual({ kind: "package", path: "docs" });
    expect([word, table].map((source) => (source?.kind === "package" && source.package ? printAtom(source.package) : source))).toEqual([
      "widget>=1.0",
      "widget{1}",
    ]);
    expect(told(`${HEAD}[[skills]]\nsource.crate_path = "docs"\n`)).toEqual([expect.stringContaining("non-wildcard")]);
  });
});
