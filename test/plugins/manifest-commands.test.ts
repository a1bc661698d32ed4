import { describe, expect, test } from "vitest";

import { printGate } from "../../src/plugins/gates/predicate.ts";
import { chainedText } from "../../src/plugins/manifest/source-text.ts";
import { HEAD, read, sound, told } from "./manifest-text.ts";

const DEMO = '[[installations]]\nname = "demo"\nexecutable = "bin/demo"\nargs = ["--fast"]\n';

describe("subcommands", () => {
  const subcommand = (lines: string, name = "demo") => `[subcommand.${name}]\ndescription = "Run it"\n${lines}\n`;

  test("H77 H85 it runs its installation with that one's arguments, and is for agents", () => {
    expect(sound(HEAD + DEMO + subcommand('command = "demo"', "run")).subcommands).toEqual([
      {
        name: "run",
        description: "Run it",
        audience: "agents",
        gate: { dependsOn: [], predicates: [] },
        installation: "demo",
        command: { kind: "executable", path: "/plugins/p/bin/demo", args: ["--fast"] },
        env: { SYMPOSIUM_demo: "/plugins/p/bin/demo" },
        path: ["/plugins/p/bin"],
        requirements: [],
      },
    ]);
  });

  test("H78 it can be for people", () => {
    expect(sound(HEAD + DEMO + subcommand('command = "demo"\naudience = "humans"', "run")).subcommands).toMatchObject([
      { audience: "humans" },
    ]);
  });

  test("H79 a command in place becomes an installation of its name", () => {
    const { installations, subcommands } = sound(HEAD + subcommand('command = { script = "run.sh", args = ["-x"] }'));
    expect(installations).toMatchObject([{ name: "demo", script: "run.sh" }]);
    expect(subcommands).toMatchObject([{ command: { kind: "script", args: ["-x"] } }]);
  });

  test("PG-9 PG-12 it can name what it requires, the program of a package that has several, and its arguments", () => {
    const tools = '[[installations]]\nname = "tools"\nsource = "npm"\npackage = "tools"\nversion = "1.0.0"\n';
    const { subcommands } = sound(
      `${HEAD}${DEMO}${tools}${subcommand('command = "tools"\nexecutable = "second"\nargs = ["-x"]\nrequirements = ["demo"]', "run")}`,
    );
    expect(subcommands).toMatchObject([{ installation: "tools", requirements: ["demo"], env: { SYMPOSIUM_demo: "/plugins/p/bin/demo" } }]);
    expect(told(HEAD + DEMO + subcommand('command = "demo"\nargs = ["-x"]', "run"))).toEqual([
      expect.stringContaining("`args` is set on both the subcommand and its installation"),
    ]);
  });

  test("H86 it can have a gate", () => {
    const { subcommands } = sound(HEAD + DEMO + subcommand('command = "demo"\ncrates = ["serde"]', "run"));
    expect(subcommands.map(({ gate }) => printGate(gate))).toEqual(["serde"]);
  });

  test.each([
    { covers: "H81", name: "init", line: 'command = "demo"', message: "subcommand `init`: the name shadows a command of Symposium" },
    { covers: "H81", name: "status", line: 'command = "demo"', message: "subcommand `status`: the name shadows a command of Symposium" },
    { covers: "H82", name: '"foo.bar"', line: 'command = "demo"', message: "subcommand `foo.bar`: the name has invalid characters" },
    { covers: "H84", name: "run", line: 'command = "nothing"', message: "subcommand `run`: unknown installation `nothing`" },
    { name: "run", line: "", message: "`command` is missing, so this subcommand is ignored" },
  ])("$name with $line is left out", ({ name, line, message }) => {
    const text = HEAD + DEMO + subcommand(line, name);
    expect(told(text)).toEqual([expect.stringContaining(message)]);
    expect(read(text).plugin?.subcommands).toEqual([]);
  });

  test("H83 a long description is refused with the limit", () => {
    const text = `${HEAD}${DEMO}[subcommand.run]\ndescription = "${"é".repeat(550)}"\ncommand = "demo"\n`;
    expect(told(text)).toEqual([expect.stringContaining("the description has 1100 bytes; the limit is 1024")]);
  });

  test("H80 an unknown key is reported, and a misspelt gate costs the subcommand", () => {
    expect(told(HEAD + DEMO + subcommand('command = "demo"\ncolour = "red"', "run"))).toEqual([
      expect.stringContaining("unknown key `colour`"),
    ]);
    const { plugin } = read(HEAD + DEMO + subcommand('command = "demo"\ncrate = "serde"', "run"));
    expect(plugin?.subcommands).toEqual([]);
  });
});

