/** An agent, or a program that Symposium started, runs the commands that install, accept, remove or revoke: each is refused, at a terminal too, and changes nothing. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import type { Command, RouteMap } from "@stricli/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ENV_MARKS } from "../../src/agents/hook-list.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { buildApp } from "../../src/commands/app.ts";
import type { CliContext } from "../../src/commands/cli-context.ts";
import { COMMAND_RIGHTS, RIGHTS } from "../../src/commands/command-rights.ts";
import type { AncestorProcess } from "../../src/host/processes.ts";
import { household, type Household } from "../commands/command-line.ts";
import { agreeToInstall } from "../support/agree-to-install.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { treeOf } from "../setup/faults/tree.ts";

const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });

function commandsIn(routes: RouteMap<CliContext>, before = ""): [words: string, command: Command<CliContext>][] {
  return routes.getAllEntries().flatMap(({ name, target }): [string, Command<CliContext>][] => {
    const words = `${before}${name["convert-camel-to-kebab"]}`;
    return "getAllEntries" in target ? commandsIn(target, `${words} `) : [[words, target]];
  });
}

const COMMANDS = new Map(commandsIn(root as RouteMap<CliContext>));

const refuses = (right: keyof typeof RIGHTS) => RIGHTS[right].refusesAgents;

/** Each command, and each flag of one, that refuses agents. */
const REFUSING = Object.entries(COMMAND_RIGHTS).flatMap(([words, { is, flags = {} }]) => [
  ...(refuses(is) ? [words] : []),
  ...Object.entries(flags).flatMap(([flag, right]) => (refuses(right) ? [`${words} ${flag}`] : [])),
]);

const DIGEST = "0".repeat(64);

