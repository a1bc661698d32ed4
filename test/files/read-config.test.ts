import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { type ConfigResult, parseConfig, readConfig } from "../../src/files/config.ts";
import { problemText } from "../../src/files/problem.ts";

function config(text: string) {
  const result = parseConfig("config.toml", text);
  if (!result.ok) throw new Error(problemText(result.problem));
  return result;
}

const told = (result: ConfigResult) => (result.ok ? result.problems : [result.problem]).map(problemText);

const DEFAULTS = {
  autoSync: true,
  agentsSyncing: true,
  syncDebounceSeconds: 5,
  hookScope: "global",
  autoUpdate: "on",
  agents: [],
  logLevel: "info",
  recommendations: true,
  userPlugins: true,
  sources: [],
  use: [],
  disable: [],
  autoEnable: [],
  agentsMayFetch: false,
  telemetry: false,
  policy: {},
};

describe("PL-1 every key is read", () => {
  test("A7 A8 an empty file means the defaults, and so does a missing one", () => {
    expect(config("")).toMatchObject({ ok: true, config: DEFAULTS, problems: [] });
    expect(readConfig("/nowhere/config.toml")).toMatchObject({ ok: true, config: DEFAULTS, problems: [] });
  });

  test("A9 A10 A17 A18 all of them at once", () => {
    const { config: all, problems } = config(`
auto-sync = false
agents-syncing = false
sync-debounce-secs = 0
hook-scope = "project"
auto-update = "warn"
mcp-server = false
[[agent]]
name = "claude"
[[agent]]
name = "gemini"
[logging]
level = "trace"
[defaults]
symposium-recommendations = false
user-plugins = false
[packages]
agents-may-fetch = true
[telemetry]
enabled = true
`);
    expect(problems).toEqual([]);
    expect(all).toEqual({
      ...DEFAULTS,
      autoSync: false,
      agentsSyncing: false,
      syncDebounceSeconds: 0,
      hookScope: "project",
      autoUpdate: "warn",
      mcpServer: false,
      agents: ["claude", "gemini"],
      logLevel: "trace",
      recommendations: false,
      userPlugins: false,
      agentsMayFetch: true,
      telemetry: true,
    });
  });

  test("A11 A12 A13 A14 sources keep their order, under both spellings", () => {
    const { config: read } = config(`
[[plugin-source]]
name = "one"
git = "https://example.org/one"
auto-update = false
[[registry]]
name = "two"
path = "two"
[[plugin-source]]
name = "three"
path = "/three"
`);
    expect(read.sources).toEqual([
      { name: "one", git: "https://example.org/one", autoUpdate: false },
      { name: "two", path: "two" },
      { name: "three", path: "/three" },
    ]);
  });

  test("plugins to use, to disable and to enable", () => {
    const { config: read } = config('[plugins]\nuse = ["a", { name = "b", workspace = "/w" }]\ndisable = ["c"]\nauto-enable = ["*"]\n');
    expect(read).toMatchObject({ use: [{ name: "a" }, { name: "b", workspace: "/w" }], disable: ["c"], autoEnable: ["*"] });
  });

  test("a single agent table counts as one entry", () => {
    expect(config('[agent]\nname = "codex"\n').config.agents).toEqual(["codex"]);
  });

  test("A16 a byte-order mark and Windows line ends are fine", async () => {
    await using fixture = await createFixture({ "config.toml": '\uFEFFauto-sync = false\r\n[logging]\r\nlevel = "warn"\r\n' });
    expect(readConfig(fixture.getPath("config.toml"))).toMatchObject({
      ok: true,
      config: { autoSync: false, logLevel: "warn" },
      problems: [],
    });
  });
});

