/** The native program as it is built: what is in it, and what its engine makes of payloads that are made to be slow. */

import { readFileSync } from "node:fs";
import { homedir, hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { SHELL } from "../../program/calling.ts";
import { program } from "../../foundation/programs.ts";
import { createHome, type Home } from "../../support/home.ts";

const ROOT = join(import.meta.dirname, "../../..");

describe.skipIf(process.platform === "win32")("the native program", () => {
  test("names neither the folders, the user nor the machine of its build", () => {
    const bytes = readFileSync(program("native-hook"));
    const user = userInfo();
    const folders = [ROOT, homedir(), user.homedir, tmpdir()].map((folder) => `${folder}/`);
    // Nothing shorter: packed code holds any three letters by chance.
    const ours = [...folders, `${user.username}@${hostname()}`, "native-work", "symposium-build"];
    expect(ours.filter((text) => bytes.includes(text))).toEqual([]);
  });

  test("RT-21 keys that the engine's hash does not tell apart take no longer than others", async () => {
    await using home = await createHome();
    await timeOf(home, keysOf(0));
    const usual = await timeOf(home, keysOf(262));
    expect(await timeOf(home, keysOf(263))).toBeLessThan(10 * usual + 200);
  });
});

/** The engine hashes the next letter with 263 times what it has: a letter more is 263 letters less in the next place. */
function keysOf(distance: number): readonly string[] {
  const [one, other] = [String.fromCharCode(0x4e01, 0x4e00), String.fromCharCode(0x4e00, 0x4e00 + distance)];
  return Array.from({ length: 20_000 }, (_, at) => Array.from({ length: 15 }, (__, bit) => ((at >> bit) & 1 ? one : other)).join(""));
}

async function timeOf(home: Home, keys: readonly string[]): Promise<number> {
  const start = performance.now();
  const payload = { ...SHELL, tool_name: "mcp__a__b", tool_input: Object.fromEntries(keys.map((key) => [key, 1])) };
  expect(await home.call("claude", "PreToolUse", payload, { form: "native-hook" })).toMatchObject({ exitCode: 0 });
  return performance.now() - start;
}
