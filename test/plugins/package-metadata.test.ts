import { describe, expect, test } from "vitest";

import { problemText } from "../../src/files/problem.ts";
import { embedded } from "../../src/packages/cargo/package-manifest.ts";
import { printAtom } from "../../src/plugins/gates/predicate.ts";
import { validateTable } from "../../src/plugins/manifest/validate.ts";
import { readPackageMetadata } from "../../src/plugins/packages/embedded-metadata.ts";

const PACKAGE = '[package]\nname = "widget"\nversion = "1.0.0"\n';
const TABLE = "[package.metadata.symposium]\n";

function read(text: string) {
  const { metadata, problems, name } = readPackageMetadata(embedded("Cargo.toml", PACKAGE + text));
  const skills =
    metadata.kind === "skills" ? metadata.skills.map((entry) => (entry.kind === "path" ? entry.path : printAtom(entry.package))) : [];
  return { name, kind: metadata.kind, skills, problems: problems.map(problemText) };
}

describe("the first form of a package's metadata", () => {
  test.each([
    { covers: "J45 J53", what: "none of our tables", text: "", kind: "absent", skills: [] },
    { covers: "J55", what: "another tool's table", text: "[package.metadata.docs]\nskills = 1\n", kind: "absent", skills: [] },
    { covers: "J46", what: "an empty list", text: `${TABLE}skills = []\n`, kind: "skills", skills: [] },
    { covers: "J47", what: "a folder", text: `${TABLE}skills = [{ path = "guidance" }]\n`, kind: "skills", skills: ["guidance"] },
    { covers: "J48", what: "a crate", text: `${TABLE}skills = [{ crate = { name = "other" } }]\n`, kind: "skills", skills: ["other"] },
    {
      covers: "J49",
      what: "a crate and a version",
      text: `${TABLE}skills = [{ crate = { name = "other", version = ">=1.0" } }]\n`,
      kind: "skills",
      skills: ["other{>=1.0}"],
    },
    {
      covers: "J52",
      what: "several entries in order",
      text: '[[package.metadata.symposium.skills]]\npath = "b"\n[[package.metadata.symposium.skills]]\ncrate = { name = "z" }\n[[package.metadata.symposium.skills]]\npath = "a"\n',
      kind: "skills",
      skills: ["b", "z", "a"],
    },
  ])("$covers $what", ({ text, kind, skills }) => {
    expect(read(text)).toEqual({ name: "widget", kind, skills, problems: [] });
  });

  test.each([
    { covers: "J50", entry: '{ path = "a", crate = { name = "b" } }', message: "`path` and `crate` are mutually exclusive" },
    { covers: "J51", entry: "{}", message: "an entry must specify either `path` or `crate`" },
    { entry: "{ path = 5 }", message: "`path` must be a string, so this entry is ignored" },
    { entry: '{ crates = { name = "b" } }', message: "unknown key `crates`, so this entry is ignored" },
    { entry: '{ crate = { name = "b/c" } }', message: "`b/c` is not a valid cargo package name" },
  ])("$entry makes the whole table malformed, with its place", ({ entry, message }) => {
    const { kind, problems } = read(`${TABLE}skills = [{ path = "ok" }, ${entry}]\n`);
    expect(kind).toBe("malformed");
    expect(problems).toEqual([expect.stringMatching(/^Cargo\.toml:5:\d+: /)]);
    expect(problems[0]).toContain(message);
  });

  test.each(["[package.metadata]\nsymposium = 5\n", "[package\n", `${TABLE}skills = 5\n`])("%j is malformed and told", (text) => {
    const { kind, problems } = read(text);
    expect({ kind, told: problems.length }).toEqual({ kind: "malformed", told: 1 });
  });
});

describe("the later form", () => {
  test("J54 is a manifest as it stands, with places in the package's file", () => {
    const text = `${PACKAGE}${TABLE}depends-on = ["serde"]\n[[package.metadata.symposium.skills]]\nsource.path = "s"\n[[package.metadata.symposium.hooks]]\nname = "h"\nevent = "Stpo"\nscript = "x"\n`;
    const { name, metadata } = readPackageMetadata(embedded("Cargo.toml", text));
    if (metadata.kind !== "manifest") throw new Error(metadata.kind);
    expect(metadata.toml.table).toEqual({
      "depends-on": ["serde"],
      skills: [{ source: { path: "s" } }],
      hooks: [{ name: "h", event: "Stpo", script: "x" }],
    });
    const { plugin, problems } = validateTable("Cargo.toml", metadata.toml, { directory: "/w", os: "linux", isFile: () => false }, name);
    expect(plugin).toMatchObject({ name: "widget", skills: [{ source: { kind: "path", path: "/w/s" } }] });
    expect(problems.map(problemText)).toEqual(["Cargo.toml:10:1: hook `h`: unknown event `Stpo`"]);
  });
});
