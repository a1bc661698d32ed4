/** An exported plugin runs, wherever its folder is: its servers in another client and through the launcher, and its hooks. */

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, renameSync } from "node:fs";
import { dirname, resolve } from "node:path";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { household, type Household } from "../../commands/command-line.ts";
import { program } from "../../foundation/programs.ts";
import { CONFIG, endOf, INITIALIZE, run } from "../../servers/launched.ts";
import { SHELL } from "../../support/consented.ts";
import { runProgram } from "../../support/home.ts";
import { manifestText, skillText } from "../../support/plugin.ts";
import { userOf } from "../../support/temporary-home.ts";
import { jsonIn } from "./rich-plugin.ts";

/** Each file that its arguments and `FILES` name becomes a tool of the name in it. */
const SERVER = `#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const words = [...process.argv.slice(2), process.env.FILES ?? ""].flatMap((text) => text.replace(/^--\\w+=/, "").split(":"));
const tools = words.filter((word) => word !== "").map((path) => ({ name: readFileSync(path, "utf8").trim(), inputSchema: { type: "object" } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const about = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: method === "initialize" ? about : { tools } }));
}
`;

const FILES: FileTree = {
  lib: { "server.mjs": SERVER },
  data: { "one.txt": "one\n", "two.txt": "two\n", deep: { "three.txt": "three\n" } },
  hooks: {
    "deny.sh":
      'cat >/dev/null; read -r why < "${1#--why=}"; echo "{\\"PreToolUse\\":{\\"decision\\":\\"deny\\",\\"reason\\":\\"$why\\"}}"\n',
  },
  "README.md": "readme\n",
  skills: { a: { "SKILL.md": skillText("a"), "notes.txt": "notes\n" } },
};

const REQUESTS = `${INITIALIZE}${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })}\n`;

type Kind = "a plugin of its own folder" | "a repository's own plugin";

/** Exports a plugin with these items, removes it, and moves the package to where Symposium finds it. */
async function movedExport(kind: Kind, items: string, more: FileTree = {}): Promise<{ home: Household; said: string }> {
  const home = await household({ home: { ".symposium": { "config.toml": CONFIG } } });
  const top = kind === "a repository's own plugin" ? { ".git/HEAD": "ref: refs/heads/main\n" } : {};
  for (const [path, text] of Object.entries({ ...flat({ ...FILES, ...more }), ...top, "SYMPOSIUM.toml": manifestText("p", items) }))
    home.write(`author/p/${path}`, text);
  chmodSync(home.at("author/p/lib/server.mjs"), 0o755);
  const { exitCode, stderr } = await home.run(["export", home.at("author/p"), "--to", home.at("exported/p")]);
  expect({ exitCode, stderr: /error: [^]*/.exec(stderr)?.[0] }).toEqual({ exitCode: 0, stderr: undefined });
  home.remove("author");
  mkdirSync(dirname(home.at(PACKAGE)), { recursive: true });
  renameSync(home.at("exported/p"), home.at(PACKAGE));
  return { home, said: stderr };
}

const PACKAGE = "home/.symposium/plugins/p";

function flat(tree: FileTree, below = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === "string" ? [[below + name, value]] : Object.entries(flat(value as FileTree, `${below}${name}/`)),
    ),
  );
}

/** What the answers to the requests say. */
function toolsIn(stdout: string, stderr: string): readonly string[] {
  const [initialized, listed] = stdout.split("\n").map((line) => (line === "" ? {} : JSON.parse(line))) as {
    result?: { protocolVersion?: string; tools?: { name: string }[] };
  }[];
  expect({ version: initialized?.result?.protocolVersion, stderr }).toEqual({ version: "2025-06-18", stderr: "" });
  return (listed?.result?.tools ?? []).map(({ name }) => name);
}

/** As the format says it, without our own code. */
async function inAnotherClient(home: Household): Promise<readonly string[]> {
  const root = home.at(PACKAGE);
  const { mcpServers } = jsonIn(home, `${PACKAGE}/mcp.json`) as {
    mcpServers: { s: { command: string; args?: string[]; env?: Record<string, string>; cwd?: string } };
  };
  const { command, args = [], env = {}, cwd = "./" } = mcpServers.s;
  const text = (given: string) => given.replaceAll("${PLUGIN_ROOT}", root);
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, text(value)]));
  const file = command.startsWith("./") ? resolve(root, command) : command;
  const child = spawn(file, args.map(text), { cwd: resolve(root, text(cwd)), env: { ...userOf(home.home), ...variables } });
  child.stdin.on("error", () => {});
  child.stdin.end(REQUESTS);
  const { stdout, stderr } = await endOf(child);
  return toolsIn(stdout, stderr);
}

