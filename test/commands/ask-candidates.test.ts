import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { lockOf, pack } from "../support/cargo-workspace.ts";
import { skillText } from "../support/plugin.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";

const [ENTER, DOWN, CTRL_C] = ["\r", "\u001B[B", "\u0003"];
const QUESTION = "Use the plugin of dependency widget 1.2.3?";

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

function sandboxWith(config = CONFIG): Promise<Sandbox> {
  return createSandbox({
    ".symposium/config.toml": config,
    ".claude/x": "",
    "work/Cargo.toml": pack("app", '[dependencies]\nwidget = { path = "widget" }\n'),
    "work/Cargo.lock": lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", []]),
    "work/widget/Cargo.toml": pack("widget", "", "1.2.3"),
    "work/widget/skills/spin/SKILL.md": skillText("spin"),
  });
}

/** Runs `sync`, and presses keys as soon as the question is asked. */
async function syncAnd(sandbox: Sandbox, keys: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 50 });
  let [shown, isAsked] = ["", false];
  output.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString());
    if (isAsked || !shown.includes(QUESTION)) return;
    isAsked = true;
    const press = ([key, ...rest]: readonly string[]) => {
      if (key === undefined) return;
      input.write(key);
      setTimeout(press, 15, rest);
    };
    setTimeout(press, 15, keys);
  });
  const { exitCode } = await sandbox.run(["sync"], { terminal: { input, output }, cwd: sandbox.project, env });
  return { exitCode, isAsked, isInstalled: existsSync(join(sandbox.project, ".claude/skills/spin/SKILL.md")) };
}

const configOf = ({ home }: Sandbox) => readFileSync(join(home, ".symposium/config.toml"), "utf8");

describe("PL-16 a dependency's plugin, at a terminal", () => {
  test("later records nothing, and the next sync asks again", async () => {
    await using sandbox = await sandboxWith();
    expect(await syncAnd(sandbox, [ENTER])).toEqual({ exitCode: 0, isAsked: true, isInstalled: false });
    expect(configOf(sandbox)).toBe(CONFIG);
    expect(await syncAnd(sandbox, [ENTER])).toMatchObject({ isAsked: true });
  });

  test("L13 yes is recorded for this workspace and installs its skills", async () => {
    await using sandbox = await sandboxWith();
    expect(await syncAnd(sandbox, [DOWN, ENTER])).toEqual({ exitCode: 0, isAsked: true, isInstalled: true });
    expect(configOf(sandbox)).toContain(`use = [{ name = "widget", workspace = "${sandbox.project}" }]`);
    expect(await syncAnd(sandbox, [])).toMatchObject({ isAsked: false });
  });

  test("L13 no is recorded, and it is not asked again", async () => {
    await using sandbox = await sandboxWith(`${CONFIG}[plugins]\ndisable = ["other"] # mine\n`);
    expect(await syncAnd(sandbox, [DOWN, DOWN, ENTER])).toEqual({ exitCode: 0, isAsked: true, isInstalled: false });
    expect(configOf(sandbox)).toBe(`${CONFIG}[plugins]\ndisable = ["other", "widget"] # mine\n`);
    expect(await syncAnd(sandbox, [])).toMatchObject({ isAsked: false });
  });

  test("Ctrl-C exits 130 and records nothing", async () => {
    await using sandbox = await sandboxWith();
    expect(await syncAnd(sandbox, [CTRL_C])).toEqual({ exitCode: 130, isAsked: true, isInstalled: false });
    expect(configOf(sandbox)).toBe(CONFIG);
  });

  test("PL-27 an agent at a terminal of its own is not asked", async () => {
    await using sandbox = await sandboxWith();
    expect(await syncAnd(sandbox, [], { CLAUDECODE: "1" })).toMatchObject({ isAsked: false, isInstalled: false });
  });

  test("L12 without a terminal nothing is asked, and `sync` says what to run", async () => {
    await using sandbox = await sandboxWith();
    const { stderr } = await sandbox.run(["sync"], { cwd: sandbox.project });
    expect(stderr).toContain("dependency `widget` brings a plugin that you have not decided on: `symposium use widget`");
    expect(configOf(sandbox)).toBe(CONFIG);
  });

  test("PL-17 one question says what it brings, and a yes lets its code run", async () => {
    await using sandbox = await sandboxWith();
    const manifest = 'name = "widget"\n[[hooks]]\nname = "note"\nevent = "PostToolUse"\ncommand = { script = "note.sh" }\n';
    writeFileSync(join(sandbox.project, "widget/SYMPOSIUM.toml"), manifest);
    writeFileSync(join(sandbox.project, "widget/note.sh"), "exit 0\n");
    expect(await syncAnd(sandbox, [DOWN, ENTER])).toMatchObject({ exitCode: 0, isAsked: true, isInstalled: true });
    const { stdout } = await sandbox.run(["trust", "list"], { cwd: sandbox.project });
    expect(stdout).toMatch(/accepted +widget/);
  });
});