describe("PL-1 mistakes are reported with their place", () => {
  test("a wrong type costs that value", () => {
    const result = config('agents-syncing = false\nauto-sync = "yes"\n[logging]\nlevel = "loud"\n');
    expect(result.config).toMatchObject({ autoSync: true, agentsSyncing: false, logLevel: "info" });
    expect(told(result)).toEqual([
      "config.toml:2:1: `auto-sync` must be true or false",
      'config.toml:4:1: `level` must be one of "trace", "debug", "info", "warn", "error"',
    ]);
  });

  test.each([
    ["agent = 1", "config.toml:1:1: `agent` must be a list of tables or a table"],
    ["plugin-source = 5", "config.toml:1:1: `plugin-source` must be a list of tables"],
    ["logging = 5", "config.toml:1:1: `logging` must be a table"],
    ["logging = []", "config.toml:1:1: `logging` must be a table"],
    ["logging = 1979-05-27", "config.toml:1:1: `logging` must be a table"],
    ["plugins.disable = [1]", "config.toml:1:9: `disable` must be a list of strings"],
    ["sync-debounce-secs = -1", "config.toml:1:1: `sync-debounce-secs` must not be negative"],
    ["sync-debounce-secs = inf", "config.toml:1:1: `sync-debounce-secs` must be finite"],
  ])("%s", (text, message) => {
    expect(told(config(text))).toEqual([message]);
  });

  test("a bad entry of a list costs that entry", () => {
    const result = config(
      '[[agent]]\nname = "claude"\n[[agent]]\nnom = "x"\n[[agent]]\nname = "codex"\n[plugins]\nuse = ["a", { name = "b" }, "c"]\n',
    );
    expect(result.config).toMatchObject({ agents: ["claude", "codex"], use: [{ name: "a" }, { name: "c" }] });
    expect(told(result)).toEqual([
      "config.toml:3:1: `name` is missing, so this agent is ignored",
      "config.toml:4:1: unknown key `nom`",
      "config.toml:8:13: `workspace` is missing, so this entry is ignored",
    ]);
  });

  test("an unknown key is a warning and costs nothing", () => {
    const result = config("auto-synk = true\nfuture = 1\nauto-sync = false\n");
    expect(result.config.autoSync).toBe(false);
    expect(result.problems).toMatchObject([
      { severity: "warning", position: { line: 1, column: 1 }, hint: "did you mean `auto-sync`?" },
      { severity: "warning", position: { line: 2, column: 1 }, hint: expect.stringContaining("the keys here are auto-sync") },
    ]);
  });

  test("a source needs exactly one of git and path, and a name of its own", () => {
    const result = config(`
[[plugin-source]]
name = "both"
git = "g"
path = "p"
[[plugin-source]]
name = "neither"
[[plugin-source]]
name = "user-plugins"
path = "p"
[[plugin-source]]
name = "misspelt"
pth = "p"
`);
    expect(result.config.sources).toEqual([{ name: "user-plugins", path: "p" }]);
    expect(told(result)).toEqual([
      "config.toml:13:1: unknown key `pth`, so this source is ignored",
      "config.toml:2:1: source `both` needs exactly one of `git` and `path`, so it is ignored",
      "config.toml:6:1: source `neither` needs exactly one of `git` and `path`, so it is ignored",
      "config.toml:8:1: another source is also named `user-plugins`",
    ]);
  });

  test("a wrong value comes with an example", () => {
    expect(config('[[plugin-source]]\npath = "p"\n').problems[0]?.hint).toBe('for example name = "my-org"');
  });

  test("RT-21 a file that is not TOML is broken as a whole, with the place", () => {
    expect(told(parseConfig("config.toml", "auto-sync = true\nauto-sync = \n"))).toEqual([
      expect.stringMatching(/^config\.toml:2:\d+: not valid TOML: /),
    ]);
    expect(parseConfig("config.toml", "a = 1\na = 2").ok).toBe(false);
  });

  test("RT-21 a config that is a folder is broken", async () => {
    await using fixture = await createFixture({ "config.toml": {} });
    expect(readConfig(fixture.getPath("config.toml"))).toMatchObject({ ok: false, problem: { message: "is not a file" } });
  });
});

test("PL-1 the name of a built-in source is free once that is turned off", () => {
  const source = '[[plugin-source]]\nname = "symposium-recommendations"\npath = "p"\n';
  expect(config(source).problems).toMatchObject([{ message: "another source is also named `symposium-recommendations`" }]);
  expect(config(`[defaults]\nsymposium-recommendations = false\n${source}`).problems).toEqual([]);
});

test("PL-2 a git source may name a branch, a tag or a commit, and a folder", () => {
  const source = (keys: string) => config(`[[plugin-source]]\nname = "s"\n${keys}\n`);
  const git = 'git = "o/r"';
  expect(source(`${git}\nbranch = "b"\nsubdir = "d"`).config.sources).toEqual([
    { name: "s", git: "o/r", branch: "b", subdir: "d", autoUpdate: true },
  ]);
  expect(source(`${git}\ntag = "t"\nauto-update = false`).config.sources).toEqual([{ name: "s", git: "o/r", tag: "t", autoUpdate: false }]);
  for (const [keys, message] of [
    [`${git}\nbranch = "b"\nrev = "r"`, "source `s` has `branch` and `rev`, so it is ignored"],
    ['path = "p"\nsubdir = "d"', "source `s` has `subdir`, which goes with `git`, so it is ignored"],
    [`${git}\nbranch = 5`, "`branch` must be a string, so this source is ignored"],
    [`${git}\nbranhc = "b"`, "unknown key `branhc`, so this source is ignored"],
  ] as const) {
    const { config: read, problems } = source(keys);
    expect(read.sources, keys).toEqual([]);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  }
});
