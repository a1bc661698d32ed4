/** Installations and how hooks use them: acceptance H42 to H76, RT-12 and RT-14. */

import { describe, expect, test } from "vitest";

import { HEAD, hookOf, read, sound, told } from "./manifest-text.ts";

const hook = (rest: string, name = "h") => `[[hooks]]\nname = "${name}"\nevent = "PreToolUse"\n${rest}\n`;
const installation = (name: string, rest: string) => `[[installations]]\nname = "${name}"\n${rest}\n`;

const installationsOf = (text: string) => sound(HEAD + text).installations;

/** The only thing that is wrong, without its place. */
function mistake(text: string): string {
  const problems = told(HEAD + text);
  expect(problems).toHaveLength(1);
  return problems[0]!.replace(/^\d+:\d+: /, "");
}

describe("sources", () => {
  test("H42 H64 a cargo installation as command keeps the hook's arguments and needs no executable", () => {
    const text = installation("rg", 'source = "cargo"\ncrate = "ripgrep"') + hook('command = "rg"\nargs = ["--version"]');
    expect(hookOf(text)).toMatchObject({
      command: { kind: "executable", args: ["--version"] },
      missing: "its program rg (cargo) is missing: it was not acquired yet; run `symposium sync`",
    });
  });

  test("H43 a cargo requirement beside a github command with the hook's own script", () => {
    const text =
      installation("rtk", 'source = "cargo"\ncrate = "rtk"') +
      installation("rtk-hooks", 'source = "github"\nurl = "https://github.com/example/rtk-hooks"') +
      hook('requirements = ["rtk"]\ncommand = "rtk-hooks"\nscript = "hooks/rewrite.sh"\nargs = ["--format"]');
    expect(hookOf(text)).toMatchObject({
      requirements: ["rtk"],
      command: { kind: "script", args: ["--format"] },
      missing: expect.stringContaining("rtk-hooks (github)"),
      unmet: [expect.stringContaining("rtk (cargo)")],
    });
  });

  test("H44 the script of a github installation is used", () => {
    const text = installation("x", 'source = "github"\nurl = "https://github.com/example/x"\nscript = "run.sh"') + hook('command = "x"');
    expect(hookOf(text).command.kind).toBe("script");
  });

  test("H53 H66 what is built from git or installed globally must say what to run", () => {
    expect(mistake(installation("x", 'source = "cargo"\ncrate = "x"\ngit = "https://example.org/x"'))).toContain(
      "`git` requires `executable`",
    );
    expect(mistake(installation("x", 'source = "cargo"\ncrate = "x"\nglobal = true'))).toContain("`global = true` requires `executable`");
  });

  test("H65 H67 `global` and `git` are kept", () => {
    const text = installation("x", 'source = "cargo"\ncrate = "c"\ngit = "https://example.org/g"\nglobal = true\nexecutable = "x"');
    expect(installationsOf(text)[0]?.source).toMatchObject({
      source: "cargo",
      wanted: { crate: "c", git: "https://example.org/g", global: true },
    });
  });

  test.each([
    ['source = "cargo"', "installation `x` comes from cargo but has no `crate`"],
    ['source = "github"', "installation `x` comes from github but has no `url`"],
    [
      'source = "carg"\ncrate = "x"',
      "installation `x` has an unknown source `carg`; known sources: binary, cargo, github, npm, path, pypi",
    ],
    ['crate = "x"', 'installation `x` has `crate`, which needs `source = "cargo"`'],
    ['source = "cargo"\ncrate = "x"\nurl = "u"', 'installation `x` has `url`, which needs `source = "binary"` or `"github"`'],
    ['command = "x"', 'installation `x` has `command`, which needs `source = "path"`'],
    [
      'source = "local"\ncommand = "x"\nscript = "y"',
      "installation `x` sets `command`, which means `executable`, in addition to another program to run",
    ],
    ['sorce = "cargo"', "unknown key `sorce`, so this installation is ignored"],
  ])("a source that is half said never becomes no source: %s", (text, message) => {
    expect(mistake(installation("x", text))).toBe(message);
  });

  test('RT-12 `source = "local"` with `command` is read as `executable`', () => {
    const { command, missing } = hookOf(hook('command = { source = "local", command = "./scripts/check.sh" }'));
    expect(command).toEqual({ kind: "executable", path: "/plugins/p/scripts/check.sh", args: [] });
    expect(missing).toBeUndefined();
  });
});