async function throughLauncher(home: Household, env = {}): Promise<readonly string[]> {
  const { stdout, stderr } = await run("native-hook", home, "p/s", REQUESTS, { env });
  return toolsIn(stdout, stderr);
}

const server = (entry: string) => `[[mcp_servers]]\nname = "s"\n${entry}\n`;

const IN_ITS_FOLDER = [
  "an argument, from its own folder",
  'command = "node"\nargs = ["lib/server.mjs", "data/one.txt"]\ncwd = "."',
  ["one"],
] as const;

/** What it is, its entry, and its tools. */
const SERVERS: readonly (readonly [what: string, entry: string, tools: readonly string[]])[] = [
  ["an argument", 'command = "node"\nargs = ["lib/server.mjs", "data/one.txt"]', ["one"]],
  ["an argument that begins with ./", 'command = "node"\nargs = ["./lib/server.mjs", "./data/deep/../one.txt"]', ["one"]],
  ["an option", 'command = "node"\nargs = ["lib/server.mjs", "--data=data/one.txt"]', ["one"]],
  ["an option with a list", 'command = "node"\nargs = ["lib/server.mjs", "--data=./data/one.txt:data/two.txt"]', ["one", "two"]],
  ["a variable", 'command = "node"\nargs = ["lib/server.mjs"]\nenv = { FILES = "data/one.txt" }', ["one"]],
  [
    "a variable of a list of variables",
    'command = "node"\nargs = ["lib/server.mjs"]\nenv = [{ name = "FILES", value = "./data/one.txt" }]',
    ["one"],
  ],
  [
    "a variable with a list",
    'command = "node"\nargs = ["lib/server.mjs"]\nenv = { FILES = "data/one.txt:./data/deep/three.txt" }',
    ["one", "three"],
  ],
  ["a program of the plugin", 'command = "lib/server.mjs"\nargs = ["data/one.txt"]', ["one"]],
  ["a folder below", 'command = "node"\nargs = ["server.mjs", "../data/one.txt"]\ncwd = "lib"', ["one"]],
  ["a file that a package has at its top", 'command = "node"\nargs = ["lib/server.mjs", "README.md"]', ["readme"]],
  ["a file of a skill", 'command = "node"\nargs = ["lib/server.mjs", "skills/a/notes.txt"]', ["notes"]],
];

describe.skipIf(process.platform === "win32")(
  "AP-5 the servers of an exported plugin start as processes of another client and of the launcher",
  () => {
    describe.each(["a plugin of its own folder", "a repository's own plugin"] as const)("of %s", (kind) => {
      // A repository would go along as a whole.
      const cases = kind === "a repository's own plugin" ? SERVERS : [...SERVERS, IN_ITS_FOLDER];
      test.each(cases)("AP-5, AP-2 with a path in %s", async (_what, entry, tools) => {
        const { home } = await movedExport(kind, server(entry));
        await using _ = home;
        expect(await inAnotherClient(home)).toEqual(tools);
        expect(await throughLauncher(home)).toEqual(tools);
        expect(await home.run(["plugin", "validate", home.at(PACKAGE), "--no-check-crates"])).toMatchObject({ exitCode: 0 });
      });
    });

    test("AP-5 with a path beside a reference, for Symposium alone", async () => {
      const entry = 'command = "node"\nargs = ["lib/server.mjs"]\nenv = { FILES = "data/one.txt:${MORE}" }';
      const { home, said } = await movedExport("a plugin of its own folder", server(entry));
      await using _ = home;
      home.write("more.txt", "more\n");
      expect(home.has(`${PACKAGE}/mcp.json`)).toBe(false);
      expect(said).toContain("server s: only Symposium offers it: other clients do not replace ${NAME} by a variable");
      expect(await throughLauncher(home, { MORE: home.at("more.txt") })).toEqual(["one", "more"]);
    });

    test("AP-5 with an installation that names the files", async () => {
      const installed = '[[installations]]\nname = "tool"\nexecutable = "node"\nargs = ["lib/server.mjs"]\n';
      const { home } = await movedExport("a plugin of its own folder", installed + server('command = "tool"\nargs = ["data/two.txt"]'));
      await using _ = home;
      expect(await throughLauncher(home)).toEqual(["two"]);
    });
  },
);

