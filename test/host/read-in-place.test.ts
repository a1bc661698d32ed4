import { linkSync, renameSync, rmSync, symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readInPlace } from "../../src/host/read-file.ts";
import { takeSnapshot } from "../../src/plugins/skills/skill-files.ts";

const SECRET = "s3cret";
const SKILL = "---\nname: own\ndescription: own\n---\n";

describe("PL-20 PL-32 what changes between the look and the copy", () => {
  test("a file that has become a link is not read", async () => {
    await using fixture = await createFixture({ "skill/SKILL.md": SKILL, "skill/data": "plain", secret: SECRET });
    const skill = fixture.getPath("skill");
    const snapshot = takeSnapshot(skill);
    const from = snapshot.ok ? (snapshot.files.find(({ path }) => path === "data")?.from ?? "") : "";
    expect(readInPlace(from, 100).toString()).toBe("plain");
    rmSync(from);
    symlinkSync(fixture.getPath("secret"), from);
    expect(() => readInPlace(from, 100)).toThrow("ELOOP");
  });

  test("nor one whose folder has become a link", async () => {
    await using fixture = await createFixture({ "skill/more/data": "plain", "elsewhere/data": SECRET });
    const file = fixture.getPath("skill/more/data");
    renameSync(fixture.getPath("skill/more"), fixture.getPath("skill/old"));
    symlinkSync(fixture.getPath("elsewhere"), fixture.getPath("skill/more"));
    expect(() => readInPlace(file, 100)).toThrow("was replaced by a link");
  });

  test("a hard link is the user's own doing: no clone can bring one, and it is read like any file", async () => {
    await using fixture = await createFixture({ data: "plain", skill: { "SKILL.md": SKILL } });
    linkSync(fixture.getPath("data"), fixture.getPath("skill/data"));
    expect(readInPlace(fixture.getPath("skill/data"), 100).toString()).toBe("plain");
  });
});