describe("what is run", () => {
  test("H45 an unknown installation is reported, with the way to write it in place", () => {
    const { problems, plugin } = read(HEAD + hook('command = "./check.sh"'));
    expect(plugin?.hooks).toEqual([]);
    expect(problems).toMatchObject([
      { message: "hook `h`: unknown installation `./check.sh`", hint: expect.stringContaining('{ script = "./check.sh" }') },
    ]);
  });

  test("H46 an installation has one of executable and script", () => {
    expect(mistake(installation("x", 'executable = "a"\nscript = "b"'))).toContain("`executable` and `script` are mutually exclusive");
  });

  test.each([
    ["H47", 'executable = "a"', 'executable = "b"'],
    ["H48", 'executable = "a"', 'script = "b"'],
    ["H49", 'script = "a"', 'script = "b"'],
    ["H50", 'script = "a"', 'executable = "b"'],
    ["H51", "", 'executable = "a"\nscript = "b"'],
  ])("%s over both layers there is one thing to run", (_, onInstallation, onHook) => {
    expect(mistake(installation("x", onInstallation) + hook(`command = "x"\n${onHook}`))).toContain(
      "at most one of `executable` / `script`",
    );
  });

  test("H47–H51 are all errors of the hook alone", () => {
    const text = installation("x", 'script = "a"') + hook('command = "x"\nscript = "b"') + hook('command = "x"', "good");
    expect(read(HEAD + text).plugin?.hooks.map(({ name }) => name)).toEqual(["good"]);
  });

  test("H52 F7 a bare installation takes the hook's script", () => {
    expect(hookOf(installation("x", "") + hook('command = "x"\nscript = "s/run.sh"')).command).toEqual({
      kind: "script",
      path: "/plugins/p/s/run.sh",
      args: [],
    });
  });

  test("H54 H59 arguments stand on one layer", () => {
    expect(mistake(installation("x", 'script = "s"\nargs = ["a"]') + hook('command = "x"\nargs = ["b"]'))).toContain(
      "`args` is set on both",
    );
    expect(mistake(hook('command = { script = "s", args = ["a"] }\nargs = ["b"]'))).toContain("`args` is set on both");
  });

  test("H55 F4 a hook has its installation's arguments or its own", () => {
    expect(hookOf(installation("x", 'script = "s"\nargs = ["a"]') + hook('command = "x"')).command.args).toEqual(["a"]);
    expect(hookOf(hook('command = { script = "s" }\nargs = ["b", "c"]')).command.args).toEqual(["b", "c"]);
  });

  test("H56 H57 what is written in place becomes an installation named after the hook", () => {
    expect(installationsOf(hook('command = { executable = "/bin/x" }', "my-hook"))).toEqual([
      { name: "my-hook", executable: "/bin/x", installCommands: [], requirements: [] },
    ]);
  });

  test("a hook may say what to run without any installation", () => {
    expect(hookOf(hook('script = "run/it.sh"')).command).toEqual({ kind: "script", path: "/plugins/p/run/it.sh", args: [] });
  });

  test("H58 a name that is taken conflicts", () => {
    expect(mistake(installation("h", 'script = "a"') + hook('command = { script = "b" }'))).toContain("conflicts");
  });

  test("H63 something must be there to run", () => {
    expect(mistake(installation("x", "") + hook('command = "x"'))).toContain("nothing to run");
    expect(mistake(hook(""))).toContain("nothing to run");
  });

  test("H70 the first of two installations of one name counts", () => {
    const text = installation("x", 'script = "a"') + installation("x", 'script = "b"');
    expect(mistake(text)).toContain("installation `x` is declared twice");
    expect(read(HEAD + text).plugin?.installations).toMatchObject([{ script: "a" }]);
  });

  test("a misspelt or ill-typed command costs the hook", () => {
    expect(told(HEAD + hook('command = { scrpt = "x" }'))).toEqual(["6:13: unknown key `scrpt`, so this installation is ignored"]);
    expect(told(HEAD + hook("command = 5"))).toEqual(["6:1: `command` must be a string or a table, so this hook is ignored"]);
    expect(read(HEAD + hook("command = 5")).plugin?.hooks).toEqual([]);
  });
});

