import { describe, expect, test } from "vitest";

import { printAtom, printGate } from "../../src/plugins/gates/predicate.ts";
import { isWorse } from "../../src/plugins/read-plugin.ts";
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

  test("PL-5 a group without a source, which the first dialect allows, holds nothing else of its manifest back", () => {
    const before = read(`${HEAD}[[skills]]\n[[skills]]\nsource.path = "skills"\n`);
    const after = read(`${HEAD}[[skills]]\n`);
    expect(after.problems).toMatchObject([{ severity: "warning", message: "this skill group has no source, so it brings nothing" }]);
    expect(isWorse(after, before.plugin!, false)).toBe(false);
  });

  test("PL-8 H5 two sources in one group are mutually exclusive", () => {
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

describe("gates", () => {
  const gateOf = (lines: string) => printGate(sound(`name = "p"\n${lines}`).gate);

  test.each([
    { covers: "H9", lines: 'crates = ["serde", "tokio>=1"]\n', gate: "serde or tokio>=1" },
    { covers: "H9", lines: 'depends-on = ["serde", "npm:react"]\n', gate: "serde or npm:react" },
    { covers: "H9", lines: 'crates = "serde"\n', gate: "serde" },
    { covers: "H9", lines: 'where.crates = ["serde"]\n', gate: "serde" },
    { covers: "H100", lines: 'predicates = ["env(CI)"]\ndepends-on = "serde"\n', gate: "serde, and env(CI)" },
    { covers: "H103", lines: 'depends-on = "*"\n', gate: "*" },
  ])("$covers $lines is read", ({ lines, gate }) => {
    expect(gateOf(lines)).toBe(gate);
  });

  test("H101 H102 groups and hooks have predicates of their own", () => {
    const { skills, hooks } = sound(
      `${HEAD}[[skills]]\nsource.path = "s"\npredicates = ["path_exists(x)"]\n[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "./x"\npredicates = "env(A=1), not(env(B))"\n`,
    );
    expect(skills.map(({ gate }) => printGate(gate))).toEqual(["path_exists(x)"]);
    expect(hooks.map(({ gate }) => printGate(gate))).toEqual(["env(A=1), and not(env(B))"]);
  });

  test.each([
    [
      "a plugin",
      'name = "p"\ncrates = ["serde", "se rde"]\n',
      "2:20: `crates`: unexpected text after the name: `rde`, so this plugin is ignored",
    ],
    [
      "a group",
      `${HEAD}[[skills]]\nsource.path = "s"\ncrates = "!"\n`,
      "5:1: `crates`: the package's name is missing, so this skill group is ignored",
    ],
    [
      "a server",
      `${HEAD}[[mcp_servers]]\nname = "s"\ncommand = "x"\npredicates = ["env(CI"]\n`,
      "6:15: `predicates`: `env(CI` does not end with a parenthesis, so this server is ignored",
    ],
    [
      "a hook",
      `${HEAD}[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "./x"\ndepends-on = "a b"\n`,
      "7:1: hook `h`: `depends-on`: unexpected text after the name: `b`",
    ],
    [
      "a reference",
      `${HEAD}[[plugins]]\nsource.cargo = "w"\ndepends-on = "a b"\n`,
      "5:1: `depends-on`: unexpected text after the name: `b`, so this plugin reference is ignored",
    ],
    [
      "a subcommand",
      `${HEAD}[subcommand.s]\ndescription = "d"\ncommand = { script = "./x" }\ncrates = "a b"\n`,
      "6:1: subcommand `s`: `crates`: unexpected text after the name: `b`",
    ],
  ])("PL-5 one that cannot be read costs %s, with place and reason", (_what, text, message) => {
    expect(told(text)).toEqual([message]);
    const { plugin } = read(text);
    const { skills = [], servers = [], hooks = [], chained = [], subcommands = [] } = plugin ?? {};
    expect([skills, servers, hooks, chained, subcommands].flat()).toEqual([]);
  });

  test("PL-9 an unknown ecosystem is an error that says which was meant", () => {
    expect(read('name = "p"\ncrates = ["serde", "npn:react"]\n').problems).toMatchObject([
      { position: { line: 2, column: 20 }, message: expect.stringContaining("unknown ecosystem `npn`"), hint: "did you mean `npm:`?" },
    ]);
    expect(read('name = "p"\npredicates = "not(depends-on(gem:rails))"\n').problems).toMatchObject([
      {
        position: { line: 2 },
        message: expect.stringContaining("unknown ecosystem `gem`"),
        hint: expect.stringContaining("known ecosystems: cargo"),
      },
    ]);
  });

  test.each([
    ["nothing", "", true],
    ["an empty list", "crates = []\n", true],
    ["the plugin", 'crates = "*"\n', false],
    ["a table", 'where.predicates = "env(CI)"\n', false],
    ["a group", '[[skills]]\nsource.path = "s"\ncrates = "serde"\n', false],
    ["a server", '[[mcp_servers]]\nname = "s"\ncommand = "x"\ndepends-on = "serde"\n', false],
    ["an edge", '[[plugins]]\nsource.cargo = "w"\ndepends-on = "serde"\n', false],
    ["a subcommand", '[subcommand.s]\ndescription = "d"\ncommand = { script = "./x" }\ncrates = "serde"\n', false],
  ])("PL-6 H111 a gate at %s decides whether the plugin sleeps", (_level, lines, isDormant) => {
    expect(read(`name = "p"\n${lines}`).isDormant).toBe(isDormant);
  });

  test("H113 a dependency named at a hook counts as a gate", () => {
    const hook = '[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "./x"\n';
    expect(read(`name = "p"\n${hook}predicates = ["depends-on(serde)"]\n`).isDormant).toBe(false);
    expect(read(`name = "p"\n${hook}`).isDormant).toBe(true);
  });

  test("the dialect with `where` takes name and skills from its folder", () => {
    const { plugin, problems } = read('where.crates = ["toast"]\n');
    expect(problems).toEqual([]);
    expect(plugin).toMatchObject({ name: "p", skills: [{ source: { kind: "path", path: "/plugins/p/skills", isOptional: true } }] });
    expect(read('where.crates = ["toast"]\ndefaults.skills = false\n').plugin?.skills).toEqual([]);
  });
});

describe("servers", () => {
  const servers = (text: string) => sound(HEAD + text).servers.map(({ gate: _gate, ...server }) => server);

  test("H38 H39 a server is a process unless it says otherwise", () => {
    expect(servers("")).toEqual([]);
    expect(
      servers('[[mcp_servers]]\nname = "s"\ncommand = "/bin/server"\nargs = ["--stdio"]\nenv = [{ name = "A", value = "b" }]\n'),
    ).toMatchObject([
      { name: "s", transport: "stdio", command: { path: "/bin/server", args: ["--stdio"] }, variables: [{ name: "A", value: "b" }] },
    ]);
  });

  test.each([
    { covers: "H40", type: "http" },
    { covers: "H41", type: "sse" },
  ])("$covers a server may speak $type", ({ type }) => {
    const headers = [{ name: "X-Key", value: "v" }];
    expect(
      servers(
        `[[mcp_servers]]\ntype = "${type}"\nname = "s"\nurl = "http://localhost:8080/mcp"\nheaders = [{ name = "X-Key", value = "v" }]\n`,
      ),
    ).toEqual([{ name: "s", transport: type, url: "http://localhost:8080/mcp", headers }]);
  });

  test.each([
    ['url = "http://localhost"', "`url` is only for a server of type http or sse, and this one is a process"],
    ["", "`command` is missing: a server without `type` is a process that agents start"],
    ['type = "http"', "`url` is missing: a server of type http has an address"],
    ['type = "sse"\nurl = "http://h"\ncommand = "x"', "`command` is only for a process, and this server has type sse"],
    ['type = "http"\nurl = "h"', "`url` is not a valid address"],
    ['type = "pipe"\ncommand = "x"', '`type` must be one of "stdio", "http", "sse"'],
  ])("%j costs the server", (lines, message) => {
    const text = `${HEAD}[[mcp_servers]]\nname = "s"\n${lines}\n`;
    expect(told(text)).toEqual([expect.stringContaining(`${message}, so this server is ignored`)]);
    expect(read(text).plugin?.servers).toEqual([]);
  });
});
