/**
 * The texts for `cmd` and PowerShell mean what the POSIX one means (RG-21). They are judged by hand-written readers, and by a real PowerShell
 * where there is one.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { commandTexts, type TextOrder } from "../../src/agents/registered-text.ts";
import { judgeCmd, type WindowsMachine } from "../support/cmd-judge.ts";
import { judgePowershell } from "../support/powershell-judge.ts";

const ORDER: TextOrder = { agent: "kiro", event: "preToolUse", scope: "user", denies: "json" };
const HOME = "C:\\Users\\me";
const OURS = `${HOME}\\.symposium`;
const EXE = `${OURS}\\bin\\symposium-hook.exe`;
const CMD = `${OURS}\\bin\\symposium-hook.cmd`;
const here = (files: readonly string[], more: Partial<WindowsMachine> = {}): WindowsMachine => ({
  env: { USERPROFILE: HOME },
  files,
  ...more,
});

describe.each([
  ["cmd", judgeCmd, (order: TextOrder) => commandTexts(order).cmd],
  ["powershell", judgePowershell, (order: TextOrder) => commandTexts(order).powershell],
  ["powershell where there is no Git Bash", judgePowershell, (order: TextOrder) => commandTexts(order).posixOrPowershell],
] as const)("RG-21 %s", (_, judge, textOf) => {
  const run = (machine: WindowsMachine, order = ORDER) => judge(textOf(order), machine);

  test("runs the program, or the launcher where there is none, and never both", () => {
    expect(run(here([EXE, CMD])).started).toEqual([`${EXE} kiro preToolUse`]);
    expect(run(here([CMD])).started).toEqual([`${CMD} kiro preToolUse`]);
    expect(run(here([EXE]))).toMatchObject({ exit: 0 });
  });

  test("ends without starting anything when the event is idle or the program is missing", () => {
    expect(run(here([EXE, `${OURS}\\idle\\kiro.preToolUse`]))).toMatchObject({ exit: 0, started: [] });
    expect(run(here([CMD, `${OURS}\\idle\\kiro.preToolUse`]))).toMatchObject({ exit: 0, started: [] });
    expect(run(here([EXE, `${OURS}\\idle\\kiro.stop`])).started).toHaveLength(1);
    expect(run(here([]))).toMatchObject({ exit: 0, started: [] });
  });

  test("the project's text ends where the user's registration answers", () => {
    const project: TextOrder = { ...ORDER, scope: "project" };
    const machine = here([EXE, `${OURS}\\global\\kiro`]);
    expect(run(machine, project)).toMatchObject({ exit: 0, started: [] });
    expect(run(machine).started).toHaveLength(1);
    expect(run(machine, { ...project, projectWins: true }).started).toHaveLength(1);
    expect(run(here([EXE, `${OURS}\\global\\goose`]), project).started).toHaveLength(1);
  });

  test("RT-36 SYMPOSIUM_HOME has no part in it; a moved directory is named, for the user alone", () => {
    const evil = "D:\\evil\\bin\\symposium-hook.exe";
    const env = { USERPROFILE: HOME, SYMPOSIUM_HOME: "D:\\evil" };
    expect(run({ env, files: [EXE, evil] }).started).toEqual([`${EXE} kiro preToolUse`]);
    expect(run({ env, files: [evil] })).toMatchObject({ exit: 0, started: [] });
    const moved: TextOrder = { ...ORDER, place: "D:\\moved" };
    const there = "D:\\moved\\bin\\symposium-hook.exe";
    expect(run({ env, files: [EXE, there] }, moved).started).toEqual([`${there} kiro preToolUse`]);
    expect(run({ env, files: [there, "D:\\moved\\idle\\kiro.preToolUse"] }, moved).started).toEqual([]);
    expect(run({ env, files: [EXE, there] }, { ...moved, scope: "project" }).started).toEqual([`${EXE} kiro preToolUse`]);
  });

  test("RG-2 without a home nothing of the current folder or drive is started", () => {
    const files = ["%USERPROFILE%\\.symposium\\bin\\symposium-hook.exe", "\\.symposium\\bin\\symposium-hook.exe"];
    expect(run({ env: {}, files })).toMatchObject({ exit: 0, started: [] });
  });

  test.each([0, 1, 2, 3, 9009, -1_073_741_819])("exit code %i of the program", (ends) => {
    expect(run(here([EXE], { ends })).exit).toBe(0);
    expect(run(here([EXE], { ends }), { ...ORDER, denies: "exit-code" }).exit).toBe(ends === 2 ? 2 : 0);
  });

  test("nothing blocks when nothing was started", () => {
    expect(run(here([], { ends: 2 }), { ...ORDER, denies: "exit-code" })).toMatchObject({ exit: 0, started: [] });
  });
});

test("RG-21 PowerShell leaves stdin alone, which it reads itself where a text has its variable for it", () => {
  expect(commandTexts(ORDER).powershell).not.toMatch(/\$input/iu);
});

test("RG-2 PowerShell finds a moved directory whatever is in its name", () => {
  for (const name of ["it's", "a $b", "${x}", "typo\u2019graphic", "\u201Aquotes\u2018"]) {
    const machine = { env: {}, files: [`D:\\${name}\\bin\\symposium-hook.exe`] };
    expect(judgePowershell(commandTexts({ ...ORDER, place: `D:\\${name}` }).powershell, machine).started).toEqual([
      `D:\\${name}\\bin\\symposium-hook.exe kiro preToolUse`,
    ]);
  }
});

test("RG-21 PowerShell finds a home with a space and a quote in its path", () => {
  const home = "C:\\Users\\Jo O'Do";
  const machine = { env: { USERPROFILE: home }, files: [`${home}\\.symposium\\bin\\symposium-hook.exe`] };
  expect(judgePowershell(commandTexts(ORDER).powershell, machine).started).toEqual([
    `${home}\\.symposium\\bin\\symposium-hook.exe kiro preToolUse`,
  ]);
});

describe("the judges notice what they are there for", () => {
  test.each([
    ["the idle test", /if not exist \S+idle\S+ /gu, "", /!\(Test-Path -LiteralPath \(\$h\+'\\idle[^)]*\)\)/u, "!$nothing"],
    ["the end", /exit 0$/u, "exit 5", /exit 0$/u, "exit 5"],
  ])("%s", (_, inCmd, cmdInstead, inPowershell, powershellInstead) => {
    const { cmd, powershell } = commandTexts(ORDER);
    const machine = here([EXE, `${OURS}\\idle\\kiro.preToolUse`]);
    const whole = { exit: 0, started: [] };
    expect(judgeCmd(cmd.replaceAll(new RegExp(inCmd, "gu"), cmdInstead), machine)).not.toMatchObject(whole);
    expect(judgePowershell(powershell.replace(inPowershell, powershellInstead), machine)).not.toMatchObject(whole);
  });

  test("a comment that hides less", () => {
    const { posixOrPowershell } = commandTexts(ORDER);
    for (const other of [
      posixOrPowershell.replace("#> ", ""),
      posixOrPowershell.replace("`# <#", "`# <"),
      posixOrPowershell.replace("<#`", "<#`#>"),
    ])
      expect(() => judgePowershell(other, here([EXE]))).toThrow("no ");
  });

  test("what they do not know is an error", () => {
    expect(() => judgeCmd("if exists x y", here([]))).toThrow("no condition");
    expect(() => judgePowershell("Write-Host hello", here([]))).toThrow("at: Write-Host");
  });
});

const PWSH = ["pwsh", "powershell"].find((name) => spawnSync(name, ["-NoProfile", "-Command", "exit 7"]).status === 7);

describe.skipIf(PWSH === undefined)("RG-21 a real PowerShell", { timeout: 60_000 }, () => {
  let root = "";
  beforeAll(() => void (root = mkdtempSync(join(tmpdir(), "symposium-pwsh-"))));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each(["run", "idle", "missing"])("%s", (which) => {
    const ours = join(root, which);
    const put = (path: string, text: string) => {
      // Elsewhere than on Windows the backslashes of the text are part of a name.
      const file = process.platform === "win32" ? join(ours, ".symposium", path) : `${ours}\\.symposium\\${path.replaceAll("/", "\\")}`;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: 0o755 });
    };
    if (which !== "missing") put("bin/symposium-hook.exe", '#!/bin/sh\necho "$@"\ncat\nexit 2\n');
    if (which === "idle") put("idle/kiro.preToolUse", "");
    const { powershell } = commandTexts({ ...ORDER, denies: "exit-code" });
    const { status, stdout } = spawnSync(PWSH ?? "", ["-NoProfile", "-NonInteractive", "-Command", powershell], {
      env: { ...process.env, USERPROFILE: ours },
      input: '{"a":"ä"}\n',
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual(which === "run" ? { status: 2, stdout: 'kiro preToolUse\n{"a":"ä"}\n' } : { status: 0, stdout: "" });
  });
});
