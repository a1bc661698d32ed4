import { appendFileSync, chmodSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { forgetRecords } from "../../src/consent/decide.ts";
import type { HookServices } from "../../src/hook/services.ts";
import { tableOf } from "../../src/lookup.ts";
import { answer, CLOSED, decide, repositoryHome as repository, SHELL, subjectIn } from "../support/consented.ts";
import { capturedPayload } from "../support/payloads.ts";

const DENIED = expect.stringMatching(/^deny: .*Not here\./s);

describe("PL-16 PL-26 a repository's own plugin", () => {
  test("runs nothing before the user agreed, everything afterwards, and nothing after a no", async () => {
    await using home = await repository();
    expect(await answer(home)).toBe("");
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    decide(home, "declined");
    expect(await answer(home)).toBe("");
  });

  test("a clone in another folder is another workspace", async () => {
    await using home = await repository();
    decide(home, "accepted");
    renameSync(home.getPath("work"), home.getPath("moved"));
    const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("moved") }, { cwd: home.getPath("moved") });
    expect(stdout).not.toContain("deny");
  });
});

const CHANGES: readonly (readonly [string, (at: (name: string) => string) => void])[] = [
  ["one byte of the script", (at) => appendFileSync(at("work/deny.sh"), "\n")],
  ["the entry in the manifest", (at) => appendFileSync(at("work/SYMPOSIUM.toml"), "timeout = 7\n")],
  ["another file that `files` lists", (at) => writeFileSync(at("work/lib/words.sh"), "x")],
  ["a file that appears among those", (at) => writeFileSync(at("work/lib/more.sh"), "")],
  ["a script that is gone", (at) => rmSync(at("work/deny.sh"))],
  ["a manifest that is gone", (at) => rmSync(at("work/SYMPOSIUM.toml"))],
  ["a manifest that cannot be parsed", (at) => writeFileSync(at("work/SYMPOSIUM.toml"), "name = [")],
  ["a manifest without the hook", (at) => writeFileSync(at("work/SYMPOSIUM.toml"), 'name = "house-rules"\n')],
  [
    "a script replaced by a link",
    (at) => {
      renameSync(at("work/deny.sh"), at("work/other.sh"));
      symlinkSync("other.sh", at("work/deny.sh"));
    },
  ],
  [
    "a change whose time is set back",
    (at) => {
      const file = at("work/deny.sh");
      const { atime, mtime } = statSync(file);
      writeFileSync(file, readFileSync(file, "utf8").replace("Not here", "not here"));
      utimesSync(file, atime, mtime);
    },
  ],
];

test("PL-24 an agent without a session-start event gets the consent hint with the first prompt", async () => {
  await using home = await repository();
  const loadHookTime: HookServices["loadHookTime"] = async (agent) => {
    const loaded = await home.services().loadHookTime(agent);
    const events = Object.entries(loaded!.events).filter(([, { event }]) => event !== "SessionStart");
    return { ...loaded!, events: tableOf(Object.fromEntries(events)) };
  };
  const prompt = { ...capturedPayload("claude-code", "UserPromptSubmit"), cwd: home.getPath("work") };
  const { stdout } = await home.call("claude", "UserPromptSubmit", prompt, { services: { loadHookTime } });
  expect(stdout).toContain("wait for the user's consent before anything of them runs: `house-rules`");
});

describe("PL-17 changed bytes do not run until the user agreed to them", () => {
  test.each(CHANGES)("%s: a closed hook denies, and says what to run", async (_, change) => {
    await using home = await repository();
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    change((name) => home.getPath(name));
    const denied = await answer(home);
    expect(denied).toMatch(/^deny: /);
    expect(denied).not.toContain("Not here.");
    expect(denied).toContain("`symposium trust ");
  });

  test.each(CHANGES)("%s: an open hook does not run", async (_, change) => {
    await using home = await repository("");
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    change((name) => home.getPath(name));
    expect(await answer(home)).toBe("");
  });

  test.each([CLOSED, ""])("the old bytes run again when they are back (%j)", async (policy) => {
    await using home = await repository(policy);
    decide(home, "accepted");
    const before = readFileSync(home.getPath("work/deny.sh"));
    appendFileSync(home.getPath("work/deny.sh"), "\n");
    expect(await answer(home)).not.toEqual(DENIED);
    writeFileSync(home.getPath("work/deny.sh"), before);
    expect(await answer(home)).toEqual(DENIED);
  });

  test("a file that is only touched runs on", async () => {
    await using home = await repository();
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    utimesSync(home.getPath("work/deny.sh"), 1, 1);
    expect(await answer(home)).toEqual(DENIED);
  });

  test("a closed hook denies no more after the consent is taken back", async () => {
    await using home = await repository();
    decide(home, "accepted");
    const { subject: _subject, ...where } = subjectIn(home);
    appendFileSync(home.getPath("work/deny.sh"), "\n");
    expect(await answer(home)).toMatch(/^deny/);
    forgetRecords(where, (records) => records);
    expect(await answer(home)).toBe("");
  });

  test.each([
    ["damaged", (file: string) => writeFileSync(file, "{")],
    // Only a record that was changed since is read again.
    ["writable by others", (file: string) => [chmodSync(file, 0o666), utimesSync(file, 1, 1)]],
  ])("a record that is %s permits nothing, and closed hooks that were agreed to deny", async (_, spoil) => {
    await using home = await repository();
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    const { places } = home.services();
    spoil(places.consent);
    for (let call = 0; call < 2; call++) {
      const denied = await answer(home);
      expect(denied).toMatch(/^deny: .*the record of your consents cannot be used/s);
    }
  });

  test("a record that is missing agrees to nothing", async () => {
    await using home = await repository();
    decide(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    rmSync(home.services().places.consent);
    expect(await answer(home)).toMatch(/^deny: /);
  });
});
