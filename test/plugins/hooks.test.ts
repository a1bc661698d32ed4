import { describe, expect, test } from "vitest";

import { printGate } from "../../src/plugins/gates/predicate.ts";
import { HEAD, hookOf, read, sound, told } from "./manifest-text.ts";

const hook = (rest: string, name = "h") => `[[hooks]]\nname = "${name}"\nscript = "./s.sh"\n${rest}\n`;

test("H1 a manifest gives its hooks and nothing that is not in it", () => {
  const plugin = sound(`${HEAD}[[hooks]]\nname = "check"\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = { script = "check.sh" }\n`, [
    "check.sh",
  ]);
  expect(plugin).toMatchObject({ name: "p", directory: "/plugins/p", manifest: "/plugins/p/SYMPOSIUM.toml", skills: [], servers: [] });
  expect(plugin.hooks).toEqual([
    {
      name: "check",
      event: { event: "PreToolUse" },
      matcher: { kind: "words", words: ["Bash"] },
      format: "symposium",
      installation: "check",
      command: { kind: "script", path: "/plugins/p/check.sh", args: [] },
      env: { SYMPOSIUM_check: "/plugins/p/check.sh" },
      path: ["/plugins/p"],
      requirements: [],
      timeout: 30,
      onFailure: "open",
      onUnsupported: "deny",
      keepEnv: [],
      gate: { dependsOn: [], predicates: [] },
    },
  ]);
});

test("every key of a hook is kept", () => {
  const text = hook(
    'event = "Stop"\nagent = "claude"\nformat = "interchange"\ntimeout = 2.5\non-failure = "closed"\non-unsupported = "warn"\nblocking = false',
  );
  expect(hookOf(text)).toMatchObject({
    event: { event: "Stop" },
    agent: "claude-code",
    format: "interchange",
    timeout: 2.5,
    onFailure: "closed",
    onUnsupported: "warn",
    blocking: false,
  });
});

describe("RT-8 events", () => {
  test.each(["PreToolUse", "pre-tool-use", "pre_tool_use"])("%s is a neutral event in any format", (word) => {
    expect(hookOf(hook(`event = "${word}"`)).event).toEqual({ event: "PreToolUse" });
    expect(hookOf(hook(`event = "${word}"\nformat = "gemini"`)).event).toEqual({ event: "PreToolUse" });
  });

  test("a native name of the declared format is the neutral event it stands for, or stays native", () => {
    expect(hookOf(hook('event = "BeforeTool"\nformat = "gemini"')).event).toEqual({ event: "PreToolUse" });
    expect(hookOf(hook('event = "BeforeModel"\nformat = "gemini"')).event).toEqual({ agent: "gemini-cli", native: "BeforeModel" });
  });

  test("the interchange format has its own names for events", () => {
    expect(hookOf(hook('event = "before_tool_execute"\nformat = "interchange"')).event).toEqual({ event: "PreToolUse" });
    expect(told(HEAD + hook('event = "before_tool_execute"'))).toEqual(["6:1: hook `h`: unknown event `before_tool_execute`"]);
    const own = hookOf(hook('event = "before_model"\nformat = "interchange"\nagent = "gemini"'));
    expect(own).toMatchObject({ event: { agent: "gemini-cli", native: "BeforeModel" }, contract: { event: "before_model" } });
    expect(read(HEAD + hook('event = "before_model"\nformat = "interchange"')).problems[0]?.hint).toContain(
      "an agent's own events need that agent as `agent`: write a hook for each agent that has it, or one in a hook manifest",
    );
  });

  test("an unknown event is an error of that hook, with a hint", () => {
    const { plugin, problems } = read(HEAD + hook('event = "PreToolUes"') + hook('event = "Stop"', "good"));
    expect(plugin?.hooks.map(({ name }) => name)).toEqual(["good"]);
    expect(problems).toMatchObject([{ severity: "error", position: { line: 6, column: 1 }, hint: "did you mean PreToolUse?" }]);
    expect(read(HEAD + hook('event = "BeforeTool"')).problems[0]?.hint).toContain("an agent's own events need that agent as `format`");
    expect(told(HEAD + hook('event = "BeforeModel"\nformat = "claude"'))).toEqual(["6:1: hook `h`: unknown event `BeforeModel`"]);
  });
});

