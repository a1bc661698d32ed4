import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { isLongAgo, readState, recordState, stampVersion } from "../../src/files/state-file.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const HOUR = 60 * 60 * 1000;

/** The file after an act, in a folder that is not there yet where `text` is absent. */
async function after(text: string | undefined, act: (file: string) => void): Promise<string> {
  await using fixture = await createFixture(text === undefined ? {} : { "own/state.toml": text });
  const file = fixture.getPath("own/state.toml");
  act(file);
  return readFileSync(file, "utf8");
}

describe("state.toml", () => {
  test("E14 E15 the first stamp makes folder and file, and there was no version before", async () => {
    expect(await after(undefined, (file) => expect(stampVersion(file, "1.2.3")).toBeUndefined())).toBe('version = "1.2.3"\n');
  });

  test("E16 an older version is reported and replaced", async () => {
    expect(await after('version = "1.0.0"\n', (file) => expect(stampVersion(file, "1.2.3")).toBe("1.0.0"))).toBe('version = "1.2.3"\n');
  });

  test("E21 a stamp leaves the last check, other keys, comments and tables as they are", async () => {
    const text = (version: string) =>
      `# ours\n  version = ${version} # who\nlast-update-check = "2026-11-15T12:00:00Z"\nlater = { a = 1 }\n\n[other]\nversion = "0"\n`;
    expect(await after(text("'1.0.0'"), (file) => void stampVersion(file, "1.2.3"))).toBe(text('"1.2.3"'));
  });

  test("a key that is missing goes in front of the first table", async () => {
    const text = await after("a = 1\n\n[other]\nb = 2\n", (file) => void recordState(file, { version: "1.2.3", lastUpdateCheck: NOW }));
    expect(text).toBe('a = 1\n\nversion = "1.2.3"\nlast-update-check = "2026-11-16T12:00:00.000Z"\n[other]\nb = 2\n');
  });

  test("what is the same already is not written", async () => {
    await after('version = "1.2.3"\n', (file) => {
      const { mtimeMs, ino } = statSync(file);
      stampVersion(file, "1.2.3");
      recordState(file, { version: "1.2.3" });
      expect(statSync(file)).toMatchObject({ mtimeMs, ino });
    });
  });

  test("everything that is recorded is read again, also a bare time", async () => {
    await after(undefined, (file) => {
      const state = { version: "1.2.3", lastUpdateCheck: NOW, latestVersion: "2.0.0", lastUpdateHint: NOW - HOUR };
      expect(recordState(file, state)).toBe(true);
      expect(readState(file)).toEqual(state);
    });
    await after("last-update-check = 2026-11-16T12:00:00Z\n", (file) => expect(readState(file)).toEqual({ lastUpdateCheck: NOW }));
  });

  test.each(["version = ", "\u0000", 'version = 3\n"', '"version" = "1"\nx = """\nversion = "2"\n"""\n'])(
    "%j is damaged: what cannot be edited is kept beside the new file",
    async (text) => {
      await using fixture = await createFixture({ "state.toml": text });
      const file = fixture.getPath("state.toml");
      stampVersion(file, "1.2.3");
      expect(readFileSync(file, "utf8")).toBe('version = "1.2.3"\n');
      expect(readFileSync(`${file}.damaged`, "utf8")).toBe(text);
    },
  );

  test("values of another kind count as absent, and bytes that are not text as damage", async () => {
    await using fixture = await createFixture({ "state.toml": 'version = 3\nlast-update-check = "soon"\nlatest-version = []\n' });
    const file = fixture.getPath("state.toml");
    expect(readState(file)).toEqual({});
    writeFileSync(file, Buffer.from([0xff, 0xfe]));
    expect(readState(file)).toEqual({});
    expect(recordState(file, { version: "1.2.3" })).toBe(true);
    expect(readState(file)).toEqual({ version: "1.2.3" });
  });

  test("a folder in its place stays, and nothing throws", async () => {
    await using fixture = await createFixture();
    const file = fixture.getPath("state.toml");
    mkdirSync(file);
    expect(stampVersion(file, "1.2.3")).toBeUndefined();
    expect(recordState(file, { version: "1.2.3" })).toBe(false);
    expect(readdirSync(fixture.path)).toEqual(["state.toml"]);
  });
});

describe("what happens at most daily", () => {
  test.each([
    { title: "nothing remembered", covers: ["E17", "E18"], time: undefined, due: true },
    { title: "an hour ago", covers: ["E19"], time: NOW - HOUR, due: false },
    { title: "25 hours ago", covers: ["E20"], time: NOW - 25 * HOUR, due: true },
    { title: "tomorrow: the clock was set back", covers: ["E20"], time: NOW + 25 * HOUR, due: true },
    { title: "just now", covers: ["E19"], time: NOW, due: false },
  ])("$title: due is $due", ({ time, due }) => {
    expect(isLongAgo(time, NOW)).toBe(due);
  });
});
