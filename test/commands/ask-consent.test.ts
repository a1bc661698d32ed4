import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { cargoFiles, pack } from "../support/cargo-workspace.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";

const [ENTER, DOWN, CTRL_C, ESC] = ["\r", "\u001B[B", "\u0003", "\u001B"];
const QUESTION = "May house-rules run this?";
const [LATER, YES, NO] = [[ENTER], [DOWN, ENTER], [DOWN, DOWN, ENTER]] as const;

const MANIFEST = `name = "house-rules"
files = ["scripts/lib/**"]

[[hooks]]
name = "guard"
event = "PreToolUse"
matcher = "Bash"
on-failure = "closed"
command = { script = "scripts/guard.sh", args = ["--strict"] }
`;

const PROJECT: FileTree = {
  "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
  "Cargo.lock": "version = 4\n",
  "SYMPOSIUM.toml": MANIFEST,
  "scripts/guard.sh": "#!/bin/sh\nexit 0\n",
};

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

function sandboxWith(project: FileTree = {}): Promise<Sandbox> {
  const files = Object.entries({ ...PROJECT, ...project }).map(([path, text]) => [`work/${path}`, text]);
  return createSandbox({ ".symposium/config.toml": CONFIG, ".claude/x": "", ...Object.fromEntries(files) });
}

type Step = readonly [question: string, keys: readonly string[], before?: () => unknown];

/** Presses keys as soon as the question they answer is asked. */
async function at(sandbox: Sandbox, args: readonly string[], steps: readonly Step[] = []) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 50 });
  let shown = "";
  const left = [...steps];
  output.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString());
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    shown = "";
    const press = async ([key, ...rest]: readonly string[]) => {
      if (key === undefined) return;
      if (rest.length === 0) await next[2]?.();
      input.write(key);
      setTimeout(press, 15, rest);
    };
    setTimeout(press, 15, next[1]);
  });
  const ran = await sandbox.run(args, { terminal: { input, output }, cwd: sandbox.project });
  return { ...ran, unasked: left.map(([question]) => question) };
}

const stateOf = async (sandbox: Sandbox) => {
  const { stdout } = await sandbox.run(["trust", "list", "--json"], { cwd: sandbox.project });
  return (JSON.parse(stdout) as { answer: { plugins: { state: string }[] } }).answer.plugins.map(({ state }) => state);
};

const recordOf = ({ home }: Sandbox) => join(home, ".symposium/consent.json");