describe.skipIf(process.platform === "win32")("AP-5 the hooks of an exported plugin run as processes of the built program", () => {
  test.each([
    ["in its own arguments", 'executable = "sh"\nargs = ["hooks/deny.sh", "--why=data/one.txt"]\n'],
    ["in those of its command", 'command = { executable = "sh", args = ["./hooks/deny.sh", "--why=./data/one.txt"] }\n'],
    ["in those of its script", 'script = "hooks/deny.sh"\nargs = ["data/one.txt"]\n'],
  ])("AP-5, AP-3 with paths %s", async (_what, entry) => {
    const { home } = await movedExport("a repository's own plugin", `[[hooks]]\nname = "h"\nevent = "PreToolUse"\n${entry}`);
    await using _ = home;
    const call = JSON.stringify(SHELL);
    const { stdout } = await runProgram(program("native-hook"), ["claude-code", "PreToolUse"], call, userOf(home.home), home.project);
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("one") as string },
    });
  });
});

describe("AP-5 what is said of paths", () => {
  test.each([
    ["a file", ["data/one.txt"], ["${PLUGIN_ROOT}/dev.symposium/data/one.txt"], "server s: names a file of the plugin"],
    ["a folder", ["./data"], ["${PLUGIN_ROOT}/dev.symposium/data"], "server s: names a file of the plugin"],
    [
      "a file that is not there",
      ["./none.txt"],
      ["./none.txt"],
      "server s: names a path that the package does not have; it is left as it is (./none.txt)",
    ],
    ["one in an option", ["--data=data/none.txt"], ["--data=data/none.txt"], "it is left as it is (data/none.txt)"],
    ["one in a list", ["data/one.txt:./none"], ["${PLUGIN_ROOT}/dev.symposium/data/one.txt:./none"], "it is left as it is (./none)"],
    [
      "a line for a shell",
      ["-c", "cat data/one.txt"],
      ["-c", "cat data/one.txt"],
      "warning: server s: names a file of the plugin inside a longer text",
    ],
    ...[
      ["data"],
      ["."],
      ["./"],
      ["--root=."],
      ["https://a.example/data/one.txt"],
      ["@scope/data.js"],
      ["go.example/x/y.z"],
      ["text/plain"],
      ["-"],
    ].map((args) => [`nothing of ${args[0]}`, args, args, undefined] as const),
  ] as const)("AP-5 %s", async (_what, args, exported, message) => {
    const { home, said } = await movedExport("a plugin of its own folder", server(`command = "x-server"\nargs = ${JSON.stringify(args)}`));
    await using _ = home;
    expect(jsonIn(home, `${PACKAGE}/mcp.json`)).toMatchObject({ mcpServers: { s: { args: exported } } });
    if (message === undefined) expect(said).not.toMatch(/names a (?:file|path)/);
    else expect(said).toContain(message);
  });

  test("AP-5 of a repository, a folder does not go along, and is left as it is", async () => {
    const { home, said } = await movedExport("a repository's own plugin", server('command = "x-server"\nargs = ["--root=./data"]'));
    await using _ = home;
    expect(said).toContain("names a path that the package does not have; it is left as it is (./data)");
    expect(home.has(`${PACKAGE}/dev.symposium/data`)).toBe(false);
  });

  test.each(["../outside.txt", "--data=../outside.txt", "data/one.txt:../outside.txt"])("AP-5 %s refuses the export", async (word) => {
    await using home = await household();
    for (const [path, text] of Object.entries(flat(FILES))) home.write(`author/p/${path}`, text);
    home.write("author/outside.txt", "outside\n");
    home.write("author/p/SYMPOSIUM.toml", manifestText("p", server(`command = "x-server"\nargs = ["${word}"]`)));
    const { exitCode, stderr } = await home.run(["export", home.at("author/p"), "--to", "out"]);
    expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
    expect(stderr).toContain('server s names "../outside.txt", which is outside of the plugin\'s folder');
  });
});
