import { existsSync } from "node:fs";

import { createFixture, type FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Workspace } from "../../../src/packages/workspace.ts";
import { subjectOf } from "../../../src/plugins/consent/subject-of.ts";
import { validateManifest } from "../../../src/plugins/manifest/validate.ts";
import type { PluginOrigin } from "../../../src/plugins/plugin.ts";

/** The subject of a manifest at the root of a repository, or in a package. */
async function subject(text: string, files: FileTree = {}, origin?: (folder: string) => PluginOrigin) {
  await using there = await createFixture({ "SYMPOSIUM.toml": text, ...files });
  const folder = there.path.replace(/\/$/, "");
  const where = { directory: folder, os: "linux" as const, isFile: existsSync };
  const { plugin } = validateManifest(`${folder}/SYMPOSIUM.toml`, text, where, "carrier");
  const workspace: Workspace = {
    folder,
    repository: folder,
    roots: [],
    members: [],
    dependencies: [],
    checked: [],
    watched: [],
    problems: [],
  };
  const made = subjectOf({ plugin: plugin!, origin: origin?.(folder) ?? { kind: "repository", folder } }, workspace);
  const named = made && [...new Set(made.parts.flatMap((part) => part.named))].map((path) => path.slice(folder.length + 1)).toSorted();
  return { made, named, folder };
}

const hook = (command: string, more = "") => `[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = ${command}\n${more}`;