describe("PL-17 sync at a terminal", () => {
  test("shows what would run in full, and later records nothing", async () => {
    await using sandbox = await sandboxWith();
    const { exitCode, stdout, unasked } = await at(sandbox, ["sync"], [[QUESTION, LATER]]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect(stdout).toContain("hook guard  PreToolUse, tools Bash, denies if it fails");
    expect(stdout).toContain("scripts/guard.sh --strict");
    expect(existsSync(recordOf(sandbox))).toBe(false);
    expect(await stateOf(sandbox)).toEqual(["waiting"]);
  });

  test("yes is recorded with the digest, date and place; the next sync asks nothing", async () => {
    await using sandbox = await sandboxWith();
    const { stderr } = await at(sandbox, ["sync"], [[QUESTION, YES]]);
    expect(stderr).toContain("`house-rules` may run now\n");
    expect(await stateOf(sandbox)).toEqual(["accepted"]);
    const [record] = (JSON.parse(readFileSync(recordOf(sandbox), "utf8")) as { records: object[] }).records;
    expect(record).toMatchObject({
      subject: "repository:.",
      scope: "workspace",
      workspace: sandbox.project,
      date: "2026-11-15T12:00:00.000Z",
    });
    expect((await at(sandbox, ["sync"])).exitCode).toBe(0);
  });

  test("no is remembered until the bytes change, or `trust ask` asks again", async () => {
    await using sandbox = await sandboxWith();
    await at(sandbox, ["sync"], [[QUESTION, NO]]);
    expect(await stateOf(sandbox)).toEqual(["declined"]);
    expect((await at(sandbox, ["sync"])).stdout).not.toContain("house-rules");
    expect(await at(sandbox, ["trust", "ask"], [[QUESTION, LATER]])).toMatchObject({ exitCode: 0, unasked: [] });
    expect(await stateOf(sandbox)).toEqual(["waiting"]);
    await at(sandbox, ["sync"], [[QUESTION, NO]]);
    appendFileSync(join(sandbox.project, "scripts/guard.sh"), "# more\n");
    expect(await at(sandbox, ["sync"], [[QUESTION, LATER]])).toMatchObject({ unasked: [] });
  });

  test.each([
    ["Ctrl-C", CTRL_C],
    ["Esc", ESC],
  ])("%s exits 130, and nothing is recorded", async (_, key) => {
    await using sandbox = await sandboxWith();
    const { exitCode, stderr } = await at(sandbox, ["sync"], [[QUESTION, [DOWN, key]]]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: expect.stringContaining("nothing was recorded\n") });
    expect(existsSync(recordOf(sandbox))).toBe(false);
  });

  test("after a change the difference is shown, and the old bytes do not run either", async () => {
    await using sandbox = await sandboxWith();
    await at(sandbox, ["sync"], [[QUESTION, YES]]);
    appendFileSync(join(sandbox.project, "scripts/guard.sh"), "curl evil\n");
    expect(await stateOf(sandbox)).toEqual(["changed"]);
    const { stdout } = await at(sandbox, ["sync"], [[QUESTION, YES]]);
    expect(stdout).toContain("changed  scripts/guard.sh");
    expect(stdout).toContain("+curl evil");
    expect(await stateOf(sandbox)).toEqual(["accepted"]);
  });

  test("forty files are summarised until all are wanted; -v shows them at once", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`scripts/lib/file-${at}.txt`, ""]));
    await using sandbox = await sandboxWith(files);
    const { stdout } = await at(
      sandbox,
      ["sync"],
      [
        [QUESTION, [DOWN, DOWN, DOWN, ENTER]],
        [QUESTION, LATER],
      ],
    );
    const [short = "", long = ""] = stdout.split("bound to  42 files").slice(1);
    expect(short).toContain("and 32 more");
    expect(long).toContain("scripts/lib/file-39.txt");
    expect((await at(sandbox, ["sync", "-v"], [[QUESTION, LATER]])).stdout).toContain("scripts/lib/file-39.txt");
  });

  test("escape sequences and line breaks in a command are shown, not obeyed", async () => {
    const hostile = MANIFEST.replace('"--strict"', String.raw`"a\u001b[2Jb\nstate     accepted\u202e"`);
    await using sandbox = await sandboxWith({ "SYMPOSIUM.toml": hostile });
    const { stdout } = await at(sandbox, ["sync"], [[QUESTION, LATER]]);
    for (const obeyed of ["\u001b[2J", "\u202e", "\nstate     accepted"]) expect(stdout).not.toContain(obeyed);
    expect(stdout).toContain(String.raw`a\x1b[2Jb\nstate     accepted\u202e`);
  });

  test("bytes that change between question and answer are not accepted", async () => {
    await using sandbox = await sandboxWith();
    const swap = () => appendFileSync(join(sandbox.project, "scripts/guard.sh"), "curl evil\n");
    const { exitCode, stderr } = await at(sandbox, ["sync"], [[QUESTION, YES, swap]]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("are not those of this digest") });
    expect(await stateOf(sandbox)).toEqual(["waiting"]);
  });

  test("of two terminals the second sees the first's answer", async () => {
    await using sandbox = await sandboxWith();
    const second = await at(sandbox, ["sync"], [[QUESTION, YES, () => at(sandbox, ["sync"], [[QUESTION, NO]])]]);
    expect(second.stderr).toContain("was decided elsewhere");
    expect(await stateOf(sandbox)).toEqual(["declined"]);
  });
});

describe("PL-17 a package's code", () => {
  const CRATE = "home/.cargo/registry/src/registry.example-0123456789abcdef/widget-1.0.0";
  const ASKS = "May widget run this?";

  async function withCrate() {
    const sandbox = await sandboxWith(cargoFiles(["widget"]));
    sandbox.remove("home/work/SYMPOSIUM.toml");
    const hook = 'name = "widget"\n\n[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = { script = "check.sh" }\n';
    sandbox.write(`${CRATE}/Cargo.toml`, pack("widget", "", "1.0.0"));
    sandbox.write(`${CRATE}/SYMPOSIUM.toml`, hook);
    sandbox.write(`${CRATE}/check.sh`, "#!/bin/sh\n");
    return sandbox;
  }

  test("`use` asks about it; another file of the folder that changes asks again", async () => {
    await using sandbox = await withCrate();
    const { exitCode, stdout, stderr, unasked } = await at(sandbox, ["use", "widget"], [[ASKS, YES]]);
    expect({ exitCode, unasked, stderr }).toEqual({ exitCode: 0, unasked: [], stderr: expect.stringContaining("`widget` may run now") });
    expect(stdout).toContain("widget 1.0.0  cargo:widget");
    expect(await stateOf(sandbox)).toEqual(["accepted"]);
    sandbox.write(`${CRATE}/other.txt`, "");
    expect(await stateOf(sandbox)).toEqual(["changed"]);
    const { stdout: again } = await at(sandbox, ["sync"], [[ASKS, LATER]]);
    expect(again).toContain("added    other.txt");
  });

  test("without a terminal `use` prints the command that decides", async () => {
    await using sandbox = await withCrate();
    const { stderr } = await sandbox.run(["use", "widget"], { cwd: sandbox.project });
    expect(stderr).toContain("`widget` waits for your consent to run code: `symposium trust accept widget`");
    expect(existsSync(recordOf(sandbox))).toBe(false);
  });
});

