import { describe, expect, test } from "vitest";

import { read } from "./manifest-text.ts";

const HEAD = 'name = "guard"\ncrates = ["*"]\n';
const guard = (lines: string) => `[[hooks]]\nname = "deny"\nevent = "PreToolUse"\nscript = "deny.sh"\n${lines}\n`;

/** What fails `plugin validate`. */
const failing = (text: string) => read(text).problems.filter(({ severity, failsValidation }) => severity === "error" || failsValidation);
const policies = (text: string) => read(text).plugin?.hooks.map(({ onFailure }) => onFailure);

describe("RT-39 a policy is never lost by its spelling", () => {
  test.each([
    'on_failure = "closed"',
    'onFailure = "closed"',
    'On-Failure = "closed"',
    'ON_FAILURE = "CLOSED"',
    'onfailure = "closed"',
    '"on failure" = "closed"',
    '"on.failure" = "closed"',
    'on-failure = "Closed"',
    'on-failure = " CLOSED "',
    'on-failure = "close"',
    'on-failure = "deny"',
    'on-failure = "fail-closed"',
    'on-failure = ""',
    "on-failure = true",
    "on-failure = false",
    "on-failure = 1",
    "on-failure = []",
    'on-failure = ["closed"]',
    "on-failure = {}",
    "on-failure = 2026-11-16",
    "on-failure = nan",
    'on-fail = "closed"',
    'on-faliure = "closed"',
    'on-failures = "closed"',
    'no-failure = "closed"',
    'on-failur = "closed"',
    'failure = "closed"',
    'fail-policy = "closed"',
    "fail-closed = true",
    'on-error = "closed"',
    "closed = true",
    'on-failure = "open"\non_failure = "closed"',
    'on_failure = "open"\nonFailure = "closed"',
    '[hooks.on-failure]\npolicy = "closed"',
    '[hooks.where]\non-failure = "closed"\ncrates = ["*"]',
  ])("%j closes the hook, is reported, and fails validation", (lines) => {
    expect(policies(HEAD + guard(lines))).toEqual(["closed"]);
    expect(failing(HEAD + guard(lines))).not.toEqual([]);
  });

  test.each(["", 'on-failure = "open"', 'on_failure = "Open"', "colour = 1", 'on-unsupported = "warn"'])("%j leaves it open", (lines) => {
    expect(policies(HEAD + guard(lines))).toEqual(["open"]);
  });

  test('a hook that says on-failure = "closed" gets no message', () => {
    expect(read(HEAD + guard('on-failure = "closed"')).problems).toEqual([]);
  });

  const command = '[[hooks]]\nname = "deny"\nevent = "PreToolUse"\n[hooks.command]\nscript = "deny.sh"\n';
  test.each([
    ["in the table of its command", `${HEAD}${command}on-failure = "closed"\n`],
    ["above all hooks", `${HEAD}on-failure = "closed"\n${guard("")}`],
    ["above all hooks, misspelt", `${HEAD}on_faliure = "closed"\n${guard("")}`],
    ["among the defaults", `${HEAD}${guard("")}[defaults]\non-failure = "closed"\n`],
    ["in an unknown table", `${HEAD}${guard("")}[policy.hooks]\non-failure = "closed"\n`],
    ["in an installation", `${HEAD}${guard("")}[[installations]]\nname = "x"\nscript = "x.sh"\non-failure = "closed"\n`],
  ])("said %s it counts for the hooks it can mean", (_, text) => {
    expect(policies(text)).toEqual(["closed"]);
    expect(failing(text)).not.toEqual([]);
  });

  test("what a hook says itself counts before what is written elsewhere, and variables of a server are not a policy", () => {
    expect(policies(`${HEAD}on-failure = "closed"\n${guard('on-failure = "open"')}`)).toEqual(["open"]);
    const server = '[[mcp_servers]]\nname = "s"\ncommand = "s"\nenv = [{ name = "ON_FAILURE", value = "closed" }]\n';
    expect(policies(HEAD + guard("") + server)).toEqual(["open"]);
  });
});

