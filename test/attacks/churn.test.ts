/**
 * Another process rewrites manifests, folders and the config without pause during calls: it truncates them, writes them in two parts, renames them, and
 * removes and creates them again within a millisecond. Every call is denied, in time.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { expectDenied, FORMS, GUARD_REASON, guardedHome, type Called, type GuardedHome, SOME } from "./guarded-home.ts";
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
    let longest = 0;
    process.stdin.on("end", () => { goes = false; }).resume();
    const round = () => { const end = Date.now() + 20; while (Date.now() < end) { const began = Date.now(); ${act}; longest = Math.max(longest, Date.now() - began); }
      if (goes) setImmediate(round); else console.log(longest); };
    round();`;
  return spawn(process.execPath, ["-e", script, file], { stdio: ["pipe", "pipe", "inherit"] });
}

async function during(home: GuardedHome, file: string, act: string): Promise<void> {
  for (let again = 2; ; again--) {
    const { calls, stood } = await callsDuring(home, file, act);
    // A machine that lets the other process stand still while a file is away takes the file away for good: that says nothing.
    if (stood >= GONE_MS && again > 0) continue;
    for (const [agent, called] of calls) await expectDenied(agent, called);
    break;
  }
  expect(existsSync(file)).toBe(true);
  for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
}

/** Almost as long as a closed hook must be gone to count as gone. */
const GONE_MS = 900;

async function callsDuring(home: GuardedHome, file: string, act: string) {
  const other = churning(file, act);
  let said = "";
  other.stdout?.on("data", (text) => (said += text));
  const ended = new Promise<number | null>((resolve) => other.on("close", resolve));
  const calls: (readonly [string, Called])[] = [];
  try {
    await setTimeout(200);
    for (let round = 0; round < 2; round++)
      calls.push(...(await Promise.all(SOME.map(async (agent) => [agent, await home.call(agent)] as const))));
  } finally {
    other.stdin?.end();
  }
  expect(await ended).toBe(0);
  return { calls, stood: Number(said) };
}

describe.each(FORMS)("while another process rewrites files, the %s program", (form) => {
  test.each(
    inTurns(
      sampled(CHURN, ([, [first, second]]) => `${first} ${second}`),
      form,
      FORMS,
      "proof",
    ),
  )("RT-37 %s", { timeout: 120_000 }, async (_, path, act) => {
    await using home = await guardedHome({ form });
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    await during(home, home.ours(...path), act);
  });
});