describe("install commands", () => {
  test("H60 H61 H62 H69 are kept wherever they stand", () => {
    const commands = 'install_commands = ["make"]';
    const text = installation("setup", commands) + hook(`command = { script = "s", ${commands} }\nrequirements = [{ ${commands} }]`);
    expect(read(HEAD + text).plugin?.installations.map(({ name, installCommands }) => [name, installCommands])).toEqual([
      ["setup", ["make"]],
      ["h", ["make"]],
      ["h__req_0", ["make"]],
    ]);
  });

  test("PG-3 PG-9 a command waits for them, a hook whose requirement needs them runs without it", () => {
    const setup = installation("setup", 'script = "s"\ninstall_commands = ["make"]');
    const missing = "its program setup (path) is missing: it was not acquired yet; run `symposium sync`";
    expect(hookOf(setup + hook('command = "setup"')).missing).toBe(missing);
    const required = setup + hook('script = "x"\nrequirements = ["setup"]');
    expect(hookOf(required).missing).toBeUndefined();
    expect(hookOf(required).unmet).toEqual([missing]);
    expect(told(HEAD + required)).toEqual([]);
  });
});

describe("requirements", () => {
  const tool = (name: string, rest = "") => installation(name, `executable = "bin/${name}"\n${rest}`);

  test("H68 those of an inline installation reach the hook", () => {
    expect(hookOf(tool("a") + hook('command = { script = "s", requirements = ["a"] }')).requirements).toEqual(["a"]);
  });

  test("H71 names and tables may be mixed", () => {
    expect(hookOf(tool("a") + hook('script = "s"\nrequirements = ["a", { executable = "b" }]', "uses-req")).requirements).toEqual([
      "a",
      "uses-req__req_1",
    ]);
  });

  test("H72 those of the command's installation are added", () => {
    expect(hookOf(tool("a") + tool("b", 'requirements = ["a"]') + hook('command = "b"')).requirements).toEqual(["a"]);
  });

  test("H73 what a requirement requires comes before it", () => {
    expect(hookOf(tool("b", 'requirements = ["a"]') + tool("a") + hook('script = "s"\nrequirements = ["b"]')).requirements).toEqual([
      "a",
      "b",
    ]);
  });

  test("H74 a requirement of an installation may be written in place", () => {
    const text = installation("rtk-hooks", 'script = "s"\nrequirements = [{ executable = "rtk" }]') + hook('command = "rtk-hooks"');
    expect(hookOf(text).requirements).toEqual(["rtk-hooks__req_0"]);
  });

  test("H75 H76 an unknown one costs what asks for it", () => {
    expect(mistake(installation("x", 'script = "s"\nrequirements = ["none"]'))).toBe("`x` requires unknown installation `none`");
    expect(mistake(hook('script = "s"\nrequirements = ["none"]'))).toBe("`h` requires unknown installation `none`");
    const used = installation("x", 'script = "s"\nrequirements = ["none"]') + hook('command = "x"');
    expect(told(HEAD + used).at(-1)).toBe("10:1: hook `h`: installation `x`, which is invalid");
  });
});

describe("RT-14 variables", () => {
  test.each(["HOME", "HOOK_TRACE", "HOOK-TRACE", "CARGO", "DIR_x", "DIR.x", "TEST_AGENT"])("%s is reserved", (name) => {
    expect(mistake(installation(name, 'script = "s"'))).toContain("which is reserved");
  });

  test("two names that give one variable are a mistake, for tables in place too", () => {
    expect(mistake(installation("a-b", 'script = "s"') + installation("a.b", 'script = "s"'))).toBe(
      "installation `a.b` sets the same variable as `a-b`: SYMPOSIUM_a_b",
    );
    expect(mistake(installation("a-b", 'script = "s"') + hook('command = { script = "s" }', "a_b"))).toContain("SYMPOSIUM_a_b");
  });

  test("F8 F20 command and requirements with a path are in the environment, the command's folder first", () => {
    const text =
      installation("helper", 'executable = "tools/helper"') +
      installation("on-path", 'executable = "jq"') +
      hook('command = { script = "scripts/s.sh" }\nrequirements = ["helper", "on-path"]', "my-hook");
    expect(hookOf(text)).toMatchObject({
      env: { SYMPOSIUM_my_hook: "/plugins/p/scripts/s.sh", SYMPOSIUM_helper: "/plugins/p/tools/helper" },
      path: ["/plugins/p/scripts", "/plugins/p/tools"],
    });
    expect(Object.keys(hookOf(text).env)).toHaveLength(2);
  });
});
