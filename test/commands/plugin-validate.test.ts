import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { ValidatedItem, Validation } from "../../src/diagnose/validate/validate-plugins.ts";
import { crateIndex } from "../support/crate-index.ts";
import { symposium } from "./command-line.ts";

const SKILL = (rest: string) => ({ "SKILL.md": `---\nname: s\ndescription: Of use\n${rest}---\nText\n` });
const HOOK = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\nscript = "./check.sh"\n';
const GOOD = { "SYMPOSIUM.toml": `name = "good"\ncrates = ["serde"]\n${HOOK}`, "check.sh": "" };

/** Without looking up names, as data. */
async function validate(home: FileTree, path = ".", flags: readonly string[] = ["--no-check-crates"], env = {}) {
  const { stdout, exitCode } = await symposium(["plugin", "validate", path, "--json", ...flags], { home, env });
  const { answer, error } = JSON.parse(stdout) as { answer?: Validation; error?: { message: string } };
  return { exitCode, answer, error, items: (answer?.items ?? []).map(summary), findings: (answer?.items ?? []).flatMap(told) };
}

function summary({ kind, name, verdict, children }: ValidatedItem): string {
  return [`${verdict} ${name} (${kind})`, ...children.map(summary)].join(" + ");
}

function told({ findings, children }: ValidatedItem): string[] {
  const own = findings.map(({ severity, position, message }) => `${severity} ${position?.line ?? ""} ${message}`.replace("  ", " "));
  return [...own, ...children.flatMap(told)];
}

describe("PL-7 what can be validated", () => {
  test.each([
    ["a source", { plugins: { a: GOOD, s: SKILL("crates: serde\n") } }, "plugins", ["good good (plugin)", "good s (skill)"]],
    ["a plugin's folder", { a: GOOD }, "a", ["good good (plugin)"]],
    ["a manifest of any name", { a: { "any.toml": GOOD["SYMPOSIUM.toml"], "check.sh": "" } }, "a/any.toml", ["good good (plugin)"]],
    ["a skill's folder", { s: SKILL("crates: serde\n") }, "s", ["good s (skill)"]],
    ["a skill's file", { s: SKILL("crates: serde\n") }, "s/SKILL.md", ["good s (skill)"]],
    [
      "a package with metadata of the first form",
      { w: { "Cargo.toml": '[package]\nname = "w"\n[package.metadata.symposium]\nskills = [{ path = "g" }]\n', g: { x: SKILL("") } } },
      "w",
      ["good w (package) + good s (skill)"],
    ],
    [
      "a package with metadata of the later form",
      { w: { "Cargo.toml": '[package]\nname = "w"\n[[package.metadata.symposium.skills]]\nsource.path = "g"\n', g: { x: SKILL("") } } },
      "w/Cargo.toml",
      ["good w (package) + good s (skill)"],
    ],
    [
      "a package with skills in the usual folder",
      { w: { "Cargo.toml": '[package]\nname = "w"\n', skills: { x: SKILL("") } } },
      "w",
      ["good w (package) + good s (skill)"],
    ],
  ])("%s", async (_what, home, path, items) => {
    expect(await validate(home as FileTree, path)).toMatchObject({ exitCode: 0, items, findings: [] });
  });

  test("nothing to validate, and no such path, exit with 1", async () => {
    expect(await validate({ empty: { x: "" } }, "empty")).toMatchObject({
      exitCode: 1,
      error: { message: "no plugins or skills found in ~/empty" },
    });
    expect(await validate({}, "gone")).toMatchObject({ exitCode: 1, error: { message: "~/gone does not exist" } });
  });

  test.skipIf(process.platform === "win32")("a device is refused", async () => {
    expect(await validate({}, "/dev/null")).toMatchObject({ exitCode: 1, findings: ["error is not a file"] });
  });
});

