/** Misspelt policies, gates, matchers and commands of a guard, in every dialect of manifests. Its program fails, so only the closed policy denies. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { removeBusy } from "../support/remove-busy.ts";
import { ALLOWS, expectDenied, expectOpen, guardedHome, type GuardedHome, SOME } from "./guarded-home.ts";

let home: GuardedHome;
let made = 0;

beforeAll(async () => {
  home = await guardedHome({ script: ALLOWS });
}, 120_000);

afterAll(() => home?.[Symbol.asyncDispose]());

const HEAD = 'name = "spelt"\ncrates = ["*"]\n';
const HOOK = '[[hooks]]\nname = "deny"\nevent = "PreToolUse"\ncommand = { script = "fails.sh" }\n';

/** A plugin that no one has seen before, in a folder of its own: no earlier version can stand in for it. */
async function withPlugin(text: string, act: (folder: string) => Promise<void>): Promise<void> {
  made += 1;
  const folder = home.ours("plugins", `spelt-${made}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "SYMPOSIUM.toml"), text);
  writeFileSync(join(folder, "fails.sh"), "cat >/dev/null; exit 7\n");
  try {
    await act(folder);
  } finally {
    // Not only the plugin: a closed hook that was known counts as gone only after a while.
    // What a call left to run in the background may be writing there.
    for (const path of [folder, home.ours("index"), home.ours("closed"), home.ours("last-good")]) await removeBusy(path);
  }
}

const CLOSED = 'on-failure = "closed"\n';

const GUARDS: readonly (readonly [what: string, text: string])[] = [
  ...[
    'on_failure = "closed"',
    'onFailure = "closed"',
    'ON_FAILURE = "closed"',
    'on-failure = "Closed"',
    'on-failure = " CLOSED "',
    'on-failure = "close"',
    'on-failure = "deny"',
    "on-failure = true",
    "on-failure = 1",
    'on-faliure = "closed"',
    'on-fail = "closed"',
    'failure = "closed"',
    "fail-closed = true",
  ].map((line) => [line, `${HEAD}${HOOK}${line}\n`] as const),
  ["the policy above all hooks", `${HEAD}${CLOSED}${HOOK}`],
  ["the policy among the defaults", `${HEAD}${HOOK}[defaults]\n${CLOSED}`],
  ["a misspelt matcher", `${HEAD}${HOOK}${CLOSED}matchr = "Read"\n`],
  ["a matcher that cannot match", `${HEAD}${HOOK}${CLOSED}matcher = "("\n`],
  ["a misspelt agent", `${HEAD}${HOOK}${CLOSED}agent = "cluade"\n`],
  ["a misspelt gate", `${HEAD}${HOOK}${CLOSED}crate = "nowhere-used"\n`],
  ["a misspelt event", `${HEAD}${HOOK.replace("PreToolUse", "PreTolUse")}${CLOSED}`],
  ["a misspelt command", `${HEAD}${HOOK.replace("command", "comand")}${CLOSED}`],
  ["a misspelt script", `${HEAD}${HOOK.replace("script", "scrpt")}${CLOSED}`],
  ["an undeclared command", `${HEAD}[[hooks]]\nname = "deny"\nevent = "PreToolUse"\ncommand = "nobody"\n${CLOSED}`],
  ["misspelt hooks", `${HEAD}${HOOK.replace("hooks", "hook")}${CLOSED}`],
  ["a misspelt gate of the plugin", `name = "spelt"\ncrate = ["*"]\n${HOOK}${CLOSED}`],
  ["a plugin without a name", `crates = ["*"]\n${HOOK}${CLOSED}`],
];

describe("RT-39 the registered command of an agent denies with", () => {
  test.each(GUARDS)("%s", { timeout: 60_000 }, (_, text) =>
    withPlugin(text, async (folder) => {
      for (const agent of SOME) await expectDenied(agent, await home.call(agent));
      expect((await home.inProcess("plugin", "validate", folder)).exitCode).toBe(1);
    }),
  );
});

test("RT-16 the same guard without the policy is open, so it is the policy that denies", { timeout: 60_000 }, () =>
  withPlugin(HEAD + HOOK, async () => {
    for (const agent of SOME) await expectOpen(agent, await home.call(agent));
  }),
);
