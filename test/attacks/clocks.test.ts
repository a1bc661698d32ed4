/** Clocks that are set back or forward, and files with dates in the future, in 1970 or earlier: the guard denies, and changes are still noticed. */

import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, test, vi } from "vitest";

import { ALLOWS, expectDenied, expectOpen, FORMS, GUARDED, guard, guardedHome, SOME } from "./guarded-home.ts";
import { fewer, inTurns } from "../support/thoroughness.ts";

const DAY = 24 * 60 * 60;
const NOW = Date.now() / 1000;

const TIMES: Readonly<Record<string, number>> = {
  "ten years ahead": NOW + 3650 * DAY,
  "a second ahead": NOW + 1,
  "a year ago": NOW - 365 * DAY,
  "1970": 0,
  "before 1970": -1000 * DAY,
  "after 2106": 2 ** 32 + DAY,
};

/** Everything below a folder, and the folder. */
function everything(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return [folder, ...entries.flatMap((entry) => (entry.isDirectory() ? everything(join(folder, entry.name)) : [join(folder, entry.name)]))];
}

/** The program itself is a link to that of the build. */
function setTimes(folder: string, seconds: number): void {
  for (const path of everything(folder)) if (!path.includes("/bin")) utimesSync(path, seconds, seconds);
}

/** A refresh that a call started removes its lock at any moment, and then a path that was listed is gone. */
async function setAllTimes(folder: string, seconds: number): Promise<void> {
  await vi.waitFor(() => setTimes(folder, seconds), { timeout: 10_000 });
}

describe.each(FORMS)("with another clock of the system, the %s program", (form) => {
  test.each(fewer(inTurns(Object.entries(TIMES), form, FORMS), 2))("RT-38 all of our files are from %s", async (_, seconds) => {
    await using home = await guardedHome({ form, script: null });
    await home.call("claude-code");
    await setAllTimes(home.ours(), seconds);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent));
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: "guard" });
  });
});

test("RT-28 RT-38 the placed program notices a guard that comes while every file keeps its time", async () => {
  await using home = await guardedHome({ script: ALLOWS });
  for (const agent of SOME) await expectOpen(agent, await home.call(agent));
  await setAllTimes(home.ours(), 0);
  for (const agent of SOME) await expectOpen(agent, await home.call(agent));
  const manifest = String(guard()["SYMPOSIUM.toml"]).replaceAll("guard.sh", "gone.sh");
  writeFileSync(home.ours("plugins/guard/SYMPOSIUM.toml"), `${manifest}# longer\n`);
  setTimes(home.ours("plugins"), 0);
  for (const agent of SOME) await expectDenied(agent, await home.call(agent));
});

test("RT-38 every agent's registered command denies while the guard's own files are from the future", async () => {
  await using home = await guardedHome({ agents: GUARDED });
  setTimes(home.ours("plugins"), NOW + 3650 * DAY);
  for (const agent of GUARDED) await expectDenied(agent, await home.call(agent));
});
