/** Entries that were written while the native program was made with Bun: replaced where they stand, known without a record, undone to the byte. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { sha256 } from "../../../src/host/engine.ts";
import type { Ledger } from "../../../src/files/ledger.ts";
import { documentOf } from "../../../src/setup/entries/file-plan.ts";
import { framesOf, isNamedForUs } from "../../../src/setup/entries/our-entries.ts";
import { formerEntries, removeByForm } from "../../../src/setup/entries/our-forms.ts";
import { entriesFor } from "../../../src/setup/entries/wanted-files.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { agreeToInstall } from "../../support/agree-to-install.ts";
import { fewer } from "../../support/thoroughness.ts";
import { formerText } from "./former-text.ts";
import { hookFileOf, ownerOf } from "./user-files.ts";

const AGENTS = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");
const NAMES = AGENTS.map(({ name }) => name);
const THEIRS = '{\n  "mine": [1, 2]\n}\n';

const CONFIG = "mcp-server = false\n[defaults]\nsymposium-recommendations = false\n";
const QUIET = { ".symposium": { "config.toml": CONFIG } };

const CASES = NAMES.flatMap((agent) => (["user", "project"] as const).map((scope) => ({ agent, scope })));

describe.each(fewer(CASES))("$agent, $scope", ({ agent, scope }) => {
  test("RG-13 RG-12 a former entry is replaced where it stands, and undone byte for byte", async () => {
    await using house = await household({ home: QUIET });
    const { file, wanted, before } = await registered(house, agent, scope);
    makeFormer(house, file);

    const told = await house.run(["status"]);
    expect(told.stdout).toContain("of an earlier version in");
    expect(told.stdout.includes("asks for your approval once more")).toBe(agent === "codex");
    const upgraded = await house.run(["sync"]);
    expect(upgraded).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("entries of an earlier version were replaced") });
    expect(upgraded.stdout.includes("asks for your approval of them once more")).toBe(agent === "codex");
    expect(readFileSync(file, "utf8")).toBe(wanted);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    const after = await house.run(["status"]);
    expect(after.stdout).not.toContain("of an earlier version");
    if (agent === "codex") expect(after.stdout).toMatch(/Codex CLI +needs approval/);

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(textIfAny(file)).toBe(before);
  });

  test("RG-12 a former entry that was not replaced is removed", async () => {
    await using house = await household({ home: QUIET });
    const { file, before } = await registered(house, agent, scope);
    makeFormer(house, file);
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(textIfAny(file)).toBe(before);
  });

  test("RG-24 without a record a former entry is known by its form", async () => {
    await using house = await household({ home: QUIET });
    const { file, wanted, before } = await registered(house, agent, scope);
    makeFormer(house, file);
    rmSync(join(house.home, ".symposium/ledger.json"));
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(wanted);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    const hasFrame = before !== undefined && framesOf(ownerOf(agent)).some((frame) => Object.keys(frame).length > 0);
    // Whose the keys are that the file needs besides entries is unknown without a record.
    if (hasFrame) expect(readFileSync(file, "utf8")).not.toContain("symposium");
    else expect(textIfAny(file)).toBe(before);
  });
});

test.each(AGENTS.map((agent) => ({ agent, name: agent.name })))(
  "RG-21 RG-24 $name: former entries of every system are known",
  ({ agent }) => {
    const used = new Set(Object.keys(agent.events));
    for (const os of ["linux", "windows"] as const)
      for (const scope of ["user", "project"] as const) {
        const entries = entriesFor(agent, { scope, os, used });
        const present = documentOf(entries);
        const former = formerText(present);
        const count = entries.filter(({ kind }) => kind === "item").length;
        expect([formerEntries(present, agent), formerEntries(former, agent)]).toEqual([0, count]);
        expect(removeByForm(former, agent, framesOf(agent))).toMatchObject({ ok: true, count, left: [], isAllOfIt: true });
      }
  },
);

test("RG-24 what a user added to a former entry makes it the user's", () => {
  const agent = AGENTS.find(({ name }) => name === "claude-code")!;
  const former = formerText(documentOf(entriesFor(agent, { scope: "user", os: "linux", used: new Set() })));
  for (const changed of [former.replaceAll("BUN_BE_BUN;", "BUN_BE_BUN A;"), former.replaceAll("; set --", "; unset A; set --")])
    expect([formerEntries(changed, agent), removeByForm(changed, agent, framesOf(agent))]).toMatchObject([0, { count: 0 }]);
});

const HOOK = {
  name: "guard",
  event: "before_tool_execute",
  matcher: "shell",
  handler: { type: "command", command: "say 'it' && deny" },
  provider_data: { symposium: { dialect: "cursor" } },
};

describe.each(["claude", "gemini", "codex", "opencode"])("IX-12 %s", (agent) => {
  test("a converted command of the former form is replaced by sync, and removed", async () => {
    const config = `${CONFIG}[[agent]]\nname = "${agent}"\n`;
    const manifest = JSON.stringify({ spec: "hooks/1.0", hooks: [HOOK] });
    await using house = await household({ home: { ".symposium": { "config.toml": config } }, project: { "hooks.json": manifest } });
    expect(await agreeToInstall(house.run, ["hooks.json"])).toMatchObject({ exitCode: 0 });
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    const { files } = JSON.parse(readFileSync(join(house.home, ".symposium/ledger.json"), "utf8")) as Ledger;
    const { file = "" } = files.find(({ hooks }) => hooks !== undefined) ?? {};
    const wanted = readFileSync(file, "utf8");
    expect(wanted).toMatch(/set -- ~.* shim cursor /);
    makeFormer(house, file);

    expect((await house.run(["status"])).stdout).toMatch(/(?:entry|entries) of an earlier version in/);
    expect((await house.run(["sync"])).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(wanted);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    expect(await house.run(["hooks", "remove", "hooks.json"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(textIfAny(file) ?? "").not.toContain(" shim ");
  });
});

async function registered(house: Household, agent: string, scope: "user" | "project") {
  const file = join(scope === "user" ? house.home : house.project, hookFileOf(agent, scope));
  const before = isNamedForUs(file) ? undefined : THEIRS;
  if (before !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, before);
  }
  const inScope = ["--hook-scope", scope === "user" ? "global" : "project"];
  expect(await house.run(["init", "--add-agent", agent, ...inScope])).toMatchObject({ exitCode: 0 });
  return { file, before, wanted: readFileSync(file, "utf8") };
}

function makeFormer(house: Household, file: string): void {
  const ledger = join(house.home, ".symposium/ledger.json");
  const present = readFileSync(file, "utf8");
  const former = formerText(present);
  expect(former).not.toBe(present);
  writeFileSync(file, former);
  writeFileSync(ledger, formerText(readFileSync(ledger, "utf8")).replaceAll(sha256(present), sha256(former)));
}

function textIfAny(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
