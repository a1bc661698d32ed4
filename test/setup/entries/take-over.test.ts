/** Moving over from the Rust tool: its entries count as ours, wherever it put them. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scope } from "../../../src/agents/agent.ts";
import { resolveAgent } from "../../../src/agents/find-agent.ts";
import { HOOKS_ONLY, household, type Household } from "../../commands/command-line.ts";
import { documentIn, ourEntries } from "./our-entries.ts";
import { type Lists, RUST_FILES, type RustFile, rustLists, rustText } from "./rust-tool.ts";
import { hookFileOf } from "./user-files.ts";
import { sampled } from "../../support/thoroughness.ts";

const HOOK = { command: "my-guard", bash: "my-guard", type: "command" };
const GROUP = { hooks: [HOOK], matcher: "Bash" };

describe.each(["user", "project"] as const)("in the %s's scope", (scope) => {
  const FILES = RUST_FILES.filter(({ scopes }) => scopes.includes(scope));

  test.each(FILES)("RG-15 $agent: entries alone in $path are replaced, and the file goes in the end", async (file) => {
    await using house = await household();
    put(house, scope, file, rustText({ ...file.frame, hooks: rustLists(file) }));
    await init(house, scope, file);
    expectMovedOver(house, scope, file);
    await house.run(["uninstall"]);
    expectNothingLeft(house, scope, file);
    expect(existsSync(at(house, scope, file.path))).toBe(false);
  });

  const PREFIXES = ["/home/me/.cargo/bin/", "exec ~/.cargo/bin/", 'env RUST_LOG=off "C:\\Users\\me\\.cargo\\bin\\'] as const;

  test.each(FILES)("RG-15 $agent: user's hooks in $path stay where they were, whatever path is in front", async (file) => {
    for (const prefix of sampled(PREFIXES, () => `${scope} ${file.path}`)) {
      await using house = await household({ home: HOOKS_ONLY });
      const { mixed, left } = withUsersHooks(file, prefix);
      const rest = {
        ...file.frame,
        description: "mine",
        permissions: { allow: ["Bash(cargo-agents sync)", "Bash(cargo-agents hook claude *)"] },
      };
      put(house, scope, file, rustText({ ...rest, hooks: mixed }));
      await init(house, scope, file);
      expectMovedOver(house, scope, file);
      expect(withoutOurs(text(house, scope, file.path))).toEqual({ ...file.weAdd, ...rest, hooks: left });

      await house.run(["uninstall"]);
      expectNothingLeft(house, scope, file);
      expect(documentIn(text(house, scope, file.path))).toEqual({ ...rest, hooks: left });
    }
  });

  test.each(FILES)("RG-15 $agent: $path is cleaned though the agent is not configured", async (file) => {
    await using house = await household();
    const { mixed, left } = withUsersHooks(file, "");
    put(house, scope, file, rustText({ ...file.frame, hooks: mixed }));
    expect(await house.run(["init", "--add-agent", "opencode", "--hook-scope", scope === "user" ? "global" : "project"])).toMatchObject({
      exitCode: 0,
    });
    expect(documentIn(text(house, scope, file.path))).toEqual({ ...file.frame, hooks: left });
  });

  test.each(FILES)("RG-15 $agent: uninstall alone removes what that tool left in $path", async (file) => {
    await using house = await household();
    put(house, scope, file, rustText({ ...file.frame, hooks: rustLists(file) }));
    const { exitCode, stdout } = await house.run(["uninstall"]);
    expect(exitCode, stdout).toBe(0);
    expectNothingLeft(house, scope, file);
  });
});

test("RG-15 words about that tool elsewhere are not entries of it", async () => {
  await using house = await household();
  const before = `${rustText({
    description: "was moved over from cargo-agents hook kiro pre-tool-use",
    hooks: { stop: [{ command: "cargo-agents-old hook kiro stop" }, { command: "echo kiro", note: "not cargo-agents hook kiro stop" }] },
    name: "symposium",
    resources: [],
    tools: ["read"],
  })}\n`;
  const file = join(house.home, ".kiro/agents/symposium.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, before);
  expect(await house.run(["init", "--add-agent", "kiro"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, "utf8")).toContain("cargo-agents-old hook kiro stop");
  expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("RG-15 that tool's entries are found where a variable moved the agent's folder", async () => {
  await using house = await household();
  const file = RUST_FILES.find(({ path }) => path === ".copilot/settings.json") as RustFile;
  const moved = join(house.home, "moved/settings.json");
  mkdirSync(dirname(moved));
  writeFileSync(moved, rustText({ hooks: rustLists(file), model: "gpt-5" }));
  const env = { COPILOT_HOME: join(house.home, "moved") };
  expect(await house.run(["init", "--add-agent", "claude"], { env })).toMatchObject({ exitCode: 0 });
  expect(documentIn(readFileSync(moved, "utf8"))).toEqual({ model: "gpt-5" });
});

/** For three events: a hook of the user's in the same group, groups around that tool's, and that tool alone. */
function withUsersHooks(file: RustFile, prefix: string): { readonly mixed: Lists; readonly left: Lists } {
  const lists = rustLists(file, prefix);
  const [first = "", second = "", ...others] = Object.keys(lists);
  const [one] = lists[first] ?? [];
  const isNested = Array.isArray(one?.["hooks"]);
  const shared = isNested ? [{ ...one, hooks: [HOOK, ...(one["hooks"] as unknown[]), HOOK] }] : [HOOK, ...(lists[first] ?? [])];
  const mixed = {
    ...Object.fromEntries(others.map((event) => [event, lists[event] ?? []])),
    [first]: shared,
    [second]: [GROUP, ...(lists[second] ?? []), GROUP],
    other: [GROUP],
  };
  return { mixed, left: { [first]: isNested ? [{ ...one, hooks: [HOOK, HOOK] }] : [HOOK], [second]: [GROUP, GROUP], other: [GROUP] } };
}