describe("PL-17 what a consent is about", () => {
  test("the files of the repository that commands name, wherever in the command they stand", async () => {
    const text = hook('{ executable = "node", args = ["scripts/check.mjs", "--config=rules/check.toml", "-v"] }');
    const files = { scripts: { "check.mjs": "", "other.mjs": "" }, rules: { "check.toml": "" } };
    const { named, made } = await subject(text, files);
    expect(named).toEqual(["rules/check.toml", "scripts/check.mjs"]);
    expect(made?.parts).toMatchObject([{ kind: "hook", name: "check", isOpenEnded: true }]);
  });

  test("the question shows variables that a hook keeps, and the folder that a server starts in", async () => {
    const server = '[[mcp_servers]]\nname = "s"\ncommand = "node"\nargs = ["d.mjs"]\ncwd = "lib"\n';
    const { made } = await subject(`${hook('{ script = "a.sh" }', 'keep-env = ["PYTHONPATH", "LD_PRELOAD"]\n')}${server}`, { "a.sh": "" });
    expect(made?.parts).toMatchObject([
      { name: "check", variables: ["$PYTHONPATH", "$LD_PRELOAD"] },
      { name: "s", commands: ["node d.mjs", expect.stringMatching(/^in .*lib$/)] },
    ]);
  });

  test.each([
    ["a hook keeps", (name: string) => hook('{ script = "a.sh" }', `keep-env = ["${name}"]\n`)],
    ["a server gets", (name: string) => `[[mcp_servers]]\nname = "s"\ncommand = "./a.sh"\nenv = { ${name} = "./x" }\n`],
  ])("with a variable that steers interpreters, which %s, anything may run", async (_, text) => {
    const isOpen = async (name: string) => (await subject(text(name), { "a.sh": "" })).made?.parts.map((item) => item.isOpenEnded);
    expect([await isOpen("LEVEL"), await isOpen("NODE_OPTIONS")]).toEqual([[false], [true]]);
  });

  test("words of a shell command, and a file that may appear later", async () => {
    const { named } = await subject(hook('{ executable = "sh", args = ["-c", "cd tools && ./run.sh; . tools/later.sh"] }'), {
      tools: { "run.sh": "" },
      "run.sh": "",
    });
    expect(named).toEqual(["run.sh", "tools/later.sh"]);
  });

  test("a command that names no file runs whatever the repository contains", async () => {
    const { named, made } = await subject(hook('{ executable = "npm", args = ["run", "lint"] }'), { "package.json": "{}" });
    expect(named).toEqual([]);
    expect(made?.parts).toMatchObject([{ commands: ["npm run lint"], isOpenEnded: true }]);
  });

  test.each([
    ["a script of the plugin", '{ script = "check.sh" }', false],
    ["a program of the plugin", '{ executable = "./check.sh", args = ["--strict"] }', false],
    ["a relative name: the agent's current folder decides", '{ executable = "sh", args = ["check.sh"] }', true],
    ["a module that looks like a file", '{ executable = "python3", args = ["-m", "tools.check"] }', true],
    ["a script that is missing", '{ script = "later.sh" }', true],
  ])("PL-17 what a command runs is fixed, or the question says so: %s", async (_, command, isOpenEnded) => {
    const { made } = await subject(hook(command), { "check.sh": "", tools: { "check.py": "" } });
    expect(made?.parts).toMatchObject([{ isOpenEnded }]);
  });

  test("files outside the repository are not its files", async () => {
    const { named } = await subject(hook('{ executable = "/bin/sh", args = ["../outside.sh", "/etc/profile.sh"] }'));
    expect(named).toEqual([]);
  });

  test.each([
    ["", "npm: package widget"],
    ['version = "^2"\nscripts = true', "npm: package widget, version ^2, scripts true"],
  ])("PG-6 install scripts of an npm package are listed: %j", async (more, shown) => {
    const { made } = await subject(`[[installations]]\nname = "widget"\nsource = "npm"\npackage = "widget"\n${more}\n${hook('"widget"')}`);
    expect(made?.parts.find(({ kind }) => kind === "installation")?.commands).toEqual([shown]);
  });

  test("everything that would run is listed: servers with their variables, predicates, shell conditions, installations", async () => {
    const { made } = await subject(
      [
        'predicates = ["shell(test -f go.mod)"]',
        '[[mcp_servers]]\nname = "docs"\ncommand = "docs-server"\nargs = ["--stdio"]\nenv = [{ name = "TOKEN", value = "${DOCS_TOKEN}" }]',
        '[[mcp_servers]]\nname = "web"\ntype = "http"\nurl = "https://mcp.example/"\nheaders = [{ name = "Authorization", value = "${WEB_TOKEN}" }]',
        '[[predicate]]\nname = "uses_nix"\ncommand = { script = "nix.sh" }',
        '[subcommand.demo]\ndescription = "Runs the demo"\ncommand = { script = "demo.sh" }',
        '[[installations]]\nname = "tool"\nsource = "cargo"\ncrate = "tool"\ninstall_commands = ["make tool"]',
      ].join("\n"),
      { "nix.sh": "", "demo.sh": "" },
    );
    expect(made?.parts.map(({ kind, name, commands, variables }) => [kind, name, commands.at(-1), ...variables])).toMatchObject([
      ["server", "docs", "docs-server --stdio", "TOKEN=${DOCS_TOKEN}"],
      ["server", "web", "https://mcp.example/", "Authorization=${WEB_TOKEN}"],
      ["subcommand", "demo", expect.stringContaining("demo.sh")],
      ["predicate", "uses_nix", expect.stringContaining("nix.sh")],
      ["shell", "test -f go.mod", "test -f go.mod"],
      ["installation", "tool", "make tool"],
    ]);
  });

  test("a package is covered as a whole", async () => {
    const { made, folder } = await subject(hook('{ script = "check.sh" }', 'on-failure = "closed"\n'), { "check.sh": "" }, (inner) => ({
      kind: "package",
      ecosystem: "cargo",
      name: "widget",
      version: "1.2.0",
      folder: inner,
      through: [],
      isFromSource: false,
    }));
    expect(made).toMatchObject({
      id: "cargo:widget",
      version: "1.2.0",
      coverage: { kind: "folder", folder },
      parts: [{ name: "check", hook: { name: "check", isClosed: true, section: "PreToolUse", selector: "*", format: "symposium" } }],
    });
  });

  test("a package whose runs write folders is covered without those, and bound to its version", async () => {
    const { made } = await subject(hook('{ script = "check.py" }'), { "check.py": "" }, (folder) => ({
      kind: "package",
      ecosystem: "pypi",
      name: "widget",
      version: "1.2.0",
      folder,
      through: [],
      isFromSource: false,
    }));
    expect(made?.coverage).toMatchObject({ derived: ["__pycache__"], version: "1.2.0" });
  });

  test("a plugin without code has nothing to ask, and one of a configured source never asks", async () => {
    expect((await subject('[[skills]]\nsource.path = "skills"\n')).made?.parts).toEqual([]);
    expect((await subject(hook('{ script = "check.sh" }'), {}, () => ({ kind: "source", name: "mine" }))).made).toBeUndefined();
  });
});
