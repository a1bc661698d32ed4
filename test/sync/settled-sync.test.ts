/** A sync where nothing has changed says the same again without looking closer; whatever changes makes it look. */

import { appendFileSync, chmodSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { saySettledSync } from "../../src/cli/settled-sync.ts";
import { cargoHouse, configText, type House, skillPlugin, skillText } from "./cargo-house.ts";

const PLUGINS = { helper: skillPlugin("helper", { guide: { "SKILL.md": skillText("guide"), "notes.md": "first\n" } }) };
const NO_DEBOUNCE = "sync-debounce-secs = 0";

/** What a sync says in a house where the one before found nothing to change. */
async function settledHouse(more: Parameters<typeof cargoHouse>[0] = {}): Promise<House & { readonly said: string }> {
  const house = await cargoHouse({ plugins: PLUGINS, config: NO_DEBOUNCE, ...more });
  await house.sync();
  const { stdout } = await house.sync();
  return { ...house, said: stdout };
}

/** What is said without a sync, or `undefined` where one is needed. */
async function saidAgain(house: House, { env = house.env, cwd = house.project, calledAs = "symposium" as const, isTTY = false } = {}) {
  const out: string[] = [];
  const stream = { write: (text: string) => void out.push(text), isTTY };
  const context = { os: "linux", home: house.home, cwd, env, now: Date.now } as const;
  const isSaid = await saySettledSync({ calledAs, context, dist: house.at("package/dist"), stdout: stream, stderr: stream });
  return isSaid ? out.join("").replaceAll(house.home, "~").replaceAll(house.project, "<project>") : undefined;
}

describe("nothing has changed", () => {
  let house: Awaited<ReturnType<typeof settledHouse>>;
  beforeAll(async () => (house = await settledHouse()));
  afterAll(() => house[Symbol.asyncDispose]());

  test("PL-22 the same is said, and nothing but the log is written", async () => {
    const before = house.everything();
    expect(await saidAgain(house)).toBe(house.said);
    expect(house.said).toContain("1 skill is in place");
    const after = house.everything();
    const written = Object.keys(after).filter((path) => after[path] !== before[path] && !path.includes(join(".symposium", "logs")));
    expect(written).toEqual([]);
  });

  test("colour is for the terminal that is there now", async () => {
    expect(await saidAgain(house, { isTTY: true })).toContain("\u001b[32mnothing to change: everything is as configured\u001b[39m");
  });

  test.each([
    ["in another folder", { cwd: "/" }],
    ["with another variable", { env: { CLAUDE_CONFIG_DIR: "/elsewhere" } }],
    ["under the other name", { calledAs: "cargo agents" as never }],
  ])("PL-22 nothing is said %s", async (_how, { env, ...changes }: { env?: Record<string, string>; cwd?: string; calledAs?: never }) => {
    expect(await saidAgain(house, { ...changes, ...(env === undefined ? {} : { env: { ...house.env, ...env } }) })).toBeUndefined();
  });
});

type Change = readonly [what: string, change: (house: House) => void];

const COPY = "project/.claude/skills/guide";
const PROGRAMME = "home/.symposium/bin/symposium-hook";

const CHANGES: readonly Change[] = [
  ["a dependency is added", (house) => house.depend(["serde 1.0.219", "tokio 1.0.0"])],
  ["the copy is deleted", (house) => house.remove(COPY)],
  ["a file of the copy is edited", (house) => appendFileSync(house.at(`${COPY}/SKILL.md`), "mine\n")],
  ["the skill is edited", (house) => house.write("home/.symposium/plugins/helper/skills/guide/SKILL.md", skillText("guide", "", "Anew."))],
  ["a resource of the skill is edited", (house) => house.write("home/.symposium/plugins/helper/skills/guide/notes.md", "second\n")],
  ["a resource is added to the skill", (house) => house.write("home/.symposium/plugins/helper/skills/guide/more.md", "")],
  ["a copy of ours is put into another agent's folder", (house) => house.write("project/.kiro/skills/guide/.symposium", "")],
  ["a manifest is edited", (house) => appendFileSync(house.at("home/.symposium/plugins/helper/SYMPOSIUM.toml"), "# more\n")],
  ["a plugin is added", (house) => house.write("home/.symposium/plugins/other/SYMPOSIUM.toml", 'name = "other"\ncrates = ["*"]\n')],
  ["the config is edited", (house) => house.write("home/.symposium/config.toml", configText(["claude", "codex"], NO_DEBOUNCE))],
  ["the agent's file is edited", (house) => house.write("home/.claude/settings.json", "{}")],
  ["the agent's file is deleted", (house) => house.remove("home/.claude/settings.json")],
  ["entries of the Rust tool appear", (house) => house.write("home/.gemini/settings.json", '{"a":"cargo-agents"}')],
  ["the ledger is deleted", (house) => house.remove("home/.symposium/ledger.json")],
  ["the index is deleted", (house) => house.remove("home/.symposium/index")],
  ["the record of skills is deleted and the workspace changed", (house) => (house.remove("home/.symposium/cache"), house.depend([]))],
  ["the programme is deleted", (house) => house.remove(PROGRAMME)],
  ["the programme may not be run", (house) => chmodSync(house.at(PROGRAMME), 0o644)],
  ["the programme is replaced", (house) => (house.remove(PROGRAMME), house.write(PROGRAMME, "#!/bin/sh\n"))],
  ["the package has another programme", (house) => renewed(house)],
  ["a skill of the workspace's own appears", (house) => house.write("project/skills/own/SKILL.md", skillText("own"))],
];

function renewed(house: House): void {
  const native = house.at("package/dist/native/symposium-hook");
  writeFileSync(`${native}.new`, "#!/bin/sh\necho symposium-hook 9\n", { mode: 0o755 });
  renameSync(`${native}.new`, native);
}

describe("something has changed", () => {
  test.each(CHANGES)("PL-22 a sync is needed when %s", async (_what, change) => {
    await using house = await settledHouse();
    expect(await saidAgain(house)).toBeDefined();
    change(house);
    expect(await saidAgain(house)).toBeUndefined();
  });

  test("PL-22 a copy that was deleted comes back", async () => {
    await using house = await settledHouse();
    house.remove(COPY);
    expect((await house.sync()).stdout).toContain("installed");
    expect(house.has(`${COPY}/SKILL.md`)).toBe(true);
  });

  test("PL-10 a path that a gate asks for counts", async () => {
    const gated = skillPlugin("helper", { guide: { "SKILL.md": skillText("guide") } }, { gate: 'predicates = "not(path_exists(stop))"' });
    await using house = await settledHouse({ plugins: { helper: gated } });
    expect(await saidAgain(house)).toBeDefined();
    house.write("project/stop", "");
    expect(await saidAgain(house)).toBeUndefined();
  });
});

describe("a sync that does not settle anything", () => {
  test.each([
    ["just installed something", async (house: House) => (house.remove(COPY), await house.sync())],
    ["was for one agent", async (house: House) => (rmSync(recordIn(house)), await house.sync("--agent", "claude"))],
    ["was a dry run", async (house: House) => (rmSync(recordIn(house)), await house.sync("--dry-run"))],
    ["was told to update", async (house: House) => (rmSync(recordIn(house)), await house.sync("--update", "check"))],
  ])("PL-22 %s", async (_what, act) => {
    await using house = await settledHouse();
    await act(house);
    expect(await saidAgain(house)).toBeUndefined();
  });

  test("PL-22 one while copies are too young to be compared", async () => {
    await using house = await settledHouse({ config: "sync-debounce-secs = 500" });
    expect(await saidAgain(house)).toBeUndefined();
  });

  test.each([
    ["damaged", "{"],
    ["foreign", '{"format":"symposium-settled","version":1}'],
    ["of another version", '{"format":"symposium-settled","version":2}'],
  ])("PL-22 a record that is %s counts for nothing", async (_how, text) => {
    await using house = await settledHouse();
    writeFileSync(recordIn(house), text);
    expect(await saidAgain(house)).toBeUndefined();
    expect((await house.sync()).stdout).toBe(house.said);
    expect(await saidAgain(house)).toBe(house.said);
  });

  test("PL-22 what was touched while it ran is looked at again", async () => {
    await using house = await settledHouse();
    rmSync(recordIn(house));
    const later = new Date(Date.now() + 60_000);
    utimesSync(house.at(`${COPY}/SKILL.md`), later, later);
    await house.sync();
    expect(await saidAgain(house)).toBeUndefined();
  });
});

function recordIn(house: House): string {
  const folder = house.at("home/.symposium/cache/settled");
  return join(folder, readdirSync(folder)[0] ?? "");
}
