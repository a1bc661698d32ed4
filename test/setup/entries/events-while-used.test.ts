/** An event that is registered only while a plugin uses it is added and removed, and so are files and entries that users delete. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { household, type Household } from "../../commands/command-line.ts";
import { withoutMember } from "./hand-edits.ts";
import { documentIn, ourEntries } from "./our-entries.ts";
import { type UserFile, userFiles } from "./user-files.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { fewer, sampled } from "../../support/thoroughness.ts";

const GEMINI = ".gemini/settings.json";
const PLUGIN = manifestText("compact", hook("h", "PreCompact"));

/** The corpus as a whole is undone in `undo-over-corpus.test.ts`. */
const some = (files: readonly UserFile[]) => fewer(sampled(files, ({ property }) => String(property.length % 5)));

describe("RG-3, RG-13 an event that only a plugin asks for", () => {
  test.each(some(userFiles("gemini-cli")))("in a file with $property", async ({ bytes }) => {
    await using house = await household({ home: { [GEMINI]: bytes } });
    const file = join(house.home, GEMINI);
    await done(house, ["init", "--add-agent", "gemini"]);
    const without = readFileSync(file, "utf8");
    expect(calls(file)).toBe(false);

    put(join(house.home, ".symposium/plugins/compact/SYMPOSIUM.toml"), PLUGIN);
    put(join(house.home, ".symposium/plugins/compact/h.sh"), "");
    await done(house, ["sync"]);
    expect(calls(file)).toBe(true);
    expect(ourEntries("gemini-cli", readFileSync(file, "utf8")).every(({ count }) => count === 1)).toBe(true);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");

    rmSync(join(house.home, ".symposium/plugins/compact"), { recursive: true });
    await done(house, ["sync"]);
    expect(readFileSync(file, "utf8")).toBe(without);
    await done(house, ["uninstall"]);
    expect(readFileSync(file).toString("latin1")).toBe(bytes.toString("latin1"));
  });
});

describe("RG-12, RG-13 what the user deletes", () => {
  test("a file comes back with the next sync, and goes in the end", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "gemini"]);
    const registered = readFileSync(join(house.home, GEMINI), "utf8");
    rmSync(join(house.home, ".gemini"), { recursive: true });
    await done(house, ["sync"]);
    expect(readFileSync(join(house.home, GEMINI), "utf8")).toBe(registered);
    rmSync(join(house.home, GEMINI));
    await done(house, ["uninstall"]);
    expect(existsSync(join(house.home, GEMINI))).toBe(false);
  });

  test.each(some(userFiles("claude-code")))("all that we put in, in a file with $property", async ({ bytes }) => {
    const path = ".claude/settings.json";
    await using house = await household({ home: { [path]: bytes } });
    const file = join(house.home, path);
    await done(house, ["init", "--add-agent", "claude"]);
    writeFileSync(file, bytes);
    await done(house, ["sync"]);
    expect(ourEntries("claude-code", readFileSync(file, "utf8")).every(({ count }) => count === 1)).toBe(true);
    writeFileSync(file, bytes);
    await done(house, ["uninstall"]);
    expect(readFileSync(file).toString("latin1")).toBe(bytes.toString("latin1"));
  });

  const WITHOUT_END = userFiles("claude-code").filter(({ bytes }) => !bytes.includes("SessionEnd"));

  test.each(some(WITHOUT_END))("our whole list, in a file with $property", async ({ bytes }) => {
    const path = ".claude/settings.json";
    await using house = await household({ home: { [path]: bytes } });
    const file = join(house.home, path);
    await done(house, ["init", "--add-agent", "claude"]);
    const cut = withoutMember(readFileSync(file, "utf8"), ["hooks", "SessionEnd"]);
    expect(cut).not.toContain("SessionEnd");
    writeFileSync(file, cut ?? "");
    await done(house, ["uninstall"]);
    expect(readFileSync(file).toString("latin1")).toBe(bytes.toString("latin1"));
  });
});

function calls(file: string): boolean {
  return JSON.stringify(documentIn(readFileSync(file, "utf8")).hooks?.["PreCompress"] ?? []).includes("gemini-cli PreCompress");
}

async function done(house: Household, args: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await house.run(args);
  expect(exitCode, stdout + stderr).toBe(0);
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