/** At least one command line for each of them. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  "init removeAgent": ["init --remove-agent claude", "init --remove-agent claude --yes", "init --add-agent codex --remove-agent=claude"],
  "init hookScope": ["init --hook-scope project", "init --hookScope=project --yes"],
  "init recommendations": ["init --recommendations off", "init --add-agent claude --recommendations=on --yes"],
  "sync mcpProjectFiles": ["sync --mcp-project-files", "sync --no-mcp-project-files"],
  "sync mcpGitExclude": ["sync --mcp-git-exclude"],
  use: ["use dormant", "use cargo:widget --global", "use ../beside"],
  "use dev": ["use --dev ../beside", "use --dev dormant"],
  "use remove": ["use sleeper --remove --global", "use sleeper --remove --yes --global"],
  "self-update": ["self-update"],
  uninstall: ["uninstall", "uninstall --purge --yes", "-q uninstall", "uninstall --json"],
  "hooks import": ["hooks import", "hooks import --yes", "hooks import --user"],
  "hooks install": ["hooks install team.json", `hooks install team.json --digest ${DIGEST}`],
  "hooks remove": ["hooks remove", "hooks remove --yes", "hooks remove hooks.json"],
  "trust accept": ["trust accept own", `trust accept own --digest ${DIGEST}`, "trust accept own --everywhere"],
  "trust revoke": ["trust revoke own", "trust revoke own --everywhere --yes"],
  "trust ask": ["trust ask", "trust ask own"],
};

describe("PL-27 every command has its place", () => {
  test("each one is in the table, and nothing else is", () => {
    expect(Object.keys(COMMAND_RIGHTS).toSorted()).toEqual([...COMMANDS.keys()].toSorted());
  });

  test.each([...COMMANDS])("the flags of `%s` in the table exist", (words, { parameters: { flags = {} } }) => {
    expect(Object.keys(flags)).toEqual(expect.arrayContaining(Object.keys(COMMAND_RIGHTS[words]?.flags ?? {})));
  });

  test.each([...COMMANDS].filter(([words]) => rightsOf(words).includes("disarms")))(
    "`%s` asks, unless it has --yes",
    (_, { parameters }) => {
      expect(Object.keys(parameters.flags ?? {})).toContain("yes");
    },
  );

  test("each one that refuses agents is tried below", () => {
    expect(Object.keys(LINES).toSorted()).toEqual(REFUSING.toSorted());
  });
});

function rightsOf(words: string): readonly string[] {
  const { is, flags = {} } = COMMAND_RIGHTS[words] ?? { is: "reads" };
  return [is, ...Object.values(flags)];
}

const CONFIG = `[defaults]\nsymposium-recommendations = false\nuser-plugins = true\n[[agent]]\nname = "claude"\n[plugins]\nuse = ["sleeper"]\n`;
const MANIFEST = (command: string) =>
  JSON.stringify({ spec: "hooks/1.0", hooks: [{ event: "before_tool_execute", handler: { type: "command", command } }] });
const HOOKED = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] } });

const house = () =>
  household({
    home: {
      ".symposium": {
        "config.toml": CONFIG,
        plugins: { sleeper: { "SYMPOSIUM.toml": 'name = "sleeper"\n' }, dormant: { "SYMPOSIUM.toml": 'name = "dormant"\n' } },
      },
      ".claude": { "settings.json": HOOKED },
    },
    project: {
      "hooks.json": MANIFEST("one"),
      "team.json": MANIFEST("two"),
      "SYMPOSIUM.toml": 'name = "own"\n[[hooks]]\nevent = "PreToolUse"\ncommand = "true"\non-failure = "closed"\n',
    },
  });

interface Caller {
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly above?: readonly Partial<AncestorProcess>[] | "unknown";
}

const SHELL = { file: "/bin/sh", title: "sh", args: ["sh"] };

const CALLERS: readonly Caller[] = [
  ...ENV_MARKS.map((mark) => ({ title: mark, env: { [mark.replace("*", "X")]: "1" } })),
  ...AGENTS.flatMap(({ title, programs }) => [
    ...(programs?.value.names ?? []).map((name) => ({ title: `${title} above`, above: [SHELL, { title: name }] })),
    ...(programs?.value.paths ?? []).map((path) => ({ title: `${title} above, by its place`, above: [SHELL, { file: `/opt${path}/x` }] })),
  ]),
  { title: "our own mark", env: { SYMPOSIUM_STARTED: "1" } },
  { title: "our hook program above", above: [SHELL, { file: "/home/a/.symposium/bin/symposium-hook" }] },
  { title: "ancestors that the system does not name", above: "unknown" },
];

const run = ({ context, project: cwd }: Household, line: string, { env = {}, above = [] }: Omit<Caller, "title">, hasTerminal = false) =>
  runInProcess({
    args: line.split(" "),
    context: { ...context, cwd, env },
    ancestors: () => (above === "unknown" ? undefined : above.map((one, index) => ({ pid: 10 + index, args: [], ...one }))),
    ...(hasTerminal ? { terminal: { input: new PassThrough(), output: new PassThrough() } } : {}),
  });

async function settled(): Promise<Household> {
  const there = await house();
  expect(await run(there, "init --add-agent claude", {})).toMatchObject({ exitCode: 0 });
  expect(await agreeToInstall((args) => run(there, args.join(" "), {}), ["hooks.json"])).toMatchObject({ exitCode: 0 });
  // It is large, and would be compared often.
  rmSync(join(there.home, ".symposium/bin/symposium-hook"));
  writeFileSync(join(there.home, ".symposium/bin/symposium-hook"), "program");
  return there;
}

describe("PL-27 an agent decides nothing", { timeout: 120_000 }, () => {
  let there: Household;
  beforeAll(async () => void (there = await settled()));
  afterAll(() => there[Symbol.asyncDispose]());

  const refused = async (caller: Caller, lines: readonly string[], hasTerminal: boolean) => {
    const before = [treeOf(there.home), treeOf(there.project)];
    for (const line of lines) {
      const { stderr, stdout, exitCode } = await run(there, line, caller, hasTerminal);
      const said = expect.stringContaining("only you can decide what runs");
      expect({ line, exitCode, said: `${stdout}${stderr}` }).toEqual({ line, exitCode: 1, said });
    }
    expect([treeOf(there.home), treeOf(there.project)]).toEqual(before);
  };

  test.each(CALLERS)("$title: refused, and no byte changes", (caller) =>
    refused(
      caller,
      Object.values(LINES).map(([first]) => first!),
      false,
    ),
  );

  const [MARKED] = CALLERS;
  const SOME = [MARKED!, ...CALLERS.slice(-4)];

  test.each(SOME)("$title: refused at a terminal and with every flag", async (caller) => {
    for (const hasTerminal of [false, true]) await refused(caller, Object.values(LINES).flat(), hasTerminal);
  });

  test("the same command lines are not refused for the user", async () => {
    const before = treeOf(there.home);
    for (const line of Object.values(LINES).flat()) {
      // It asks the network.
      if (line === "self-update") continue;
      const { stdout, stderr } = await run(there, line, { above: [SHELL] });
      expect(`${line}: ${stdout}${stderr}`).not.toContain("only you can");
    }
    expect(treeOf(there.home)).not.toEqual(before);
  });

  test.each(SOME)("$title: may look, add agents and sync, and is asked nothing at a terminal", async (caller) => {
    await using other = await settled();
    const lines = [
      "status",
      "init",
      "init --add-agent codex",
      "sync",
      "sync --check",
      "uninstall --dry-run",
      "hooks install team.json --dry-run",
    ];
    for (const line of lines) expect((await run(other, line, caller, true)).stderr).not.toContain("only you can");
    expect(other.read("home/.symposium/config.toml")).toContain("codex");
  });
});
