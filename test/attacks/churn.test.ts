/**
 * Manifests, folders and the config rewritten without pause by another process while calls are made: cut short and written, in two parts, renamed,
 * removed and made again within a millisecond. Every call is denied, in time.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { expectDenied, FORMS, GUARD_REASON, guardedHome, type GuardedHome, SOME } from "./guarded-home.ts";
import { inTurns, sampled } from "../support/thoroughness.ts";

/** What the other process does over and over, with `file` and its sound `text` at hand. */
const CHURN: readonly (readonly [what: string, path: readonly string[], act: string])[] = [
  ["a manifest cut short and written", ["plugins", "guard", "SYMPOSIUM.toml"], `fs.truncateSync(file, 0); fs.writeFileSync(file, text);`],
  [
    "a manifest written line by line",
    ["plugins", "guard", "SYMPOSIUM.toml"],
    `fs.writeFileSync(file, ""); for (const line of text.split("\\n")) fs.appendFileSync(file, line + "\\n");`,
  ],
  [
    "a manifest renamed into place",
    ["plugins", "guard", "SYMPOSIUM.toml"],
    `fs.writeFileSync(file + "~", text); fs.renameSync(file + "~", file);`,
  ],
  ["a manifest removed and made again", ["plugins", "guard", "SYMPOSIUM.toml"], `fs.rmSync(file); fs.writeFileSync(file, text);`],
  [
    "a manifest now sound, now broken",
    ["plugins", "guard", "SYMPOSIUM.toml"],
    `fs.writeFileSync(file, text + "= ="); fs.writeFileSync(file, text);`,
  ],
  ["a plugin moved away and back", ["plugins", "guard"], `fs.renameSync(file, file + "-"); fs.renameSync(file + "-", file);`],
  ["all plugins moved away and back", ["plugins"], `fs.renameSync(file, file + "-"); fs.renameSync(file + "-", file);`],
  ["a config cut short and written", ["config.toml"], `fs.truncateSync(file, 0); fs.writeFileSync(file, text);`],
  ["a config removed and made again", ["config.toml"], `fs.rmSync(file); fs.writeFileSync(file, text);`],
  ["a config now sound, now broken", ["config.toml"], `fs.writeFileSync(file, text + "= ="); fs.writeFileSync(file, text);`],
];

/** Ends by itself, whole, when its standard input does. */
function churning(file: string, act: string): ChildProcess {
  const script = `
    const fs = require("node:fs");
    const file = process.argv[1];
    const text = fs.statSync(file).isFile() ? fs.readFileSync(file, "utf8") : "";
    let goes = true;
    process.stdin.on("end", () => { goes = false; }).resume();
    const round = () => { const end = Date.now() + 20; while (Date.now() < end) { ${act} } if (goes) setImmediate(round); };
    round();`;
  return spawn(process.execPath, ["-e", script, file], { stdio: ["pipe", "ignore", "inherit"] });
}

async function during(home: GuardedHome, file: string, act: string): Promise<void> {
  const other = churning(file, act);
  const ended = new Promise<number | null>((resolve) => other.on("exit", resolve));
  try {
    await setTimeout(200);
    for (let round = 0; round < 2; round++) {
      const calls = await Promise.all(SOME.map(async (agent) => [agent, await home.call(agent)] as const));
      for (const [agent, called] of calls) await expectDenied(agent, called);
    }
  } finally {
    other.stdin?.end();
  }
  expect(await ended).toBe(0);
  expect(existsSync(file)).toBe(true);
  for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
}

describe.each(FORMS)("%s", (form) => {
  test.each(
    inTurns(
      sampled(CHURN, ([, [first, second]]) => `${first} ${second}`),
      form,
      FORMS,
      "proof",
    ),
  )("RT-37 %s", { timeout: 120_000 }, async (_, path, act) => {
    await using home = await guardedHome({ form, agents: SOME });
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    await during(home, home.ours(...path), act);
  });
});
