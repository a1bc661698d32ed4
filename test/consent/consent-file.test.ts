import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { openConsents, standingOf } from "../../src/consent/consent-book.ts";
import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { placesIn } from "../../src/host/places.ts";
import { breakAt, restore } from "../setup/faults/break-at.mjs";
import { REPOSITORY, repositoryAt } from "./subjects.ts";

async function accepted() {
  const fixture = await createFixture({ own: {}, repository: REPOSITORY });
  const places = placesIn(fixture.getPath("own"), "linux");
  const subject = repositoryAt(fixture.getPath("repository"));
  const accept = () =>
    recordDecision({ places, now: Date.now }, subject, { decision: "accepted", scope: "workspace", digest: snapshotOf(subject).digest });
  accept();
  return { fixture, places, subject, accept, file: places.consent, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

const changed = (file: string, change: (value: { version: number; records: Record<string, unknown>[] }) => unknown) => {
  const value = JSON.parse(readFileSync(file, "utf8")) as never;
  writeFileSync(file, JSON.stringify(change(value) ?? value));
};

const FAULTS: Readonly<Record<string, readonly [why: string, break_: (file: string, own: string) => void]>> = {
  "is empty": ["is damaged", (file) => writeFileSync(file, "")],
  "is torn": ["is damaged", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 200))],
  "is another JSON": ["is damaged", (file) => writeFileSync(file, "[]")],
  "has a record of another shape": ["is damaged", (file) => changed(file, ({ records }) => void delete records[0]!["files"])],
  "has a record with an unknown decision": ["is damaged", (file) => changed(file, ({ records }) => void (records[0]!["decision"] = "yes"))],
  "has an earlier version": ["another version of Symposium", (file) => changed(file, (value) => ({ ...value, version: 1 }))],
  "has a later version": ["another version of Symposium", (file) => changed(file, (value) => ({ ...value, version: 3 }))],
  "has a part of another shape": ["is damaged", (file) => changed(file, ({ records }) => void (records[0]!["parts"] = [{}]))],
  "can be written by everyone": ["other users can write to", (file) => chmodSync(file, 0o666)],
  "can be written by the group": ["other users can write to", (file) => chmodSync(file, 0o620)],
  "is in a folder that everyone can write to": ["other users can write to", (_, own) => chmodSync(own, 0o777)],
  "is a link": [
    "is not a regular file",
    (file) => {
      writeFileSync(`${file}.real`, readFileSync(file), { mode: 0o600 });
      rmSync(file);
      symlinkSync(`${file}.real`, file);
    },
  ],
  "is a folder": [
    "is not a regular file",
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
};

describe("PL-17 the record permits nothing where it", () => {
  test.each(Object.entries(FAULTS))("%s", async (_, [why, damage]) => {
    await using here = await accepted();
    expect(standingOf(openConsents(here.places), here.subject).state).toBe("accepted");
    damage(here.file, here.places.base);
    const book = openConsents(here.places);
    expect(book).toMatchObject({ records: [], problem: expect.stringContaining(why) });
    expect(standingOf(book, here.subject)).toMatchObject({ state: "unknown", because: expect.stringContaining(why) });
    expect(here.accept, "and nothing is written").toThrow(why);
  });

  test.skipIf(process.getuid?.() !== 0)("belongs to another user", async () => {
    await using here = await accepted();
    chownSync(here.file, 12_345, 12_345);
    expect(openConsents(here.places).problem).toContain("belongs to another user");
  });
});

describe("PL-17 the record", () => {
  test("is private, and closes a folder that a group could write to before the first record", async () => {
    await using here = await accepted();
    expect(statSync(here.file).mode & 0o777).toBe(0o600);
    rmSync(here.file);
    chmodSync(here.places.base, 0o775);
    here.accept();
    expect(statSync(here.places.base).mode & 0o777).toBe(0o755);
    expect(standingOf(openConsents(here.places), here.subject).state).toBe("accepted");
  });

  test("is found where the directory itself is a link", async () => {
    await using here = await accepted();
    symlinkSync(here.places.base, here.fixture.getPath("link"));
    const places = placesIn(here.fixture.getPath("link"), "linux");
    expect(standingOf(openConsents(places), here.subject).state).toBe("accepted");
  });

  test("is whole after a kill at any change: the old decision or the new one", async () => {
    await using here = await accepted();
    const decline = () =>
      recordDecision({ places: here.places, now: Date.now }, here.subject, {
        decision: "declined",
        scope: "workspace",
        digest: snapshotOf(here.subject).digest,
      });
    here.accept();
    breakAt({ root: here.places.base, how: "die" });
    decline();
    const count = restore();
    expect(count).toBeGreaterThan(4);
    const seen = new Set<string>();
    for (let at = 1; at <= count; at++) {
      rmSync(here.places.locks, { recursive: true, force: true });
      here.accept();
      breakAt({ root: here.places.base, how: "die", at });
      try {
        decline();
      } catch {
        // A killed process prints nothing.
      } finally {
        restore();
      }
      const { state } = standingOf(openConsents(here.places), here.subject);
      expect(["accepted", "declined"], `change ${at} of ${count}`).toContain(state);
      seen.add(state);
    }
    expect(seen).toContain("accepted");
    rmSync(here.places.locks, { recursive: true, force: true });
    here.accept();
    expect(standingOf(openConsents(here.places), here.subject).state).toBe("accepted");
  });
});
