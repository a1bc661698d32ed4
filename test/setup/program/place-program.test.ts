/** The native hook program in our own directory: how it gets there, and how it is replaced. */

import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { commandTexts } from "../../../src/agents/registered-text.ts";
import { placeProgram } from "../../../src/setup/program/place-program.ts";
import { planProgram } from "../../../src/setup/program/plan-program.ts";
import { program } from "../../foundation/programs.ts";
import { answering, createPackage, nativeIn, place, run, textOf } from "./program-package.ts";

const NATIVE_FORM = [expect.stringMatching(/^node-[0-9a-f]{16}$/), "symposium-hook", "symposium-hook-node"];

describe("the native program, which is started to see that it works", () => {
  test("RG-1 is linked, asked once and said to be there; the plan had said the same and changed nothing", async () => {
    await using ours = await createPackage(answering("1+a"));
    const plan = await planProgram(ours.wish);
    expect(plan).toMatchObject({ form: "native", change: "create", program: ours.called, from: nativeIn(ours.dist) });
    expect(existsSync(ours.getPath("home"))).toBe(false);
    expect(await placeProgram(plan)).toEqual({ program: ours.called, form: "native", change: "created", how: "hard-link", version: "1+a" });
    expect(statSync(ours.called).ino).toBe(statSync(plan.from).ino);
    expect(readdirSync(ours.bin)).toEqual(NATIVE_FORM);
  });

  test("RG-1 is the one that was built, and answers from our directory", async () => {
    await using ours = await createPackage();
    symlinkSync(join(program("native-hook"), "../.."), join(ours.dist, "native"));
    const placed = await place(ours.wish);
    expect(placed).toMatchObject({ form: "native", version: expect.stringMatching(/^0\.1\.0\+[0-9a-f]{12}$/) });
    expect(statSync(ours.called).isFile()).toBe(true);
    expect(run(ours.called)).toEqual({ status: 0, stdout: `symposium-hook ${placed.version}\n` });
  });

  test("RG-1 is copied where it cannot be linked, and where it may not be run as it lies", async () => {
    await using ours = await createPackage(answering("1+a"));
    const refuses = () => {
      throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
    };
    expect(await place(ours.wish, { link: refuses })).toMatchObject({ change: "created", how: "copy", version: "1+a" });
    ours.native(answering("1+b"), 0o644);
    expect(await place(ours.wish)).toMatchObject({ change: "replaced", how: "copy", version: "1+b" });
    expect(statSync(ours.called).mode & 0o777).toBe(0o755);
    expect(textOf(ours.called)).toBe(answering("1+b"));
  });

  test("RG-1 RG-13 is not touched when the same bytes are there, linked or copied", async () => {
    await using ours = await createPackage(answering("1+a"));
    await place(ours.wish);
    const linked = statSync(ours.called);
    expect(await place(ours.wish)).toEqual({ program: ours.called, form: "native", change: "none", version: "1+a" });
    ours.native(answering("1+a"));
    const folder = statSync(ours.bin).mtimeMs;
    expect(await place(ours.wish)).toMatchObject({ change: "none", version: "1+a" });
    expect(statSync(ours.called)).toMatchObject({ ino: linked.ino, mtimeMs: linked.mtimeMs });
    expect(statSync(ours.bin).mtimeMs).toBe(folder);
    chmodSync(ours.called, 0o644);
    expect(await place(ours.wish)).toMatchObject({ change: "replaced" });
  });

  test("RG-1 is replaced while the old one runs, which runs on", async () => {
    await using ours = await createPackage();
    ours.native(readFileSync(program("native-hook")));
    await place(ours.wish);
    const old = spawn(ours.called, ["claude-code", "PreToolUse"], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { SYMPOSIUM_HOME: ours.getPath("home") },
    });
    const ended = new Promise((resolve) => old.on("exit", resolve));
    ours.native(answering("2+b"));
    expect(await place(ours.wish)).toMatchObject({ change: "replaced", version: "2+b" });
    expect(old.exitCode).toBeNull();
    old.stdin.end("{}");
    expect(await ended).toBe(0);
    expect(run(ours.called).stdout).toBe("symposium-hook 2+b\n");
  });

  test("RG-1 RG-21 steps aside first where a running program cannot be replaced", async () => {
    await using ours = await createPackage(answering("1+a"));
    await place(ours.wish);
    ours.native(answering("2+b"));
    const renames: string[] = [];
    const asOnWindows = (from: string, to: string) => {
      if (existsSync(to)) throw Object.assign(new Error("EPERM"), { code: "EPERM", syscall: "rename" });
      renames.push(to);
      renameSync(from, to);
    };
    expect(await place(ours.wish, { rename: asOnWindows })).toMatchObject({ change: "replaced", version: "2+b" });
    expect(renames).toEqual([expect.stringContaining(".symposium-hook.old."), ours.called]);
    expect(readdirSync(ours.bin)).toEqual(NATIVE_FORM);
    expect(textOf(ours.called)).toBe(answering("2+b"));
  });

  test("RG-1 is not placed where its bytes are not those that were built, and the plan says why", async () => {
    await using ours = await createPackage(answering("1+a"));
    const damaged = new RegExp(`^${nativeIn(ours.dist)} is damaged: .*; install Symposium again$`);
    writeFileSync(nativeIn(ours.dist), answering("1+a", "echo other"));
    expect(await planProgram(ours.wish)).toMatchObject({ form: "node", change: "create", notNative: expect.stringMatching(damaged) });
    expect(await place(ours.wish)).toMatchObject({ form: "node", change: "created", notNative: expect.stringMatching(damaged) });
  });

  test("RG-1 is unpacked where the package has only the archive, and an archive that is cut off is said", async () => {
    await using ours = await createPackage(answering("1+a"));
    rmSync(dirname(nativeIn(ours.dist)), { recursive: true });
    const archive = join(ours.dist, "native/programs.br");
    expect(await planProgram(ours.wish)).toMatchObject({ form: "native", change: "create", from: archive });
    expect(await place(ours.wish)).toMatchObject({ form: "native", change: "created", how: "copy", version: "1+a" });
    expect(statSync(ours.called).mode & 0o777).toBe(0o755);
    expect(await place(ours.wish)).toMatchObject({ change: "none", version: "1+a" });
    writeFileSync(archive, readFileSync(archive).subarray(0, 20));
    expect(await place(ours.wish)).toMatchObject({
      form: "node",
      notNative: expect.stringMatching(/programs\.br cannot be read: .*; install/),
    });
    rmSync(archive);
    expect(await planProgram(ours.wish)).toMatchObject({ form: "node", notNative: expect.stringContaining("ENOENT") });
  });

  test("RG-1 is compared again where it lies, so that nothing else is placed after the plan", async () => {
    await using ours = await createPackage(answering("1+a"));
    const plan = await planProgram(ours.wish);
    writeFileSync(nativeIn(ours.dist), answering("1+a", "echo other"));
    expect(await placeProgram(plan)).toMatchObject({ form: "node", notNative: expect.stringContaining("is damaged") });
    expect(textOf(ours.called)).not.toContain("echo other");
  });

  test("RG-1 RG-21 on Windows launchers are placed, and the native program of earlier versions goes", async () => {
    await using ours = await createPackage();
    const places = { ...ours.wish.places, program: `${ours.called}.cmd` };
    const machine = { os: "windows", arch: "x64", musl: false } as const;
    const ask = async () => ({ version: "1+w" });
    const wish = { ...ours.wish, places, machine, ask, node: "C:\\100%\\node.exe" };
    expect(await place(wish, { ask })).toMatchObject({ form: "node", program: `${ours.called}.cmd`, change: "created" });
    expect(readdirSync(ours.bin)).toEqual([expect.stringMatching(/^node-/), "symposium-hook", "symposium-hook.cmd"]);
    expect(textOf(`${ours.called}.cmd`)).toContain('set "symposium_node=C:\\100%%\\node.exe"\r\n');
    expect(await place(wish, { ask })).toMatchObject({ change: "none" });
    writeFileSync(`${ours.called}.exe`, "MZ");
    expect(await place(wish, { ask })).toMatchObject({ form: "node", program: `${ours.called}.cmd` });
    expect(existsSync(`${ours.called}.exe`)).toBe(false);
  });
});