describe("predicates of a plugin's own", () => {
  const predicate = (name: string, lines: string) => `[[predicate]]\nname = "${name}"\n${lines}\n`;

  test("run an installation with its arguments and then their own", () => {
    const { predicates } = sound(HEAD + DEMO + predicate("uses_nix", 'command = "demo"\nargs = ["--check"]'));
    expect(predicates).toMatchObject([{ name: "uses_nix", command: { path: "/plugins/p/bin/demo", args: ["--fast", "--check"] } }]);
  });

  test("a command in place is an installation that cannot meet another's name", () => {
    const { installations, predicates } = sound(HEAD + DEMO + predicate("demo", 'command = { script = "check.sh" }'), ["check.sh"]);
    expect(installations.map(({ name }) => name)).toEqual(["demo", "__pred_demo"]);
    expect(predicates).toMatchObject([{ command: { kind: "script", path: "/plugins/p/check.sh" } }]);
  });

  test.each([
    ["env", "the name is a built-in predicate"],
    ["uses-nix", "the name has invalid characters"],
    ["1st", "the name has invalid characters"],
    ["_x", "the name has invalid characters"],
  ])("%s cannot be a name", (name, message) => {
    expect(told(HEAD + DEMO + predicate(name, 'command = "demo"'))).toEqual([expect.stringContaining(`predicate \`${name}\`: ${message}`)]);
  });
});

describe("plugins that packages bring", () => {
  const chained = (lines: string) =>
    sound(`${HEAD}[[plugins]]\n${lines}\n`).chained.map(({ source, gate }) => [
      chainedText(source, { directory: "/plugins/p" }),
      printGate(gate),
    ]);

  test("H88 a word or a table names the crate, and the edge can have a gate", () => {
    expect(chained('source.cargo = "widget>=1.0"')).toEqual([["widget>=1.0", ""]]);
    expect(chained('source.cargo = { name = "widget", version = "1" }\ndepends-on = ["serde"]')).toEqual([["widget{1}", "serde"]]);
    expect(chained('source.crate = "widget"')).toEqual([["widget", ""]]);
  });

  test("PL-28 packages of every ecosystem can be named, each in its own syntax", () => {
    expect(chained('source.npm = "@scope/widget>=1.0"')).toEqual([["npm:@scope/widget>=1.0", ""]]);
    expect(chained('source.npm = { name = "widget", version = ">=1 <3 || ^4" }')).toEqual([["npm:widget{>=1 <3 || ^4}", ""]]);
    expect(chained('source.pypi = { name = "widget", version = "~=4.2" }')).toEqual([["pypi:widget{~=4.2}", ""]]);
    expect(chained('source.go = "example.com/widget"')).toEqual([["go:example.com/widget", ""]]);
  });

  test("H89 PL-28 a repository with its pin and folder, or a folder of the plugin, is read", () => {
    expect(chained('source.git = "https://example.org/r"')).toEqual([["git:https://example.org/r", ""]]);
    expect(chained('source.git = "https://u:secret@example.org/r"\nsource.tag = "v1"\nsource.subdir = "plugins/x"')).toEqual([
      ["git:https://example.org/r, tag v1, folder plugins/x", ""],
    ]);
    expect(chained('source.path = "extras/./one"\ncrates = ["serde"]')).toEqual([["./extras/one", "serde"]]);
  });

  test.each([
    { source: 'source.git = "ext::sh -c id"', message: "source.git: the address asks git to run another program" },
    { source: 'source.git = "https://example.org/r"\nsource.tag = "a"\nsource.rev = "b"', message: "tag and rev are mutually exclusive" },
    { source: 'source.git = "https://example.org/r"\nsource.subdir = "../x"', message: "`subdir` must be a folder inside the repository" },
    { source: 'source.git = "https://example.org/r"\nsource.path = "x"', message: "a plugin comes from one of" },
    { source: 'source.path = "extras"\nsource.tag = "v1"', message: "source.tag needs source.git" },
    { source: 'source.path = "../other"', message: "source.path must be a folder inside the plugin's own" },
    { source: 'source.path = "/etc"', message: "source.path must be a folder inside the plugin's own" },
    { source: 'source.path = "."', message: "source.path must be a folder inside the plugin's own" },
    { source: 'source.svn = "x"', message: "a plugin comes from one of `source.cargo`" },
    { source: "source.cargo = { name = 5 }", message: "the table must have `name`" },
    { source: 'source.cargo = "npm:react"', message: "`npm:react` is not a valid crate name" },
    { source: 'source.npm = "cargo:serde"', message: "`cargo:serde` is not a valid npm package name" },
    { source: 'source.npm = "widget"\nsource.pypi = "widget"', message: "a plugin comes from one of" },
    { source: 'source.cargo = "*"', message: "`*` is not a valid crate name" },
  ])("$source is refused", ({ source, message }) => {
    const text = `${HEAD}[[plugins]]\n${source}\n`;
    expect(told(text)).toEqual([expect.stringContaining(message)]);
    expect(read(text).plugin?.chained).toEqual([]);
  });

  test("H90 a table of dependencies is refused with a rewrite that loads", () => {
    const [problem] = read(`${HEAD}[[plugins]]\nsource.cargo = { widget = "1" }\n`).problems;
    expect(problem?.hint).not.toContain("widget1");
    const rewrite = problem?.hint?.replace(/^write /, "") ?? "";
    expect(chained(rewrite)).toEqual([["widget{1}", ""]]);
  });
});
