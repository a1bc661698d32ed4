import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { treeOf } from "../setup/faults/tree.ts";

const [SPACE, ENTER, DOWN, CTRL_C] = [" ", "\r", "\u001B[B", "\u0003"];

/** Presses keys as soon as the question they answer is asked. */
async function answer(
  sandbox: Sandbox,
  steps: readonly (readonly [question: string, ...keys: string[]])[],
  { cwd = sandbox.home, args = [] }: { readonly cwd?: string; readonly args?: readonly string[] } = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 50 });
  let [shown, raw] = ["", ""];
  const left = [...steps];
  output.on("data", (bytes: Buffer) => {
    raw += bytes.toString();
    shown += stripVTControlCharacters(bytes.toString());
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    const press = ([key, ...rest]: readonly string[]) => {
      if (key === undefined) return;
      input.write(key);
      setTimeout(press, 15, rest);
    };
    setTimeout(press, 15, next.slice(1));
  });
  const ran = await sandbox.run(["init", ...args], { terminal: { input, output }, cwd, env: { PATH: "/nowhere" } });
  return { ...ran, shown, raw, unasked: left.map(([question]) => question) };
}

const agentsIn = ({ home }: Sandbox) =>
  [...readFileSync(join(home, ".symposium/config.toml"), "utf8").matchAll(/name = "(.+)"/g)].map(([, name]) => name);

const [WRITE, SYNC] = ["Write these changes", "Sync this project now"];
const [AGENTS, SCOPE, UPDATES, PROJECT] = ["Which agents", "Where should hooks", "new versions", "Register in this project now"];
const [SOURCE, SERVER] = ["Symposium project recommends", "own MCP server"];

