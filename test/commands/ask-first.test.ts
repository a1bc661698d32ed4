import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { agreeToInstall } from "../support/agree-to-install.ts";
import { treeOf } from "../setup/faults/tree.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { household, type Household } from "./command-line.ts";

const [YES, NO, ENTER, CTRL_C] = ["y", "n", "\r", "\u0003"];

/** Presses the key as soon as anything is asked. */
async function answer({ context, project: cwd }: Household, args: readonly string[], key: string | undefined) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 50 });
  let asked = "";
  output.on("data", (bytes: Buffer) => {
    if (asked === "" && key !== undefined) setTimeout(() => input.write(key), 15);
    asked += stripVTControlCharacters(bytes.toString());
  });
  const ran = await runInProcess({ args, context: { ...context, cwd, env: {} }, terminal: { input, output } });
  return { ...ran, asked };
}

const CONFIG = '[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n[plugins]\nuse = ["sleeper"]\n';
const MANIFEST = (command: string) =>
  JSON.stringify({
    spec: "hooks/1.0",
    hooks: [{ name: "g", event: "before_tool_execute", matcher: "shell", handler: { type: "command", command, env: { A: "1" } } }],
  });

async function house(): Promise<Household> {
  const there = await household({
    home: { ".symposium": { "config.toml": CONFIG, plugins: { sleeper: { "SYMPOSIUM.toml": 'name = "sleeper"\n' } } } },
    project: { "hooks.json": MANIFEST("one"), "team.json": MANIFEST("two --flag") },
  });
  expect(await agreeToInstall(there.run, ["hooks.json"])).toMatchObject({ exitCode: 0 });
  return there;
}

const DISARMING = [["uninstall"], ["hooks", "remove"], ["use", "sleeper", "--remove", "--global"]];

describe("PL-27 what takes a guard away", { timeout: 120_000 }, () => {
  test.each(DISARMING)("`%s %s` asks at a terminal, and no changes nothing", async (...args) => {
    await using there = await house();
    const before = treeOf(there.home);
    for (const key of [NO, ENTER, CTRL_C]) {
      const { exitCode, asked, stderr } = await answer(there, args, key);
      expect({ exitCode, stderr }).toEqual({ exitCode: key === CTRL_C ? 130 : 1, stderr: expect.stringContaining("nothing was changed") });
      expect(asked).toContain("?");
    }
    expect(treeOf(there.home)).toEqual(before);
    expect(await answer(there, args, YES)).toMatchObject({ exitCode: 0 });
    expect(treeOf(there.home)).not.toEqual(before);
  });

  test.each(DISARMING)("`%s %s` asks nothing with --yes, in a dry run, and without a terminal", async (...args) => {
    await using there = await house();
    if (args[0] !== "use") expect(await answer(there, [...args, "--dry-run"], undefined)).toMatchObject({ exitCode: 0, asked: "" });
    expect(await answer(there, [...args, "--yes"], undefined)).toMatchObject({ exitCode: 0, asked: "" });
    await using other = await house();
    expect(await other.run(args)).toMatchObject({ exitCode: 0 });
  });

  test("`trust revoke` asks", async () => {
    await using there = await house();
    expect(await answer(there, ["trust", "revoke", "own"], NO)).toMatchObject({ exitCode: 1, asked: expect.stringContaining("own") });
  });
});

describe("PL-27 hooks install", { timeout: 120_000 }, () => {
  const INSTALL = ["hooks", "install", "team.json"];

  test("shows each command, variable, file and the scope, and asks", async () => {
    await using there = await house();
    const before = treeOf(there.home);
    const no = await answer(there, INSTALL, ENTER);
    expect(no.exitCode).toBe(1);
    for (const part of [
      "in every project",
      "hook g",
      "before_tool_execute, tools shell",
      "two --flag",
      "A=1",
      ".claude/settings.json",
      "digest  ",
    ])
      expect(`${no.stdout}${no.stderr}`).toContain(part);
    expect(treeOf(there.home)).toEqual(before);
    expect(await answer(there, INSTALL, YES)).toMatchObject({ exitCode: 0 });
    expect(there.read("home/.claude/settings.json")).toContain("two --flag");
    // There is nothing left to agree to.
    expect(await answer(there, INSTALL, undefined)).toMatchObject({ exitCode: 0, asked: "" });
  });

  test("without a terminal it needs the digest of exactly this", async () => {
    await using there = await house();
    const before = treeOf(there.home + "/.claude");
    expect(await there.run(INSTALL)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--digest") });
    const { stdout } = await there.run([...INSTALL, "--dry-run"]);
    const [, digest = ""] = /^digest {2}(\w+)$/m.exec(stdout) ?? [];
    for (const args of [["--to", "codex"], ["--hook-scope", "project"], ["--no-shim"]])
      expect(await there.run([...INSTALL, ...args, "--digest", digest])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("another digest"),
      });
    expect(treeOf(there.home + "/.claude")).toEqual(before);
    expect(await there.run([...INSTALL, "--digest", `sha256:${digest}`])).toMatchObject({ exitCode: 0 });
  });
});
