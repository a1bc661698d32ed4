import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { readSynced, standingOf, SYNCED_FORMAT, SYNCED_VERSION, type SyncedRecord } from "../../../src/plugins/skills/synced-record.ts";

const RECORD: SyncedRecord = {
  format: SYNCED_FORMAT,
  version: SYNCED_VERSION,
  workspace: "/w",
  program: "p",
  at: 1_000,
  until: 2_000,
  files: [["/no-such-file", "-"]],
  variables: [["NAME", "-"]],
  members: ["/w/a"],
  left: false,
  follows: false,
};
const asking = { program: "p", now: 1_500, folder: "/w", env: () => ({}), isStart: true };

test("PL-22 a record of a sync counts only if its whole shape is right", async () => {
  await using fixture = await createFixture({ "synced.json": JSON.stringify(RECORD) });
  const file = fixture.getPath("synced.json");
  expect(readSynced(file)).toEqual(RECORD);
  expect(await standingOf(file, asking)).toBe("in-step");
  for (const key of Object.keys(RECORD)) {
    for (const junk of [null, 7.5, { x: 1 }, [7], [["x"]], [[7, 7]]]) {
      if (junk === 7.5 && (key === "at" || key === "until")) continue;
      await fixture.writeFile("synced.json", JSON.stringify({ ...RECORD, [key]: junk }));
      expect([key, junk, await standingOf(file, asking)]).toEqual([key, junk, "due"]);
    }
  }
});
