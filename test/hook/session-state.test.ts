import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { changeSession, pruneSessions } from "../../src/hook/close-session.ts";
import { changed, FRESH_SESSION, readSession, sessionFile } from "../../src/hook/session.ts";

const NOTHING = { delivered: [], held: [], wanted: [], reported: [] };
const now = () => Date.now();

describe("RT-24 the memory of a session", () => {
  test("is one private file per agent and session, whatever the session is called", async () => {
    await using home = await createFixture();
    const places = { sessions: home.getPath("sessions") };
    const ids = ["plain", "../../escape", "a/b", "a_b", "", "x".repeat(500), "ü\n"];
    const files = ids.map((id) => sessionFile(places, "codex", id));
    expect(new Set(files).size).toBe(ids.length);
    for (const file of files) {
      changeSession(file, { ...NOTHING, reported: ["x"] }, now);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(home.getPath("sessions/codex"))).toHaveLength(ids.length);
    expect(statSync(home.getPath("sessions/codex")).mode & 0o777).toBe(0o700);
  });

  test("changes are made to what is there by then", async () => {
    await using home = await createFixture();
    const file = home.getPath("s/one.json");
    changeSession(file, { ...NOTHING, held: ["a"] }, now);
    changeSession(file, { ...NOTHING, held: ["b"] }, now);
    changeSession(file, { ...NOTHING, delivered: ["a"], reported: ["t"], stopBlocks: { turn: 2 }, stopReason: "r" }, now);
    expect(readSession(file)).toEqual({ waiting: ["b"], wanted: [], reported: ["t"], stopBlocks: { turn: 2 }, stopReason: "r" });
  });

  test.each(["", "{", "[]", "null", '{"waiting":5,"wanted":[1],"told":{},"stopBlocks":"x"}'])(
    "%j on the disk counts as empty",
    async (text) => {
      await using home = await createFixture({ "s.json": text });
      expect(readSession(home.getPath("s.json"))).toEqual(FRESH_SESSION);
    },
  );

  test("what waits is bounded", () => {
    const long = "x".repeat(60_000);
    expect(changed(FRESH_SESSION, { ...NOTHING, held: [long, `${long}y`] }).waiting).toEqual([long]);
  });

  test("is pruned after seven days, and not by a clock that was set back", async () => {
    await using home = await createFixture();
    const places = { sessions: home.path };
    mkdirSync(home.getPath("codex"));
    const day = 24 * 60 * 60;
    for (const [name, age] of [
      ["old", 8],
      ["young", 6],
    ] as const) {
      const file = home.getPath(`codex/${name}.json`);
      writeFileSync(file, "{}");
      const then = Date.now() / 1000 - age * day;
      utimesSync(file, then, then);
    }
    pruneSessions(places, "codex", Date.now() - 30 * day * 1000);
    expect(readdirSync(home.getPath("codex"))).toEqual(["old.json", "young.json"]);
    pruneSessions(places, "codex", Date.now());
    expect(readdirSync(home.getPath("codex"))).toEqual(["young.json"]);
  });

  test("is pruned, though another file vanishes or cannot be asked about", async () => {
    await using home = await createFixture({ "codex/b.json": "{}" });
    // A question that follows the link finds nothing, as with a file that another call has just removed.
    symlinkSync(home.getPath("nothing"), home.getPath("codex/a.json"));
    pruneSessions({ sessions: home.path }, "codex", Date.now() + 8 * 24 * 60 * 60 * 1000);
    expect(readdirSync(home.getPath("codex"))).toEqual([]);
  });

  test("makes room when it begins, so that it is bounded without any word of a session's start or end", async () => {
    await using home = await createFixture({ "windsurf/old.json": "{}", "windsurf/young.json": "{}" });
    utimesSync(home.getPath("windsurf/old.json"), 1, 1);
    const file = home.getPath("windsurf/new.json");
    changeSession(file, { ...NOTHING, reported: ["x"] }, now);
    expect(readdirSync(home.getPath("windsurf")).sort()).toEqual(["new.json", "young.json"]);
    utimesSync(home.getPath("windsurf/young.json"), 1, 1);
    changeSession(file, { ...NOTHING, reported: ["y"] }, now);
    expect(readdirSync(home.getPath("windsurf")).sort()).toEqual(["new.json", "young.json"]);
  });

  test("a state that cannot be written is left, and nothing is thrown", async () => {
    await using home = await createFixture({ file: "in the way" });
    expect(() => changeSession(home.getPath("file/s.json"), { ...NOTHING, reported: ["x"] }, now)).not.toThrow();
    expect(readFileSync(home.getPath("file"), "utf8")).toBe("in the way");
  });
});
