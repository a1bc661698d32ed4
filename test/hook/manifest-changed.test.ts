import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { forgetRecords } from "../../src/consent/decide.ts";
import { agreedManifest, DENY, GUARD } from "../support/agreed-manifest.ts";
import { answer, decide, subjectIn } from "../support/consented.ts";
import { commandHook, hooksText } from "../support/hook-manifest.ts";
import { createHome, type Home } from "../support/home.ts";

const NOT_HERE = /^deny: not here \(work\/guard\)/;

const CHANGES: readonly (readonly [string, (at: (name: string) => string) => void])[] = [
  ["its entry in the manifest", (at) => writeFileSync(at("work/hooks.json"), hooksText([{ ...GUARD, matcher: "file_edit" }]))],
  ["the script that it names", (at) => appendFileSync(at("work/guard.sh"), "\n")],
  ["a script that is gone", (at) => rmSync(at("work/guard.sh"))],
  ["a manifest that is gone", (at) => rmSync(at("work/hooks.json"))],
  ["a manifest that cannot be read", (at) => writeFileSync(at("work/hooks.json"), '{"spec": "hooks/1.0", "hooks": [')],
  ["a manifest without the hook", (at) => writeFileSync(at("work/hooks.json"), hooksText([commandHook("true")]))],
  ["a hook that no longer blocks", (at) => writeFileSync(at("work/hooks.json"), hooksText([{ ...GUARD, blocking: false }]))],
];

describe("IX-10 PL-17 a blocking hook of a manifest that changed after the consent", () => {
  test("another hook in the manifest: it waits, and the guard stays", async () => {
    await using home = await agreedManifest();
    writeFileSync(home.getPath("work/hooks.json"), hooksText([commandHook('touch "$SYMPOSIUM_HOME/other"'), GUARD]));
    for (let call = 0; call < 2; call++) expect(await answer(home)).toMatch(NOT_HERE);
    expect(existsSync(home.getPath("other"))).toBe(false);
  });

  test.each(CHANGES)("%s: denies without running anything, and says what to run", async (_, change) => {
    await using home = await agreedManifest();
    change(home.getPath);
    for (let call = 0; call < 2; call++) {
      const denied = await answer(home);
      expect(denied).toMatch(/^deny: .*denies this call.*`symposium trust (?:accept|revoke) work`/s);
      expect(denied).not.toContain("not here");
    }
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });

  test("runs again with the old bytes, and with the new ones after a yes", async () => {
    await using home = await agreedManifest();
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
    await using home = await agreedManifest();
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny/);
    end(home);
    expect(await answer(home)).toBe("");
  });

  test("denies while the record of consents is damaged", async () => {
    await using home = await agreedManifest();
    writeFileSync(home.services().places.consent, "{");
    expect(await answer(home)).toMatch(/^deny: .*the record of your consents cannot be used/s);
  });

  test("denies while the index cannot be rebuilt", async () => {
    await using home = await agreedManifest();
    rmSync(home.getPath("last-good"), { recursive: true });
    writeFileSync(home.services().places.config, "auto-sync = \n");
    expect(await answer(home)).toMatch(NOT_HERE);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny: .*denies this call: plugin `work` or your consent to it changed/s);
    expect(home.trace().at(-1)).toMatchObject({ index: "last-good" });
  });

  test.each([
    ["one that does not block", commandHook("./guard.sh", { name: "guard", matcher: "shell" })],
    ["one that nothing waits for", commandHook("./guard.sh", { name: "guard", blocking: true }, { async: true })],
    ["one at an event that prevents nothing", commandHook("./guard.sh", { name: "guard", event: "after_tool_execute", blocking: true })],
  ])("%s only stops running", async (_, hook) => {
    await using home = await agreedManifest([GUARD, hook]);
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

  test("IX-17 a project's policy does not disarm it", async () => {
    await using home = await agreedManifest();
    writeFileSync(home.getPath("work/symposium-policy.toml"), "[policy]\ndisable-all-hooks = true\n");
    expect(await answer(home)).toMatch(NOT_HERE);
    appendFileSync(home.getPath("work/guard.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny: .*changed since you accepted it/s);
  });
});