describe("RG-18 at a terminal", () => {
  test("agents found on the machine are chosen already; scope and updates are asked", async () => {
    await using sandbox = await createSandbox({ ".codex/config.toml": "", ".gemini/x": "" });
    const { exitCode, shown, unasked } = await answer(sandbox, [
      [AGENTS, ENTER],
      [SCOPE, ENTER],
      [UPDATES, DOWN, DOWN, ENTER],
      [SOURCE, ENTER],
      [SERVER, ENTER],
      [WRITE, ENTER],
    ]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect(shown).toContain("found on this machine");
    expect(agentsIn(sandbox)).toEqual(["codex", "gemini"]);
    expect(readFileSync(join(sandbox.home, ".symposium/config.toml"), "utf8")).toContain('auto-update = "off"');
    expect(treeOf(sandbox.home)).toHaveProperty([".codex/hooks.json"]);
  });

  test("the recommendations and our own MCP server are asked about, and no is kept", async () => {
    await using sandbox = await createSandbox({ ".codex/x": "" });
    const { exitCode, unasked } = await answer(sandbox, [
      [AGENTS, ENTER],
      [SCOPE, ENTER],
      [UPDATES, ENTER],
      [SOURCE, "n"],
      [SERVER, "n"],
      [WRITE, ENTER],
    ]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    const config = readFileSync(join(sandbox.home, ".symposium/config.toml"), "utf8");
    expect(config).toContain("mcp-server = false\n");
    expect(config).toContain("[defaults]\nsymposium-recommendations = false\n");
    expect(treeOf(sandbox.home)).not.toHaveProperty([".codex/config.toml"]);
  });

  test("configured agents are chosen already, those only found are not, and one more is added", async () => {
    await using sandbox = await createSandbox({ ".codex/x": "", ".symposium/config.toml": '[[agent]]\nname = "kiro"\n' });
    await answer(sandbox, [
      [AGENTS, SPACE, ENTER],
      [SCOPE, ENTER],
      [UPDATES, ENTER],
      [SOURCE, ENTER],
      [SERVER, ENTER],
      [WRITE, ENTER],
    ]);
    expect(agentsIn(sandbox)).toEqual(["kiro", "claude"]);
  });

  test.each([[AGENTS], [SCOPE], [UPDATES], [SOURCE], [SERVER], [WRITE]])("ctrl-c at %j exits 130, and nothing is written", async (last) => {
    await using sandbox = await createSandbox({ ".codex/x": "" });
    const before = treeOf(sandbox.home);
    const questions = [AGENTS, SCOPE, UPDATES, SOURCE, SERVER, WRITE] as const;
    const steps = questions
      .slice(0, questions.indexOf(last as never) + 1)
      .map((question) => [question, question === last ? CTRL_C : ENTER] as const);
    const { exitCode, stderr } = await answer(sandbox, steps);
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: "nothing was written\n" });
    expect(treeOf(sandbox.home)).toEqual(before);
  });

  test("per project: whether to register in this one now is asked, and no means later", async () => {
    await using sandbox = await createSandbox({ ".codex/x": "" });
    const steps = [
      [AGENTS, ENTER],
      [SCOPE, DOWN, ENTER],
      [UPDATES, ENTER],
      [SOURCE, ENTER],
      [SERVER, ENTER],
    ] as const;
    const no = await answer(sandbox, [...steps, [PROJECT, "n"], [WRITE, ENTER]], { cwd: sandbox.project });
    expect(no.stderr).toContain("run `symposium sync` in each");
    expect(treeOf(sandbox.project)).not.toHaveProperty([".codex/hooks.json"]);
    await answer(
      sandbox,
      [
        [AGENTS, ENTER],
        [SCOPE, ENTER],
        [UPDATES, ENTER],
        [SOURCE, ENTER],
        [SERVER, ENTER],
        [PROJECT, ENTER],
        [WRITE, ENTER],
        [SYNC, "n"],
      ],
      { cwd: sandbox.project },
    );
    expect(treeOf(sandbox.project)).toHaveProperty([".codex/hooks.json"]);
  });

  test("what flags say is not asked; the plan is shown before the question, and no writes nothing", async () => {
    await using sandbox = await createSandbox();
    const before = treeOf(sandbox.home);
    const no = await answer(sandbox, [[WRITE, "n"]], { args: ["--add-agent", "codex"] });
    expect(no).toMatchObject({ exitCode: 1, stderr: "nothing was written\n", unasked: [] });
    expect(no.stdout).toContain("would create  ~/.codex/hooks.json  Codex CLI (+");
    expect(treeOf(sandbox.home)).toEqual(before);
  });

  test("it offers to sync the project, and ends with what to do next", async () => {
    await using sandbox = await createSandbox();
    const steps = [
      [WRITE, ENTER],
      [SYNC, ENTER],
    ] as const;
    const { exitCode, stdout, unasked } = await answer(sandbox, steps, { args: ["--add-agent", "codex"], cwd: sandbox.project });
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect(stdout).toContain("no skill applies here\n");
    const next = [
      "next: start Codex CLI, and approve what it asks",
      "      run `symposium plugin new my-hooks --dir ~/.symposium/plugins/my-hooks` to create your first hook",
      "      or `symposium hooks import` to run the hooks of one agent on all your agents",
      "      run `symposium status` to see what runs\n",
    ].join("\n");
    expect(stdout.endsWith(`done: Codex CLI calls Symposium now\n${next}`)).toBe(true);
  });

  test("a second run has nothing to ask about", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "codex"]);
    const { stdout, exitCode } = await answer(sandbox, [], { args: ["--add-agent", "codex"] });
    expect({ stdout, exitCode }).toEqual({ stdout: "nothing to change: everything is as configured\n", exitCode: 0 });
  });

  test("--yes asks nothing, and takes the agents found on the machine where none is configured", async () => {
    await using sandbox = await createSandbox({ ".codex/x": "" });
    expect(await answer(sandbox, [], { args: ["--yes"], cwd: sandbox.project })).toMatchObject({ exitCode: 0, shown: "" });
    expect(agentsIn(sandbox)).toEqual(["codex"]);
    await using none = await createSandbox();
    expect(await answer(none, [], { args: ["-y"] })).toMatchObject({ exitCode: 2 });
  });

  test("a folder's name cannot write to the terminal", async () => {
    await using sandbox = await createSandbox({ "a\u001B[31mb/.git/HEAD": "" });
    const cwd = join(sandbox.home, "a\u001B[31mb");
    const { raw } = await answer(
      sandbox,
      [
        [WRITE, ENTER],
        [SYNC, "n"],
      ],
      { args: ["--add-agent", "codex"], cwd },
    );
    expect(raw).toContain(String.raw`a\x1b[31mb`);
    expect(raw).not.toContain("a\u001B[31mb");
  });
});

const HAS_SCRIPT = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

/** Skipped where util-linux is not installed. */
test.skipIf(!HAS_SCRIPT)("RG-18 the built command asks on a real terminal", async () => {
  await using sandbox = await createSandbox({ ".codex/x": "" });
  const line = `stty cols 120 rows 50; '${process.execPath}' '${join(sandbox.dist, "symposium.cjs")}' init`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd: sandbox.home,
    env: { HOME: sandbox.home, PATH: "/usr/bin:/bin", TERM: "xterm" },
  });
  const questions = [AGENTS, SCOPE, UPDATES, SOURCE, SERVER, WRITE];
  let shown = "";
  child.stdout.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString());
    if (questions[0] === undefined || !shown.includes(questions[0])) return;
    questions.shift();
    setTimeout(() => child.stdin.write(ENTER), 50);
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(questions, shown).toEqual([]);
  expect(treeOf(sandbox.home)).toHaveProperty([".codex/hooks.json"]);
});
