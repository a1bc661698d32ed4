/** Files that cannot be edited safely are left as they are, with the reason and what to do; the other agents are done all the same. */

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS } from "../../../src/agents/list.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { hookFileOf, userFiles } from "./user-files.ts";
import { fewer, inTurns } from "../../support/thoroughness.ts";

const REASONS: Readonly<Record<string, string>> = {
  "hooks is a word": ":1:12: `hooks` is not an object",
  "list is an object": ":4:19: `hooks.PreToolUse` is not a list",
  "cut off": ":4:",
  "not json": ":1:1: ",
  "a list": ":1:1: ",
  "hooks is a list": ":1:12: `hooks` is not an object",
  "two documents": ":2:1: ",
  "missing comma": ":3:3: ",
  "hooks is a number": ":1:12: `hooks` is not an object",
  "single quotes": ":1:",
  "list is null": ":1:33: `hooks.pre_run_command` is not a list",
  "a number": ":1:1: ",
  "unfinished comment": ":1:23: the comment does not end",
  "merge conflict": ":1:1: ",
  "latin 1": " is not valid UTF-8",
  "own plugin of our name": " was changed by hand",
};

const REFUSED = AGENTS.flatMap(({ name }) => userFiles(name, "refused"));

const SCOPES = [
  ["user", "global"],
  ["project", "project"],
] as const;

describe.each(SCOPES)("in the %s's scope", (scope, hookScope) => {
  const place = (house: Household, agent: string) => join(scope === "user" ? house.home : house.project, hookFileOf(agent, scope));
  const register = (house: Household, agents: readonly string[]) =>
    house.run(["init", "--hook-scope", hookScope, ...agents.flatMap((agent) => ["--add-agent", agent])]);

  test.each(fewer(inTurns(REFUSED, scope, ["user", "project"])))("RG-10 $agent: $property", async ({ agent, property, bytes }) => {
    await using house = await household();
    const other = agent === "claude-code" ? "codex" : "claude-code";
    const file = place(house, agent);
    put(file, bytes);
    const { exitCode, stderr } = await register(house, [agent, other]);
    const shown = `${scope === "user" ? "~" : "<project>"}/${hookFileOf(agent, scope)}`;
    expect(stderr).toContain(`error: 1 file was left as it is\n  ${shown}${REASONS[property]}`);
    expect(stderr.includes("; `symposium sync -v` prints the lines to paste instead")).toBe(agent !== "opencode");
    if (agent !== "opencode") expect((await house.run(["sync", "-v"])).stdout).toMatch(/lines to paste:\n\{\n/);
    expect(exitCode).toBe(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readFileSync(place(house, other), "utf8")).toContain(`symposium-hook\\" ${other} `);

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(existsSync(place(house, other))).toBe(false);
  });

  test("RG-10 a file whose user took the right to write away, before and after us", async () => {
    await using house = await household();
    const file = place(house, "claude-code");
    put(file, "{}\n");
    chmodSync(file, 0o444);
    const refused = await register(house, ["claude", "gemini"]);
    expect(refused.stderr).toContain(`settings.json is write-protected; run \`chmod u+w ${scope === "user" ? "~" : "<project>"}/`);
    expect(refused.exitCode).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("{}\n");
    expect(existsSync(place(house, "gemini-cli"))).toBe(true);

    chmodSync(file, 0o644);
    expect((await register(house, ["claude"])).exitCode).toBe(0);
    const registered = readFileSync(file, "utf8");
    chmodSync(file, 0o444);
    const kept = await house.run(["uninstall"]);
    expect(kept.exitCode).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(registered);

    chmodSync(file, 0o644);
    expect((await house.run(["uninstall"])).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("{}\n");
  });
});

test("every file that is to be refused has its reason", () => {
  expect(REFUSED.map(({ property }) => property).toSorted()).toEqual(Object.keys(REASONS).toSorted());
});

function put(file: string, bytes: Buffer | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
