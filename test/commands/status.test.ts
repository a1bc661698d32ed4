import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { putBack, type Tree, treeOf } from "../setup/faults/tree.ts";

let sandbox: Sandbox;
let empty: Tree;
beforeAll(async () => {
  sandbox = await createSandbox({ "plain/notes.txt": "mine\n" });
  empty = treeOf(sandbox.home);
});
beforeEach(() => putBack(sandbox.home, empty));
afterAll(() => sandbox[Symbol.asyncDispose]());

describe("status", () => {
  test("as written, changed by hand, gone, the program missing, not registered", async () => {
    await sandbox.run(["init", "--add-agent", "claude", "--add-agent", "codex", "--add-agent", "goose"]);
    const good = await sandbox.run(["status"]);
    expect(good.exitCode).toBe(0);
    expect(good.stdout).toMatch(/^working: Claude Code, Codex CLI and goose call Symposium\n/);
    expect(good.stdout).toMatch(/^ {2}Claude Code {2}needs approval {2}~\/\.claude\/settings\.json\n {4}not active until [^;\n]+$/m);
    expect(good.stdout).toMatch(/^ {2}goose {8}ready {11}~\//m);
    expect((await sandbox.run(["status", "-v"])).stdout).toMatch(
      /~\/\.claude\/settings\.json +for you, 13 entries\n {4}not active until .*;/,
    );
    const file = join(sandbox.home, ".claude/settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"timeout": 5\n', '"timeout": 6\n'));
    rmSync(join(sandbox.home, ".codex/hooks.json"));
    rmSync(join(sandbox.home, ".symposium/bin/symposium-hook"));
    appendFileSync(join(sandbox.home, ".symposium/config.toml"), '\n[[agent]]\nname = "kiro"\n');
    const { stdout, exitCode } = await sandbox.run(["status"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^not working: hooks do not run on Claude Code, Codex CLI, goose and Kiro\n/);
    expect(stdout).toMatch(/\n {2}the program that agents call, ~\/\.symposium\/bin\/symposium-hook, is missing\n/);
    expect(stdout).toMatch(/^ {2}Claude Code +changed by hand +~\/\.claude\/settings\.json$/m);
    expect(stdout).toMatch(/^ {2}Codex CLI +file is gone +~\/\.codex\/hooks\.json$/m);
    expect(stdout).toMatch(/^ {2}Kiro +not registered$/m);
    expect(stdout).toMatch(/\nnext: run `symposium sync` to place it again\n$/);
    expect(await sandbox.run(["status", "-q"])).toMatchObject({ exitCode: 1, stdout: "", stderr: "" });
    const { answer } = JSON.parse((await sandbox.run(["status", "--json"])).stdout) as { answer: { registrations: { state: string }[] } };
    expect(answer).toMatchObject({ scope: "global", program: { isThere: false }, unregistered: ["kiro"] });
    expect(answer.registrations.map(({ state }) => state)).toEqual(["changed", "missing", "as written"]);
  });

  test("files that call us and were not written from here", async () => {
    await sandbox.run(["init", "--add-agent", "claude"]);
    rmSync(join(sandbox.home, ".symposium/ledger.json"));
    const line = "  Claude Code  not recorded    ~/.claude/settings.json  calls Symposium; the record of it is gone\n";
    expect((await sandbox.run(["status"])).stdout).toContain(line);
  });
});