describe("RT-39 a closed hook with a mistake in what narrows it applies more widely", () => {
  const CLOSED = 'on-failure = "closed"\n';
  const hooksOf = (text: string) => read(text).plugin?.hooks;

  test.each([
    ['matchr = "Read"'],
    ["matcher = 5"],
    ['matcher = "("'],
    ['agnt = "codex"'],
    ['agents = ["codex"]'],
    ['agent = "cluade"'],
    ['fromat = "claude"'],
    ['format = "nobody"'],
    ['crate = "serde"'],
    ['depend-on = "serde"'],
    ['predicate = "env(X)"'],
    ["crates = 5"],
    ['crates = "cago:serde"'],
    ['predicates = "env("'],
    ['where = { crate = "serde" }'],
    ["where = 5"],
    ['[hooks.were]\ncrates = "serde"'],
  ])("%s", (lines) => {
    const text = HEAD + guard(CLOSED + lines);
    expect(hooksOf(text)).toMatchObject([
      { name: "deny", matcher: { kind: "all" }, format: "symposium", gate: { dependsOn: [], predicates: [] } },
    ]);
    expect(hooksOf(text)?.[0]?.agent).toBeUndefined();
    expect(failing(text).filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(hooksOf(HEAD + guard(lines))).toEqual([]);
  });

  test.each([['depends_on = "serde"'], ['Crates = "serde"'], ['[hooks.Where]\nCrates = "serde"']])("%s is understood as it is", (lines) => {
    for (const rest of ["", CLOSED]) {
      expect(hooksOf(HEAD + guard(rest + lines))).toMatchObject([{ gate: { dependsOn: [{ name: "serde" }] } }]);
      expect(failing(HEAD + guard(rest + lines))).not.toEqual([]);
    }
  });

  test.each([
    ["an event under a misspelt key", HEAD + guard(CLOSED).replace("event", "evnt")],
    ["a misspelt event", HEAD + guard(CLOSED).replace("PreToolUse", "PreTolUse")],
    ["a script under a misspelt key", HEAD + guard(CLOSED).replace("script", "scrpt")],
    ["no name", HEAD + guard(CLOSED).replace('name = "deny"\n', "")],
    ["a name that is not text", HEAD + guard(CLOSED).replace('"deny"', "5")],
    ["hooks under a misspelt key", HEAD + guard(CLOSED).replace("hooks", "hook")],
    ["hooks as a single table", HEAD + guard(CLOSED).replace("[[hooks]]", "[hooks]")],
    ["a plugin without its name", guard(CLOSED).replace(/^/, 'crates = ["*"]\n')],
    ["a plugin with a misspelt name", `nmae = "x"\ncrates = ["*"]\n${guard(CLOSED)}`],
    ["a misspelt gate of the plugin", `name = "guard"\ncrate = ["serde"]\n${guard(CLOSED)}`],
    ["a gate of the plugin that is not a list", `name = "guard"\ncrates = 5\n${guard(CLOSED)}`],
    ["a gate of the plugin no one can judge", `name = "guard"\ncrates = ["cago:x"]\n${guard(CLOSED)}`],
    ["two gates of the plugin that mean the same", `name = "guard"\ncrates = "x"\ndepends-on = "x"\n${guard(CLOSED)}`],
  ])("with %s it stays, awake", (_, text) => {
    const { plugin, isDormant } = read(text);
    expect(plugin?.hooks).toMatchObject([
      { event: { event: "PreToolUse" }, onFailure: "closed", command: { path: expect.stringContaining("deny.sh") } },
    ]);
    expect(isDormant).toBe(false);
    expect(failing(text)).not.toEqual([]);
  });

  test.each([
    ["an undeclared installation", 'command = "gaurd"'],
    ["a command that is a number", "command = 5"],
    ["no command", ""],
    ["an undeclared requirement", 'command = { script = "deny.sh" }\nrequirements = ["tool"]'],
  ])("with %s it denies, as one whose program fails", (_, lines) => {
    const text = `${HEAD}[[hooks]]\nname = "deny"\nevent = "PreToolUse"\n${CLOSED}${lines}\n`;
    expect(hooksOf(text)).toMatchObject([{ command: { path: expect.stringMatching(/no command for deny$/) } }]);
    expect(failing(text)).not.toEqual([]);
  });

  test("beside it, what depends on a gate that cannot be used does not apply", () => {
    const text = `name = "guard"\ncrate = ["serde"]\n${guard(CLOSED)}${guard("").replace("deny", "open")}[[skills]]\nsource.path = "skills"\n`;
    expect(read(text).plugin).toMatchObject({ hooks: [{ name: "deny" }], skills: [] });
  });
});

test("RT-39 beside a closed hook, keys that are close to a gate and mean something else keep their meaning", () => {
  const predicate = '[[predicate]]\nname = "ready"\ncommand = { executable = "is-ready" }\n';
  const open = '[[hooks]]\nname = "open"\nevent = "Stop"\nscript = "x.sh"\n';
  const { plugin, problems } = read(`${HEAD}${predicate}${guard('on-failure = "closed"')}${open}`);
  expect(problems).toEqual([]);
  expect([plugin?.hooks.map(({ name }) => name), plugin?.predicates.map(({ name }) => name)]).toEqual([["deny", "open"], ["ready"]]);
});