describe("PL-27 sync without a person", () => {
  test("prints one line with the command, and records nothing", async () => {
    await using sandbox = await sandboxWith();
    const { exitCode, stderr } = await sandbox.run(["sync"], { cwd: sandbox.project });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining("warning: `house-rules` waits for your consent to run code: `symposium trust accept house-rules`\n"),
    });
    expect(existsSync(recordOf(sandbox))).toBe(false);
  });

  test("an agent's terminal is not asked", async () => {
    await using sandbox = await sandboxWith();
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const { exitCode, stderr } = await sandbox.run(["sync"], { cwd: sandbox.project, terminal, env: { CLAUDECODE: "1" } });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining("waits for your consent") });
    for (const args of [["accept", "house-rules"], ["ask"], ["revoke", "house-rules"]])
      expect(await sandbox.run(["trust", ...args], { cwd: sandbox.project, terminal, env: { CLAUDECODE: "1" } })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("only you can decide what runs"),
      });
    expect(existsSync(recordOf(sandbox))).toBe(false);
  });

  test("--check fails while a decision waits, and changes nothing", async () => {
    await using sandbox = await sandboxWith();
    const check = () => sandbox.run(["sync", "--check"], { cwd: sandbox.project });
    expect(await check()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("1 plugin waits for your consent") });
    expect(existsSync(join(sandbox.home, ".claude/settings.json"))).toBe(false);
    await at(sandbox, ["trust", "accept", "house-rules"], [[QUESTION, YES]]);
    expect(await check()).toMatchObject({ exitCode: 0, stdout: "no plugin waits for your consent\n" });
    appendFileSync(join(sandbox.project, "scripts/guard.sh"), "x");
    expect(await check()).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("hook `guard` changed since you accepted it (scripts/guard.sh)"),
    });
  });
});

describe("IX-14 PL-17 hooks import at a terminal", () => {
  const settings = (command: string) => JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
  const IMPORT = "May claude-code-hooks run this?";
  const importing = () => sandboxWith({ "SYMPOSIUM.toml": "", ".claude/settings.json": settings("scripts/guard.sh") });
  const importsOf = ({ home }: Sandbox) => {
    const { records } = JSON.parse(readFileSync(join(home, ".symposium/imports.json"), "utf8")) as { records: object[] };
    return records.length;
  };

  test("asks once and shows every command; sync asks again with the difference after a change", async () => {
    await using sandbox = await importing();
    const { exitCode, stdout, unasked } = await at(sandbox, ["hooks", "import"], [[IMPORT, YES]]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect(stdout).toContain("scripts/guard.sh");
    expect(await stateOf(sandbox)).toEqual(["accepted"]);
    expect(await at(sandbox, ["sync"])).toMatchObject({ exitCode: 0 });
    writeFileSync(join(sandbox.project, ".claude/settings.json"), settings("scripts/guard.sh --lax"));
    const again = await at(sandbox, ["sync"], [[IMPORT, YES]]);
    expect(again.unasked).toEqual([]);
    expect(again.stdout).toMatch(/changed\n[^]*scripts\/guard\.sh --lax\n\s+before\n\s+scripts\/guard\.sh\n/);
    expect(await stateOf(sandbox)).toEqual(["accepted"]);
  });

  test("no undoes it, and leaves an earlier import as it was", async () => {
    await using sandbox = await importing();
    expect((await at(sandbox, ["hooks", "import"], [[IMPORT, NO]])).stdout).toContain("nothing was imported");
    expect(importsOf(sandbox)).toBe(0);
    await at(sandbox, ["hooks", "import"], [[IMPORT, YES]]);
    writeFileSync(join(sandbox.project, ".claude/settings.json"), settings("true"));
    await at(sandbox, ["hooks", "import"], [[IMPORT, NO]]);
    expect(importsOf(sandbox)).toBe(1);
    expect(await stateOf(sandbox)).toEqual(["declined"]);
  });
});