describe("PL-7 what is found", () => {
  const plugin = (text: string, files: FileTree = {}) => validate({ p: { "SYMPOSIUM.toml": `name = "p"\n${text}`, ...files } }, "p");

  test("H32 good and bad items stand side by side", async () => {
    const home = {
      a: GOOD,
      b: { "SYMPOSIUM.toml": "name = [\n" },
      c: SKILL("crates: serde\n"),
      d: { "SKILL.md": "---\ndescription: Of use\ncrates: serde\n---\n" },
    };
    const { items, exitCode, answer } = await validate(home);
    expect({ items, exitCode, errors: answer?.errors }).toEqual({
      items: ["good good (plugin)", "error b (plugin)", "good s (skill)", "error d (skill)"],
      exitCode: 1,
      errors: 2,
    });
  });

  test.each([
    {
      covers: "H3",
      what: "a path beside its source",
      text: 'crates = "serde"\n[[skills]]\npath = "skills"\n',
      finding: "error 4 unknown key `path`",
    },
    {
      covers: "H22",
      what: "PL-8 a skill group without a source",
      text: 'crates = "serde"\n[[skills]]\nsource.path = "empty"\n[[skills]]\ncrates = "tokio"\n',
      finding: "error 5 this skill group has no source, so it brings nothing",
    },
    {
      covers: "H23",
      what: "PL-8 a skill group with an empty source",
      text: 'crates = "serde"\n[[skills]]\nsource = {}\n',
      finding: "error 3 this skill group has no source, so it brings nothing",
    },
    {
      covers: "H80",
      what: "an unknown key",
      text: 'crates = "serde"\n[subcommand.x]\ndescription = "d"\ncommand = { executable = "x" }\ncolour = 1\n',
      finding: "error 6 unknown key `colour`",
    },
    { covers: "H34", what: "no gate", text: HOOK, finding: "error 1 nothing says where this plugin applies, so it stays inactive" },
    {
      what: "an unknown event",
      text: 'crates = "*"\n[[hooks]]\nname = "h"\nevent = "Stpo"\nscript = "./check.sh"\n',
      finding: "error 5 hook `h`: unknown event `Stpo`",
    },
    {
      what: "a bad pattern",
      text: `crates = "*"\n${HOOK}matcher = "("\n`,
      finding: expect.stringMatching(/^error 7 hook `check`: the matcher can never match/),
    },
    {
      what: "a missing script",
      text: 'crates = "*"\n[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "gone.sh"\n',
      finding: "error 6 hook `h`: there is no file gone.sh",
    },
    {
      what: "a missing program",
      text: 'crates = "*"\n[[installations]]\nname = "i"\nexecutable = "bin/gone"\n',
      finding: "error 5 installation `i`: there is no file ~/p/bin/gone",
    },
    {
      what: "a missing skill folder",
      text: 'crates = "*"\n[[skills]]\nsource.path = "gone"\n',
      finding: "error 3 skill group: there is no folder ~/p/gone",
    },
    {
      what: "a skill folder without skills",
      text: 'crates = "*"\n[[skills]]\nsource.path = "empty"\n',
      finding: "warning there is no SKILL.md in ~/p/empty",
    },
    {
      what: "a bad skill in a group",
      text: 'crates = "*"\n[[skills]]\nsource.path = "bad"\n',
      finding: expect.stringMatching(/^error \d+ has no `name` in its frontmatter$/),
    },
  ])("$what", async ({ text, finding }) => {
    const files = { "check.sh": "", empty: { x: "" }, bad: { s: { "SKILL.md": "---\ndescription: d\n---\n" } } };
    const { findings, exitCode } = await plugin(text, files);
    expect(findings).toContainEqual(finding);
    expect(findings.some((each) => each.startsWith("error"))).toBe(exitCode === 1);
  });

  test("PL-6 a skill without a gate would sleep", async () => {
    expect(await validate({ s: SKILL("") }, "s")).toMatchObject({ exitCode: 1, findings: [expect.stringContaining("missing `crates`")] });
  });

  test("H33 a description that is not text", async () => {
    const home = { s: { "SKILL.md": "---\nname: s\ndescription: [Critical] read this\ncrates: serde\n---\n" } };
    const { exitCode, items } = await validate(home);
    expect({ exitCode, items }).toEqual({ exitCode: 1, items: ["error s (skill)"] });
  });

  test("a manifest of another name beside none is told to be renamed", async () => {
    const { items, findings, exitCode } = await validate({ src: { rtk: { "rtk.toml": 'name = "rtk"\ncrates = ["*"]\n' } } }, "src");
    expect({ items, exitCode }).toEqual({ items: ["warning rtk (plugin)"], exitCode: 0 });
    expect(findings).toEqual([expect.stringContaining("is read as a manifest")]);
  });

  test("-q prints nothing where all is well, and what is wrong otherwise; -v names the files", async () => {
    const run = (name: string, flag: string) =>
      symposium(["plugin", "validate", name, "--no-check-crates", flag], { home: { a: GOOD, b: { "SYMPOSIUM.toml": 'name = "b"\n' } } });
    expect(await run("a", "-q")).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    expect(await run("b", "-q")).toMatchObject({ stdout: expect.stringContaining("nothing says where"), exitCode: 1 });
    expect(await run("a", "-v")).toMatchObject({ stdout: "good     good (plugin)  ~/a/SYMPOSIUM.toml\n" });
  });

  test("people get a line for each item, and what is wrong below it", async () => {
    const home = { a: GOOD, b: { "SYMPOSIUM.toml": 'name = "b"\ncolour = 1\ncrates = "*"\n' } };
    const { stdout, stderr, exitCode } = await symposium(["plugin", "validate", ".", "--no-check-crates"], { home });
    expect(stdout).toMatchInlineSnapshot(`
      "good     good (plugin)
      error    b (plugin)
          error: ~/b/SYMPOSIUM.toml:2:1: unknown key \`colour\`
            2 | colour = 1
              | ^
          hint: the keys here are name, crates, depends-on, predicates, where, installations, hooks, hooks-manifest, skills, mcp_servers, subcommand, predicate, plugins, files, defaults
      "
    `);
    expect({ stderr, exitCode }).toEqual({ stderr: "error: 1 error in ~\n", exitCode: 1 });
  });
});

