/** MCP servers of a workspace in project files that `.git/info/exclude` hides from git (MC-4). */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { AGENTS } from "../../../src/agents/list.ts";
import { excludeFile, withLines, withoutLines } from "../../../src/setup/entries/project-files.ts";
import { times } from "../../support/thoroughness.ts";
import { cargoHouse, type House } from "../cargo-house.ts";

const MANIFEST = 'name = "tools"\ncrates = ["serde"]\n[[mcp_servers]]\nname = "db"\ncommand = "b"\n';

function git({ home, project }: Pick<House, "home" | "project">, ...args: string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  const { stdout } = spawnSync("git", [...identity, ...args], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
  });
  return stdout;
}

async function repository(agents: readonly string[]): Promise<House> {
  const house = await cargoHouse({ agents, plugins: { tools: { "SYMPOSIUM.toml": MANIFEST } } });
  rmSync(join(house.project, ".git"), { recursive: true });
  git(house, "init", "--quiet");
  git(house, "add", ".");
  git(house, "commit", "--quiet", "-m", "one");
  return house;
}

const seen = (house: House) => git(house, "status", "--porcelain", "-uall");
const withProjectFile = AGENTS.flatMap(({ name, servers }) => (servers.local === undefined && servers.project !== undefined ? [name] : []));

test("MC-4 one answer writes the server for every agent, git sees nothing, and all of it can be undone to the byte", async () => {
  await using house = await repository(AGENTS.map(({ name }) => name));
  const exclude = join(house.project, ".git/info/exclude");
  const before = readFileSync(exclude, "utf8");
  expect((await house.sync()).stdout).not.toContain("or paste into");
  expect((await house.sync("--mcp-git-exclude")).exitCode).toBe(0);
  for (const agent of withProjectFile) {
    const file = AGENTS.find(({ name }) => name === agent)?.servers.project?.path ?? "";
    expect(house.read(`project/${file}`)).toContain("tools/db");
  }
  expect(seen(house)).toBe("");
  const after = readFileSync(exclude, "utf8");
  await house.sync();
  expect(readFileSync(exclude, "utf8")).toBe(after);
  expect((await house.run(["status"])).stdout).toContain(".git/info/exclude hides from git");
  expect((await house.sync("--no-mcp-project-files")).exitCode).toBe(0);
  expect([readFileSync(exclude, "utf8"), seen(house)]).toEqual([before, ""]);
  await house.sync("--mcp-git-exclude");
  expect((await house.run(["uninstall"])).exitCode).toBe(0);
  expect([readFileSync(exclude, "utf8"), seen(house)]).toEqual([before, ""]);
});

test("MC-4 a file that git tracks cannot be hidden: it stays as it is, and status says why", async () => {
  await using house = await repository(["codex", "gemini"]);
  house.write("project/.codex/config.toml", "# ours\n");
  git(house, "add", ".");
  git(house, "commit", "--quiet", "-m", "two");
  await house.sync("--mcp-git-exclude");
  expect(house.read("project/.codex/config.toml")).toBe("# ours\n");
  expect(house.read("project/.gemini/settings.json")).toContain("tools/db");
  expect(seen(house)).toBe("");
  expect((await house.run(["status"])).stdout).toContain("git no longer tracks the file");
});

test("MC-4 in a worktree the lines are in the common directory; a forged worktree has none", async () => {
  await using house = await repository(["codex"]);
  const [tree, forged] = [house.at("tree"), house.at("forged")];
  git(house, "worktree", "add", "--quiet", tree);
  expect(excludeFile(tree)).toBe(join(house.project, ".git/info/exclude"));
  expect((await house.run(["sync", "--mcp-git-exclude"], { cwd: tree })).exitCode).toBe(0);
  expect(git({ home: house.home, project: tree }, "status", "--porcelain", "-uall")).toBe("");
  expect(existsSync(join(tree, ".codex/config.toml"))).toBe(true);
  house.write("forged/.git", readFileSync(join(tree, ".git"), "utf8"));
  expect(excludeFile(forged)).toBeUndefined();
  await house.run(["uninstall"]);
  expect(readFileSync(join(house.project, ".git/info/exclude"), "utf8")).not.toContain("Symposium");
});

test("MC-4, PL-27 an agent cannot choose it", async () => {
  await using house = await repository(["codex"]);
  const { exitCode } = await house.run(["sync", "--mcp-git-exclude"], { env: { ...house.env, CLAUDECODE: "1" } });
  expect(exitCode).not.toBe(0);
  expect(existsSync(join(house.project, ".codex/config.toml"))).toBe(false);
});

test("MC-4 a missing info folder is made, and goes", async () => {
  await using house = await repository(["codex"]);
  rmSync(join(house.project, ".git/info"), { recursive: true });
  await house.sync("--mcp-git-exclude");
  expect(seen(house)).toBe("");
  await house.run(["uninstall"]);
  expect(existsSync(join(house.project, ".git/info"))).toBe(false);
});

test("MC-4 our lines come and go in any text, in any order, to the byte", () => {
  const line = fc.constantFrom("*.log", "# note", "", "/a b", "# until here (00)", "\r");
  const text = fc.option(fc.tuple(fc.array(line), fc.constantFrom("", "\n")).map(([lines, end]) => lines.join("\n") + end));
  fc.assert(
    fc.property(text, (before) => {
      const one = withLines(before, "aa", ["/.mcp.json"]);
      const both = withLines(one, "bb", ["/x", "/y"]);
      expect(withoutLines(both, "bb")).toBe(one);
      expect(withoutLines(both)).toBe(before);
      const other = withoutLines(both, "aa");
      expect(other).toBe(withLines(before, "bb", ["/x", "/y"]));
      expect(withoutLines(`${one}*.tmp\n`)).toBe(`${before ?? ""}${before === null || /(^|\n)$/.test(before) ? "" : "\n"}*.tmp\n`);
    }),
    { numRuns: times({ sample: 100, quick: 200, all: 500, proof: 5_000 }) },
  );
});