async function init(house: Household, scope: Scope, { agent }: RustFile): Promise<void> {
  const { exitCode, stdout } = await house.run(["init", "--add-agent", agent, "--hook-scope", scope === "user" ? "global" : "project"]);
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toMatch(/\d+ entries of cargo-agents replaced/);
}

function expectMovedOver(house: Household, scope: Scope, { agent, path }: RustFile): void {
  expect(callsRust(house, scope, path)).toBe(false);
  const name = resolveAgent(agent) ?? "";
  const ours = ourEntries(name, text(house, scope, hookFileOf(name, scope)));
  expect(ours.filter(({ count }) => count !== 1)).toEqual([]);
}

function expectNothingLeft(house: Household, scope: Scope, { path }: RustFile): void {
  expect(callsRust(house, scope, path)).toBe(false);
  expect(text(house, scope, path)).not.toContain("symposium-hook");
}

function callsRust(house: Household, scope: Scope, path: string): boolean {
  return /cargo-agents(\.exe)? hook \w+ (pre|post|user|session|stop)/.test(text(house, scope, path));
}

/** The document without any hook that calls us, and without lists and groups that only had ours. */
function withoutOurs(text: string): unknown {
  const { hooks = {}, ...rest } = documentIn(text);
  const lists = Object.entries(hooks).map(
    ([event, list]) => [event, list.filter((entry) => !JSON.stringify(entry).includes("symposium-hook"))] as const,
  );
  return { ...rest, hooks: Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
}

function at(house: Household, scope: Scope, path: string): string {
  return join(scope === "user" ? house.home : house.project, path);
}

function put(house: Household, scope: Scope, { path }: RustFile, content: string): void {
  mkdirSync(dirname(at(house, scope, path)), { recursive: true });
  writeFileSync(at(house, scope, path), content);
}

/** Empty where there is no such file. */
function text(house: Household, scope: Scope, path: string): string {
  return existsSync(at(house, scope, path)) ? readFileSync(at(house, scope, path), "utf8") : "";
}
