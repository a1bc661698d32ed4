import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { fact, file, measured } from "../../src/agents/fact.ts";
import { hasOwnEntry, type HookPlaces } from "../../src/runtime/own-entry.ts";

const SEEN = measured("1", "2026-11-15");
const places: HookPlaces = {
  hookFiles: { user: [file(".other/hooks/*.json", SEEN)], project: [file(".other/hooks.json", SEEN), file(".first/settings.json", SEEN)] },
  relocatedBy: [fact({ variable: "OTHER_HOME", from: ".other", to: "." }, SEEN)],
};
const calling = (agent: string) =>
  JSON.stringify({ command: `[ ! -x "$1/bin/symposium-hook" ] || "$1/bin/symposium-hook" ${agent} PreToolUse || :` });

async function found(tree: Record<string, string>, env: Record<string, string> = {}): Promise<boolean> {
  await using fixture = await createFixture({ "home/keep": "", "project/keep": "", ...tree });
  const moved = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, fixture.getPath(path)]));
  return hasOwnEntry(places, "first", { home: fixture.getPath("home"), env: moved }, fixture.getPath("project"));
}

describe("RT-23 an entry of the caller's own", () => {
  test("is found in its project file and among its user files", async () => {
    expect(await found({ "project/.other/hooks.json": calling("other") })).toBe(true);
    expect(await found({ "home/.other/hooks/a.json": "{}", "home/.other/hooks/b.json": calling("other") })).toBe(true);
  });

  test("of another agent that shares the file counts, since the caller runs it", async () => {
    expect(await found({ "project/.other/hooks.json": calling("sharing") })).toBe(true);
  });

  test("is not the entry that called, in the file that both read", async () => {
    expect(await found({ "project/.first/settings.json": calling("first") })).toBe(false);
  });

  test("is none where there is no such file, or no call of ours in it", async () => {
    expect(await found({})).toBe(false);
    expect(await found({ "project/.other/hooks.json": '{"command":"lint"}', "home/.other/hooks/notes.txt": calling("other") })).toBe(false);
  });

  test("is looked for where a variable has moved the folder", async () => {
    const tree = { "home/.other/hooks/a.json": calling("other"), "moved/hooks/keep": "" };
    expect(await found(tree, { OTHER_HOME: "moved" })).toBe(false);
    expect(await found({ "moved/hooks/a.json": calling("other") }, { OTHER_HOME: "moved" })).toBe(true);
  });

  test("is read in the forms of other shells and systems", async () => {
    expect(
      await found({ "project/.other/hooks.json": JSON.stringify({ powershell: '& "$d\\bin\\symposium-hook.exe" other preToolUse' }) }),
    ).toBe(true);
  });
});
