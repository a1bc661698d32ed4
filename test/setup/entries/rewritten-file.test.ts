/** `~/.claude.json`, which Claude Code rewrites while it runs: no update of either side is lost. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { household } from "../../commands/command-line.ts";
import { largeClaudeFile } from "./server-files.ts";

const AGENT = join(import.meta.dirname, "rewriting-agent.mjs");
const CONFIG = { ".symposium": { "config.toml": '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n' } };

/** An agent at work on the file; `end` gives the number of its updates. */
async function agentAt(file: string): Promise<{ readonly end: () => Promise<number> }> {
  const child = spawn(process.execPath, [AGENT, file, "locking"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child.stdout, "data");
  return {
    end: async () => {
      child.kill("SIGTERM");
      await once(child, "close");
      return Number(said.trim().split("\n").at(-1));
    },
  };
}

const serversIn = (file: string) => Object.keys((JSON.parse(readFileSync(file, "utf8")) as { mcpServers?: object }).mcpServers ?? {});

test("MC-3 while the agent rewrites 1 MB constantly, its updates and our servers all arrive", { timeout: 300_000 }, async () => {
  await using house = await household({ home: CONFIG });
  const file = join(house.home, ".claude.json");
  writeFileSync(file, largeClaudeFile());
  const before = JSON.parse(readFileSync(file, "utf8")) as { numStartups: number };
  const agent = await agentAt(file);
  const rounds: (readonly string[])[] = [];
  for (let round = 0; round < 3; round++) {
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    rounds.push(serversIn(file));
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    rounds.push(serversIn(file));
  }
  const updates = await agent.end();
  expect(rounds).toEqual(Array.from({ length: 3 }, () => [["context", "symposium"], ["context"]]).flat());
  expect(updates).toBeGreaterThan(10);
  const after = JSON.parse(readFileSync(file, "utf8")) as { numStartups: number };
  expect(after).toEqual({ ...before, numStartups: before.numStartups + updates });
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("MC-3 a lock that the agent left behind is removed, and one in use is waited for", { timeout: 60_000 }, async () => {
  await using house = await household({ home: CONFIG });
  const file = join(house.home, ".claude.json");
  writeFileSync(file, "{}\n");
  mkdirSync(`${file}.lock`);
  const long = Date.now() / 1000 - 60;
  utimesSync(`${file}.lock`, long, long);
  expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
  expect(serversIn(file)).toEqual(["symposium"]);
  expect(existsSync(`${file}.lock`)).toBe(false);
});
