import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "../sync/faults/sandbox.ts";
import { treeOf } from "../sync/faults/tree.ts";

const [SPACE, ENTER, DOWN, CTRL_C] = [" ", "\r", "\u001B[B", "\u0003"];

/** Presses keys as soon as the question they answer is asked. */
async function answer(world: Sandbox, steps: readonly (readonly [question: string, ...keys: string[]])[], cwd = world.home) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 50 });
  let shown = "";
  const left = [...steps];
  output.on("data", (bytes: Buffer) => {
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
  const ran = await world.run(["init"], { terminal: { input, output }, cwd, env: { PATH: "/nowhere" } });
  return { ...ran, shown, unasked: left.map(([question]) => question) };
}

const agentsIn = ({ home }: Sandbox) =>
  [...readFileSync(join(home, ".symposium/config.toml"), "utf8").matchAll(/name = "(.+)"/g)].map(([, name]) => name);

const [AGENTS, SCOPE, UPDATES, PROJECT] = ["Which agents", "Where should hooks", "newer versions", "Register in this project now"];

describe("RG-18 at a terminal", () => {
  test("agents found on the machine are chosen already; scope and updates are asked", async () => {
    await using world = await createSandbox({ ".codex/config.toml": "", ".gemini/x": "" });
    const { exitCode, shown, unasked } = await answer(world, [
      [AGENTS, ENTER],
      [SCOPE, ENTER],
      [UPDATES, DOWN, ENTER],
    ]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect(shown).toContain("found on this machine");
    expect(agentsIn(world)).toEqual(["codex", "gemini"]);
    expect(readFileSync(join(world.home, ".symposium/config.toml"), "utf8")).toContain('auto-update = "warn"');
    expect(treeOf(world.home)).toHaveProperty([".codex/hooks.json"]);
  });

  test("configured agents are chosen already, those only found are not, and one more is added", async () => {
    await using world = await createSandbox({ ".codex/x": "", ".symposium/config.toml": '[[agent]]\nname = "kiro"\n' });
    await answer(world, [
      [AGENTS, SPACE, ENTER],
      [SCOPE, ENTER],
      [UPDATES, ENTER],
    ]);
    expect(agentsIn(world)).toEqual(["kiro", "claude"]);
  });

  test.each([[AGENTS], [SCOPE], [UPDATES]])("ctrl-c at %j changes nothing", async (last) => {
    await using world = await createSandbox({ ".codex/x": "" });
    const before = treeOf(world.home);
    const questions = [AGENTS, SCOPE, UPDATES] as const;
    const steps = questions
      .slice(0, questions.indexOf(last as never) + 1)
      .map((question) => [question, question === last ? CTRL_C : ENTER] as const);
    const { exitCode, stderr } = await answer(world, steps);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "nothing was changed\n" });
    expect(Object.keys(treeOf(world.home)).filter((path) => !path.startsWith(".symposium/"))).toEqual(Object.keys(before));
    expect(treeOf(world.home)).not.toHaveProperty([".symposium/config.toml"]);
  });

  test("per project: whether to register in this one now is asked, and no means later", async () => {
    await using world = await createSandbox({ ".codex/x": "" });
    const steps = [
      [AGENTS, ENTER],
      [SCOPE, DOWN, ENTER],
      [UPDATES, ENTER],
    ] as const;
    const no = await answer(world, [...steps, [PROJECT, "n"]], world.project);
    expect(no.stderr).toContain("run `symposium sync` in each");
    expect(treeOf(world.project)).not.toHaveProperty([".codex/hooks.json"]);
    await answer(
      world,
      [
        [AGENTS, ENTER],
        [SCOPE, ENTER],
        [UPDATES, ENTER],
        [PROJECT, ENTER],
      ],
      world.project,
    );
    expect(treeOf(world.project)).toHaveProperty([".codex/hooks.json"]);
  });
});

const HAS_SCRIPT = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

/** Skipped where util-linux is not installed. */
test.skipIf(!HAS_SCRIPT)("RG-18 the built command asks on a real terminal", async () => {
  await using world = await createSandbox({ ".codex/x": "" });
  const line = `stty cols 120 rows 50; '${process.execPath}' '${join(world.dist, "symposium.js")}' init`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd: world.home,
    env: { HOME: world.home, PATH: "/usr/bin:/bin", TERM: "xterm" },
  });
  const questions = [AGENTS, SCOPE, UPDATES];
  let shown = "";
  child.stdout.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString());
    if (questions[0] === undefined || !shown.includes(questions[0])) return;
    questions.shift();
    setTimeout(() => child.stdin.write(ENTER), 50);
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(questions, shown).toEqual([]);
  expect(treeOf(world.home)).toHaveProperty([".codex/hooks.json"]);
});
