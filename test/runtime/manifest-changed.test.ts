import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { forgetRecords } from "../../src/trust/decide.ts";
import { answer, decide, decideSettled, subjectIn } from "../support/consented.ts";
import { commandHook, hooksText, type WrittenHook } from "../support/hook-manifest.ts";
import { createHome, type Home } from "../support/home.ts";
import { runInProcess } from "../support/run-in-process.ts";

const GUARD = commandHook("./guard.sh", { name: "guard", blocking: true, matcher: "shell" });
const DENY = '#!/bin/sh\ntouch "$SYMPOSIUM_HOME/ran"\necho "not here" >&2\nexit 2\n';
const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';
const NOT_HERE = /^deny: not here \(work\/guard\)/;

/** A repository with a manifest that the user agreed to, after a first call. */
async function agreed(hooks: readonly WrittenHook[] = [GUARD]): Promise<Home> {
  const work = { ".git": { HEAD: "ref: refs/heads/main\n" }, "hooks.json": hooksText(hooks), "guard.sh": DENY };
  const home = await createHome({}, { work });
  chmodSync(home.getPath("work/guard.sh"), 0o755);
  await decideSettled(home, "accepted");
  expect(await answer(home)).toMatch(/^deny/);
  rmSync(home.getPath("ran"), { force: true });
  return home;
}

const CHANGES: readonly (readonly [string, (at: (name: string) => string) => void])[] = [
  ["the manifest", (at) => writeFileSync(at("work/hooks.json"), hooksText([GUARD, commandHook('touch "$SYMPOSIUM_HOME/ran"')]))],
  ["the script that it names", (at) => appendFileSync(at("work/guard.sh"), "\n")],
  ["a script that is gone", (at) => rmSync(at("work/guard.sh"))],
  ["a manifest that is gone", (at) => rmSync(at("work/hooks.json"))],
  ["a manifest that cannot be read", (at) => writeFileSync(at("work/hooks.json"), '{"spec": "hooks/1.0", "hooks": [')],
  ["a manifest without the hook", (at) => writeFileSync(at("work/hooks.json"), hooksText([commandHook("true")]))],
  ["a hook that no longer blocks", (at) => writeFileSync(at("work/hooks.json"), hooksText([{ ...GUARD, blocking: false }]))],
];

describe("IX-10 PL-17 a blocking hook of a manifest that changed after the consent", () => {
  test.each(CHANGES)("%s: denies without running anything, and says what to run", async (_, change) => {
    await using home = await agreed();
    change(home.getPath);
    for (let call = 0; call < 2; call++) {
      const denied = await answer(home);
      expect(denied).toMatch(/^deny: .*`blocking` denies the call.*`symposium trust (?:accept|revoke) work`/s);
      expect(denied).not.toContain("not here");
    }
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });

  test("runs again with the old bytes, and with the new ones after a yes", async () => {
    await using home = await agreed();
    const before = readFileSync(home.getPath("work/guard.sh"));
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).not.toMatch(NOT_HERE);
    writeFileSync(home.getPath("work/guard.sh"), before);
    expect(await answer(home)).toMatch(NOT_HERE);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    decide(home, "accepted");
    expect(await answer(home)).toMatch(NOT_HERE);
  });

  test.each([
    ["a no to the new bytes", (home: Home) => void decide(home, "declined")],
    [
      "a consent that is taken back",
      (home: Home) => {
        const { subject: _subject, ...where } = subjectIn(home);
        forgetRecords(where, (records) => records);
      },
    ],
  ])("denies no more after %s", async (_, end) => {
    await using home = await agreed();
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny/);
    end(home);
    expect(await answer(home)).toBe("");
  });

  test("denies while the record of consents is damaged", async () => {
    await using home = await agreed();
    writeFileSync(home.services().places.consent, "{");
    expect(await answer(home)).toMatch(/^deny: .*the record of your consents cannot be used/s);
  });

  test("denies while the index cannot be rebuilt", async () => {
    await using home = await agreed();
    rmSync(home.getPath("last-good"), { recursive: true });
    writeFileSync(home.services().places.config, "auto-sync = \n");
    expect(await answer(home)).toMatch(NOT_HERE);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny: .*`blocking` denies the call: plugin `work` or your consent to it changed/s);
    expect(home.trace().at(-1)).toMatchObject({ index: "last-good" });
  });

  test.each([
    ["one that does not block", commandHook("./guard.sh", { name: "guard", matcher: "shell" })],
    ["one that nothing waits for", commandHook("./guard.sh", { name: "guard", blocking: true }, { async: true })],
    ["one at an event that prevents nothing", commandHook("./guard.sh", { name: "guard", event: "after_tool_execute", blocking: true })],
  ])("%s only stops running", async (_, hook) => {
    await using home = await agreed([GUARD, hook]);
    writeFileSync(home.getPath("work/hooks.json"), hooksText([hook]));
    decide(home, "accepted");
    expect(await answer(home)).toBe("");
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toBe("");
  });

  test("one that the user never agreed to denies nothing", async () => {
    const work = { ".git": { HEAD: "ref: refs/heads/main\n" }, "hooks.json": hooksText([GUARD]), "guard.sh": DENY };
    await using home = await createHome({}, { work });
    expect(await answer(home)).toBe("");
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toBe("");
  });

  test("`status` and `sync` say that it denies, and what to run", async () => {
    await using home = await agreed();
    writeFileSync(home.services().places.config, CONFIG);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    const context = { ...home.services().context, cwd: home.getPath("work") };
    const told = /guard\.sh changed since you accepted it, and its hook `guard` denies until you decide.*`symposium trust accept work`/s;
    expect((await runInProcess({ args: ["status"], context })).stdout).toMatch(told);
    expect((await runInProcess({ args: ["sync"], context })).stderr).toMatch(told);
    expect(await runInProcess({ args: ["sync", "--check"], context })).toMatchObject({ exitCode: 1 });
  });

  test("IX-17 a project's policy does not disarm it", async () => {
    await using home = await agreed();
    writeFileSync(home.getPath("work/symposium-policy.toml"), "[policy]\ndisable-all-hooks = true\n");
    expect(await answer(home)).toMatch(NOT_HERE);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny: .*changed since you accepted it/s);
  });
});
