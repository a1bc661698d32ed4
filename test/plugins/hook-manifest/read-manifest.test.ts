import { describe, expect, test } from "vitest";

import { problemText } from "../../../src/files/problem.ts";
import { readManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";

function told(text: string, file = "hooks.json"): string[] {
  const read = readManifest(text, file);
  return (read.ok ? read.warnings : read.problems).map(problemText);
}

function modelOf(text: string, file = "hooks.json") {
  const read = readManifest(text, file);
  return read.ok ? read.manifest : expect.fail(read.problems.map(problemText).join("\n"));
}

/** A manifest with one hook, on lines of its own. */
function oneHook(hook: string): string {
  return `{"spec": "hooks/1.0", "hooks": [\n${hook}\n]}`;
}

describe("IX-1 every problem has file, line and column, and all are reported at once", () => {
  test("in JSON", () => {
    const text = `{
  "spec": "hooks/2.0",
  "hooks": [
    { "event": "before_tool_execute", "handler": { "type": "command" } },
    { "name": "guard", "matcher": [], "handler": { "type": "http", "url": 5, "timeout": -1 } },
    { "event": "agent_stop", "handler": { "type": "prompt", "prompt": "" }, "degradation": { "custom_env": "ignore" } }
  ]
}`;
    expect(told(text)).toEqual([
      'hooks.json:2:11: `spec` must be "hooks/1.0" or "hooks/0.1"',
      "hooks.json:4:50: Hook 1: `command` is missing: a handler of type command needs it",
      "hooks.json:5:5: guard: `event` is missing",
      "hooks.json:5:35: guard: `matcher` must not be an empty array: leave it out for every tool",
      "hooks.json:5:75: guard: `url` must be a string",
      "hooks.json:5:89: guard: `timeout` must be a number of seconds, 0 or more",
      "hooks.json:6:71: Hook 3: `prompt` must be a string that is not empty",
      'hooks.json:6:108: Hook 3: `custom_env` must be "block" or "warn" or "exclude"',
    ]);
  });

  test("in YAML", () => {
    const text = `spec: hooks/1.0
hooks:
  - event: before_tool_execute
    matcher: { pattern: "(?!rm)" }
    handler: { type: command }
  - handler: ls
    blocking: yes
`;
    expect(told(text, "hooks.yaml")).toEqual([
      "hooks.yaml:4:25: Hook 1: `pattern` is not valid RE2: lookaround is not supported (character 1)",
      "hooks.yaml:5:14: Hook 1: `command` is missing: a handler of type command needs it",
      "hooks.yaml:6:5: Hook 2: `event` is missing",
      "hooks.yaml:6:14: Hook 2: `handler` must be an object",
      "hooks.yaml:7:15: Hook 2: `blocking` must be true or false",
    ]);
  });
});

describe("IX-1 texts that are not documents", () => {
  const cases: readonly (readonly [title: string, text: string, file: string, problems: readonly string[]])[] = [
    ["nothing", "", "hooks.json", ["1:1: not valid JSON: value expected"]],
    ["nothing, in YAML", "", "hooks.yaml", ["1:1: the file is empty"]],
    ["a list", "[]", "hooks.json", ["1:1: the manifest must be an object with `spec` and `hooks`"]],
    ["a word", "hooks", "hooks.yml", ["1:1: the manifest must be an object with `spec` and `hooks`"]],
    ["an open brace", '{\n  "spec": "hooks/1.0"\n', "hooks.json", ["3:1: not valid JSON: close brace expected"]],
    [
      "comments, which JSON does not have",
      '// mine\n{ "spec": "hooks/1.0", /* later */ "hooks": [] }',
      "hooks.json",
      ["1:1: not valid JSON: JSON has no comments", "2:24: not valid JSON: JSON has no comments"],
    ],
    ["a comma too many", '{ "hooks": [\n  {},\n] }', "hooks.json", ["2:5: not valid JSON: a comma before the end"]],
    [
      "keys that are there twice, wherever they are",
      '{ "spec": "hooks/1.0", "hooks": [{ "event": "a", "event": "b" }],\n  "more": { "a": 1, "b": { "a": 2, "a": 3 } }, "spec": "hooks/1.0" }',
      "hooks.json",
      ["1:50: `event` is there twice", "2:36: `a` is there twice", "2:48: `spec` is there twice"],
    ],
    ["a key that is there twice, in YAML", 'spec: hooks/1.0\n"spec": hooks/0.1\n', "hooks.yaml", ["2:1: `spec` is there twice"]],
    ["keys that are the same as text", "1: a\n'1': b\n", "hooks.yaml", ["2:1: `1` is there twice"]],
    ["two documents", "spec: hooks/1.0\n---\nspec: hooks/1.0\n", "hooks.yaml", ["2:1: the file contains more than one document"]],
    ["an unknown tag", "spec: !secret x\n", "hooks.yaml", ["1:7: not valid YAML: unresolved tag: !secret"]],
    ["a name for nothing", "spec: *later\n", "hooks.yaml", ["1:7: there is no anchor `&later` before it"]],
    ["a value that contains itself", "spec: &a [*a]\n", "hooks.yaml", ["1:10: it is nested more than 100 levels deep"]],
    [
      "a number that JSON does not have",
      "timeout: .inf\nother: .nan\n",
      "hooks.yaml",
      ["1:10: this number is not finite", "2:8: this number is not finite"],
    ],
    ["a number beyond all", '{ "timeout": 1e999 }', "hooks.json", ["1:14: this number is not finite"]],
    [
      "a merge key: what it brings may be what makes a hook a guard",
      "base: &base { blocking: true }\nhooks:\n  - <<: *base\n",
      "hooks.yaml",
      ["3:5: YAML 1.2 does not have merge keys"],
    ],
    ["brackets without end", "[".repeat(100_000), "hooks.json", ["1:1: it is nested more than 100 levels deep"]],
    ["brackets without end in YAML", "[".repeat(100_000), "hooks.yaml", ["1:1: it is nested more than 100 levels deep"]],
  ];
  test.each(cases)("%s", (_, text, file, problems) => {
    expect(told(text, file)).toEqual(problems.map((problem) => `${file}:${problem}`));
  });

  test("aliases that stand for billions of values", () => {
    const names = [..."abcdefghij"];
    const lines = names.map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(at === 0 ? "x" : `*${names[at - 1]}`)
          .join(", ")}]`,
    );
    expect(told(lines.join("\n"), "hooks.yaml")).toEqual([expect.stringContaining("its aliases expand to too many values")]);
  });
});

describe("IX-2 matchers", () => {
  const run = '"handler": {"type": "command", "command": "a"}';
  const both = '{"pattern": "a", "mcp": {"server": "s"}}';
  const cases: readonly (readonly [title: string, matcher: string, problem: string | undefined])[] = [
    ["a name", '"shell"', undefined],
    ["a pattern", '{"pattern": "^Bash$"}', undefined],
    ["a server", '{"mcp": {"server": "github"}}', undefined],
    ["a tool of a server", '{"mcp": {"server": "github", "tool": "create_issue"}}', undefined],
    ["several", '["shell", {"pattern": "^mcp"}, {"mcp": {"server": "*"}}]', undefined],
    ["an empty array matches nothing", "[]", "13: Hook 1: `matcher` must not be an empty array: leave it out for every tool"],
    ["an empty name", '""', "13: Hook 1: `matcher` must be a string that is not empty"],
    [
      "an array in an array",
      '[["shell"]]',
      '14: Hook 1: an item of `matcher` must be the name of a tool, {"pattern": …} or {"mcp": {"server": …}}',
    ],
    ["null", "null", '13: Hook 1: `matcher` must be the name of a tool, {"pattern": …} or {"mcp": {"server": …}}, or an array of these'],
    ["an object that is both", both, "37: Hook 1: `mcp` must not be beside the other: write an array of both"],
    ["a server without a name", '{"mcp": {"tool": "x"}}', "21: Hook 1: `server` is missing"],
    ["look-ahead", '{"pattern": "a(?=b)"}', "25: Hook 1: `pattern` is not valid RE2: lookaround is not supported (character 2)"],
    ["a back reference", '{"pattern": "(a)\\\\1"}', "25: Hook 1: `pattern` is not valid RE2"],
  ];
  test.each(cases)("%s", (_, matcher, problem) => {
    const [first, ...rest] = told(oneHook(`{"matcher": ${matcher}, "event": "before_tool_execute", ${run}}`));
    expect(rest).toEqual([]);
    if (problem === undefined) expect(first).toBeUndefined();
    else expect(first).toContain(`hooks.json:2:${problem}`);
  });

  test("on an event without a tool it is kept", () => {
    const text = oneHook(`{"event": "session_start", "matcher": "startup", ${run}}`);
    expect(modelOf(text).hooks[0]?.matcher).toBe("startup");
    expect(told(text)).toEqual([]);
  });
});

describe("IX-1 notations", () => {
  const json = oneHook('{"event": "agent_stop", "handler": {"type": "command", "command": "ls", "timeout": 5}}');
  const yaml = "spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    handler: { type: command, command: ls, timeout: 5 }\n";

  test("JSON and YAML give the same model", () => {
    expect(modelOf(yaml, "hooks.yaml")).toEqual(modelOf(json));
    expect(modelOf(json, "hooks.yml")).toEqual(modelOf(json));
  });

  test("a file without an ending is read by what it begins with, also after a byte-order mark", () => {
    expect(modelOf(`\uFEFF\n ${json}`, "-")).toEqual(modelOf(json));
    expect(modelOf(`\uFEFF${yaml}`, "-")).toEqual(modelOf(json));
  });

  test("YAML 1.2: yes, on and 012 are what they look like", () => {
    const text =
      "spec: hooks/1.0\nhooks:\n  - { event: agent_stop, name: on, handler: { type: command, command: yes, timeout: 012, env: { A: off } } }\n";
    expect(modelOf(text, "hooks.yaml").hooks).toEqual([
      { event: "agent_stop", name: "on", handler: { type: "command", command: "yes", timeout: 12, env: { A: "off" } } },
    ]);
  });

  test("aliases are what they stand for", () => {
    const text =
      "spec: hooks/1.0\nhooks:\n  - { event: agent_stop, handler: &run { type: command, command: ls } }\n  - { event: session_end, handler: *run }\n";
    expect(modelOf(text, "hooks.yaml").hooks.map(({ handler }) => handler.command)).toEqual(["ls", "ls"]);
  });

  test.each(["hooks/1.0", "hooks/0.1"])("%s", (spec) => {
    expect(modelOf(json.replace("hooks/1.0", spec))).toMatchObject({ spec, hooks: [{ event: "agent_stop" }] });
  });
});

describe("IX-1 one spelling", () => {
  test("osx is darwin", () => {
    const hook = '{"event": "agent_stop", "handler": {"type": "command", "command": "a", "platform": {"osx": "b", "linux": "c"}}}';
    expect(modelOf(oneHook(hook)).hooks[0]?.handler.platform).toEqual({ darwin: "b", linux: "c" });
    expect(told(oneHook(hook))).toEqual([]);
  });

  test("of osx and darwin, darwin counts", () => {
    const hook = '{"event": "agent_stop", "handler": {"type": "command", "command": "a", "platform": {"osx": "b", "darwin": "c"}}}';
    expect(modelOf(oneHook(hook)).hooks[0]?.handler.platform).toEqual({ darwin: "c" });
    expect(told(oneHook(hook))).toEqual(["hooks.json:2:92: Hook 1: `osx` and `darwin` are the same, and `darwin` counts"]);
  });

  test("allowedEnvVars is allowed_env_vars", () => {
    const hook = '{"event": "agent_stop", "handler": {"type": "http", "url": "https://example.com", "allowedEnvVars": ["TOKEN"]}}';
    expect(modelOf(oneHook(hook)).hooks[0]?.handler).toEqual({ type: "http", url: "https://example.com", allowed_env_vars: ["TOKEN"] });
  });

  test("IX-2 file_saved is file_changed", () => {
    const hook = '{"event": "file_saved", "handler": {"type": "command", "command": "a"}}';
    expect(modelOf(oneHook(hook)).hooks[0]?.event).toBe("file_changed");
    expect(told(oneHook(hook))).toEqual([]);
  });
});

describe("IX-2 what is accepted with a warning", () => {
  const run = '"handler": {"type": "command", "command": "a"}';
  const cases: readonly (readonly [title: string, hook: string, warning: string])[] = [
    ["an unknown event", `{"event": "before_lunch", ${run}}`, "2:11: Hook 1: the format does not have an event `before_lunch`"],
    ["an inherited word as event", `{"event": "constructor", ${run}}`, "2:11: Hook 1: the format does not have an event `constructor`"],
    [
      "a strategy for an unknown capability",
      `{"event": "agent_stop", ${run}, "degradation": {"telepathy": "warn"}}`,
      "2:102: Hook 1: the format does not have a capability `telepathy`",
    ],
    [
      "a blocking hook that nothing waits for",
      '{"event": "before_tool_execute", "blocking": true, "handler": {"type": "command", "command": "a", "async": true}}',
      "2:108: Hook 1: the hook is asynchronous, so it blocks nothing",
    ],
    [
      "a handler of an unknown type",
      '{"event": "agent_stop", "handler": {"type": "mcp_tool", "server": "s"}}',
      "2:45: Hook 1: the format does not have handlers of type `mcp_tool`",
    ],
  ];
  test.each(cases)("%s", (_, hook, warning) => {
    expect(told(oneHook(hook))).toEqual([`hooks.json:${warning}`]);
    expect(modelOf(oneHook(hook))).toEqual(JSON.parse(oneHook(hook)));
  });

  test("a similar word is offered", () => {
    const read = readManifest(oneHook(`{"event": "befor_prompt", ${run}, "degradation": {"custom_enf": "warn"}}`), "hooks.json");
    expect(read.ok && read.warnings.map(({ hint }) => hint)).toEqual(["did you mean `before_prompt`?", "did you mean `custom_env`?"]);
  });
});

test("IX-1 unknown fields are kept at every level, whatever their names", () => {
  const text = oneHook(
    '{"event": "agent_stop", "matcher": [{"pattern": "a", "x": 1}, {"mcp": {"server": "s", "y": 2}, "z": 3}], "__proto__": {"a": 1}, "handler": {"type": "command", "command": "a", "shell": "zsh", "platform": {"beos": "b"}}, "degradation": {"__proto__": "warn"}, "provider_data": {"anything": {"deep": [null]}}, "constructor": null}',
  ).replace('{"spec"', '{"$schema": "x", "spec"');
  expect(JSON.stringify(modelOf(text))).toBe(JSON.stringify(JSON.parse(text)));
});