describe("agents and formats", () => {
  test("are known by all their names", () => {
    expect(hookOf(hook('event = "Stop"\nformat = "claude"')).format).toBe("claude-code");
    expect(hookOf(hook('event = "Stop"\nagent = "gemini-cli"')).agent).toBe("gemini-cli");
  });

  test.each([
    ['format = "nobody"', "7:1: hook `h`: unknown format `nobody`"],
    ['agent = "nobody"', "7:1: hook `h`: unknown agent `nobody`"],
    ['agent = "claude"\nformat = "codex"', "8:1: hook `h`: it never runs: `agent` is claude-code, and `format` is the format of codex"],
    ["agent = 5", "7:1: `agent` must be a string, so this hook is ignored"],
    ['agents = "claude"', "7:1: unknown key `agents`, so this hook is ignored"],
  ])("%s costs the hook", (line, message) => {
    const text = HEAD + hook(`event = "Stop"\n${line}`);
    expect(told(text)).toEqual([message]);
    expect(read(text).plugin?.hooks).toEqual([]);
  });
});

describe("matchers", () => {
  test("RT-10 an invalid matcher is an error and the hook never matches", () => {
    const text = HEAD + hook('event = "PreToolUse"\nmatcher = "(?=x)"') + hook('event = "PreToolUse"\nmatcher = "("', "other");
    expect(told(text)).toEqual([
      expect.stringMatching(/^7:1: hook `h`: the matcher can never match: /),
      expect.stringMatching(/^12:1: hook `other`: the matcher can never match: /),
    ]);
    expect(read(text).plugin?.hooks).toEqual([]);
  });

  test("a matcher that is not text costs the hook, which would otherwise match everything", () => {
    expect(told(HEAD + hook('event = "PreToolUse"\nmatcher = ["Bash"]'))).toEqual([
      "7:1: `matcher` must be a string, so this hook is ignored",
    ]);
    expect(told(HEAD + hook('event = "PreToolUse"\nmacher = "Bash"'))).toEqual(["7:1: unknown key `macher`, so this hook is ignored"]);
  });
});

describe("PL-5 a mistake costs what it is in", () => {
  test.each([
    ["timeout = 0", "7:1: `timeout` must be above 0"],
    ['timeout = "5s"', "7:1: `timeout` must be a number"],
    ["timeout = nan", "7:1: `timeout` must be a number"],
    ['on-unsupported = "never"', '7:1: `on-unsupported` must be one of "deny", "warn"'],
    ["blocking = 1", "7:1: `blocking` must be true or false"],
    ["colour = 1", "7:1: unknown key `colour`"],
  ])("%s costs the key", (line, message) => {
    const text = HEAD + hook(`event = "Stop"\n${line}`);
    expect(told(text)).toEqual([message]);
    expect(read(text).plugin?.hooks).toMatchObject([{ name: "h", timeout: 30, onFailure: "open" }]);
  });

  test("a hook without its name or event is left out, and the others stay", () => {
    const text = `${HEAD}[[hooks]]\nevent = "Stop"\nscript = "x"\n[[hooks]]\nname = "b"\nscript = "x"\n${hook('event = "Stop"', "c")}`;
    expect(told(text)).toEqual(["3:1: `name` is missing, so this hook is ignored", "6:1: `event` is missing, so this hook is ignored"]);
    expect(read(text).plugin?.hooks.map(({ name }) => name)).toEqual(["c"]);
  });

  test.each([
    ['crates = ["*"]\n', "1:1: `name` is missing, so this plugin is ignored"],
    ['name = 5\ncrates = ["*"]\n', "1:1: `name` must be a string, so this plugin is ignored"],
    ['name = "a\\tb"\ncrates = ["*"]\n', "1:1: `name` must be 1 to 200 printable characters, so this plugin is ignored"],
    ['name = "a"\ncrates = 5\n', "2:1: `crates` must be a string or a list of strings, so this plugin is ignored"],
    ['name = "a"\ncrate = "*"\n', "2:1: unknown key `crate`, so this plugin is ignored"],
    ['name = "a"\ncrates = "*"\ndepends-on = "*"\n', "2:1: `crates` and `depends-on` mean the same, so this plugin is ignored"],
    ["name = \n", expect.stringMatching(/^1:\d+: not valid TOML: /)],
  ])("%j costs the plugin", (text, message) => {
    expect(told(text)).toEqual([message]);
    expect(read(text).plugin).toBeUndefined();
  });
});

describe("gates of a hook", () => {
  test("are kept until the workspace is known, and never make it inactive by themselves", () => {
    const { gate } = hookOf(hook('event = "Stop"\ncrates = ["serde", "tokio"]\npredicates = "env(CI)"'));
    expect(printGate(gate)).toBe("serde or tokio, and env(CI)");
  });

  test("two spellings of one gate are a mistake", () => {
    expect(told(HEAD + hook('event = "Stop"\ncrates = "*"\ndepends-on = "*"'))).toEqual([
      "7:1: hook `h`: `crates` and `depends-on` mean the same",
    ]);
  });
});
