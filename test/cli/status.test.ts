import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "../sync/faults/sandbox.ts";
import { putBack, type Tree, treeOf } from "../sync/faults/tree.ts";

let world: Sandbox;
let empty: Tree;
beforeAll(async () => {
  world = await createSandbox({ "plain/notes.txt": "mine\n" });
  empty = treeOf(world.home);
});
beforeEach(() => putBack(world.home, empty));
afterAll(() => world[Symbol.asyncDispose]());

describe("status", () => {
  test("as written, changed by hand, gone, the program missing, not registered", async () => {
    await world.run(["init", "--add-agent", "claude", "--add-agent", "codex", "--add-agent", "goose"]);
    expect((await world.run(["status"])).stdout).toMatch(/^Claude Code {2}~\/\.claude\/settings\.json {2}for you: \d+ entries\n/);
    const file = join(world.home, ".claude/settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"timeout": 5\n', '"timeout": 6\n'));
    rmSync(join(world.home, ".codex/hooks.json"));
    rmSync(join(world.home, ".symposium/bin/symposium-hook"));
    appendFileSync(join(world.home, ".symposium/config.toml"), '\n[[agent]]\nname = "kiro"\n');
    const { stdout } = await world.run(["status"]);
    expect(stdout).toMatch(/Claude Code .*: 12 of 13 entries as written; the others were changed or removed by hand\n/);
    expect(stdout).toMatch(/Codex CLI .*: the file is gone; run `symposium sync` to fix it\n/);
    expect(stdout).toMatch(/not registered {2}kiro\n/);
    expect(stdout).toMatch(
      /^not in force {2}the program that agents call, ~\/\.symposium\/bin\/symposium-hook, is missing; run `symposium sync` to place it again\n/,
    );
    const { answer } = JSON.parse((await world.run(["status", "--json"])).stdout) as { answer: { registrations: { state: string }[] } };
    expect(answer).toMatchObject({ scope: "global", program: { isThere: false }, unregistered: ["kiro"] });
    expect(answer.registrations.map(({ state }) => state)).toEqual(["changed", "missing", "as written"]);
  });

  test("files that call us and were not written from here", async () => {
    await world.run(["init", "--add-agent", "claude"]);
    rmSync(join(world.home, ".symposium/ledger.json"));
    const line = "Claude Code  ~/.claude/settings.json  calls us, and was not written from here: our record of it is gone\n";
    expect((await world.run(["status"])).stdout).toContain(line);
  });
});