describe("an upgrade of the program that runs", () => {
  const settingsFor = (place: string) => {
    const command = commandTexts({ agent: "claude-code", event: "PreToolUse", scope: "user", denies: "json", place }).posix;
    return JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
  };

  test.each([
    [
      "from native to native",
      answering("1+a", "echo A $*"),
      answering("2+b", "echo B $*"),
      ["A claude-code PreToolUse\n", "B claude-code PreToolUse\n"],
    ],
    ["from native to Node", answering("1+a", "echo A $*"), "", ["A claude-code PreToolUse\n", ""]],
    ["from Node to native", "", answering("2+b", "echo B $*"), ["", "B claude-code PreToolUse\n"]],
  ])("RG-1 %s reaches what an agent calls, and no file of the agent", async (_, before, after, said) => {
    await using ours = await createPackage(before);
    const settings = ours.getPath("settings.json");
    const asWritten = settingsFor(ours.getPath("home"));
    writeFileSync(settings, asWritten);
    const written = statSync(settings);
    const call = () => {
      const { command } = JSON.parse(textOf(settings)).hooks.PreToolUse[0].hooks[0];
      return run("/bin/sh", ["-c", command], "{}", { HOME: ours.path, SYMPOSIUM_HOME: ours.getPath("home"), PATH: "/usr/bin:/bin" });
    };
    expect(call()).toEqual({ status: 0, stdout: "" });
    expect(await place(ours.wish)).toMatchObject({ change: "created" });
    expect(call()).toEqual({ status: 0, stdout: said[0] });
    ours.native(after);
    expect(await place(ours.wish)).toMatchObject({ change: "replaced" });
    expect(call()).toEqual({ status: 0, stdout: said[1] });
    expect(existsSync(ours.getPath("home/trace"))).toBe(before === "" || after === "");
    expect(statSync(settings)).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
    expect(textOf(settings)).toBe(asWritten);
  });
});