describe("PL-7 names at the registry", () => {
  const manifest = `name = "p"
crates = ["serde"]
${HOOK}predicates = "not(depends-on(in-a-hook))"
[[installations]]
name = "i"
source = "cargo"
crate = "installed"
[subcommand.x]
description = "d"
command = { executable = "x" }
crates = "in-a-command"
[[mcp_servers]]
name = "s"
command = "x"
depends-on = "in-a-server"
[[plugins]]
source.cargo = "chained"
depends-on = "on-an-edge"
[[skills]]
source.path = "skills"
crates = ["serde", "in-a-group"]
`;
  const home = {
    p: { "SYMPOSIUM.toml": manifest, "check.sh": "", skills: { a: SKILL("crates: serde, in-frontmatter\n") } },
    broken: { "SYMPOSIUM.toml": 'name = "b"\ncrates = ["un known"]\n' },
  };

  test("H35 H36 every level is looked up, each name once, and what cannot be read names nothing", async () => {
    await using index = await crateIndex(["serde"]);
    const { answer, findings, exitCode } = await validate(home, ".", [], { SYMPOSIUM_CRATES_INDEX: index.address });
    expect(exitCode).toBe(1);
    const unknown = findings.flatMap((each) => /no crate `(.+)`/.exec(each)?.[1] ?? []).sort();
    expect(unknown).toEqual([
      "chained",
      "in-a-command",
      "in-a-group",
      "in-a-hook",
      "in-a-server",
      "in-frontmatter",
      "installed",
      "on-an-edge",
    ]);
    expect(index.asked.filter((path) => path === "se/rd/serde")).toHaveLength(1);
    expect(index.asked.join()).not.toContain("known");
    const [place] = answer?.items.flatMap((item) => item.findings).filter(({ message }) => message.includes("chained")) ?? [];
    expect(place).toMatchObject({ severity: "error", position: { line: 21 }, hint: expect.stringContaining("--no-check-crates") });
  });

  test("a registry that cannot be asked is one warning", async () => {
    await using index = await crateIndex([], 500);
    const only = { p: { ...GOOD } };
    const { answer, exitCode } = await validate(only, "p", [], { SYMPOSIUM_CRATES_INDEX: index.address });
    expect({ exitCode, errors: answer?.errors, warnings: answer?.warnings }).toEqual({ exitCode: 0, errors: 0, warnings: 1 });
    expect(answer?.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("1 name was not checked") }]);
  });

  test("Cargo's replacement of its registry is followed, and --no-check-crates asks no registry", async () => {
    await using index = await crateIndex(["serde"]);
    const config = `[source.crates-io]\nreplace-with = "mirror"\n[source.mirror]\nregistry = "sparse+${index.address}"\n`;
    const only = { p: { ...GOOD }, ".cargo": { "config.toml": config } };
    expect(await validate(only, "p")).toMatchObject({ exitCode: 0 });
    expect(index.asked).toEqual([]);
    expect(await validate(only, "p", [])).toMatchObject({ exitCode: 0, findings: [] });
    expect(index.asked).toEqual(["se/rd/serde"]);
  });
});
