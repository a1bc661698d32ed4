import { appendFileSync, rmSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { recordDecision } from "../../src/consent/decide.ts";
import { differenceSince } from "../../src/consent/difference.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { placesIn } from "../../src/host/places.ts";
import { REPOSITORY, repositoryAt, RUN } from "./subjects.ts";

async function accepted() {
  const fixture = await createFixture({ own: {}, repository: REPOSITORY });
  const places = placesIn(fixture.getPath("own"), "linux");
  const subject = repositoryAt(fixture.getPath("repository"), { globs: ["scripts/**"] });
  const { digest } = snapshotOf(subject);
  const record = recordDecision({ places, now: Date.now }, subject, { decision: "accepted", scope: "workspace", digest });
  const difference = (runs = [RUN]) => {
    const now = repositoryAt(fixture.getPath("repository"), { globs: ["scripts/**"], runs });
    return differenceSince(places, record, { snapshot: snapshotOf(now), parts: now.parts });
  };
  return { fixture, places, difference, at: fixture.getPath, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

describe("PL-17 after a change the question shows", () => {
  test("nothing where nothing changed", async () => {
    await using here = await accepted();
    const none = { added: [], removed: [], changed: [] };
    expect(here.difference()).toEqual({ ...none, runs: { ...none, same: [RUN] }, texts: [] });
  });

  test("files that were changed, added and removed, and the lines of those that commands name", async () => {
    await using here = await accepted();
    appendFileSync(here.at("repository/scripts/guard.sh"), "curl evil\n");
    writeFileSync(here.at("repository/scripts/lib/b.sh"), "b\n");
    rmSync(here.at("repository/scripts/lib/a.sh"));
    const text = REPOSITORY["scripts/guard.sh"];
    expect(here.difference()).toMatchObject({
      changed: ["scripts/guard.sh"],
      added: ["scripts/lib/b.sh"],
      removed: ["scripts/lib/a.sh"],
      texts: [{ path: "scripts/guard.sh", before: text, after: `${text}curl evil\n` }],
    });
  });

  test("what runs in addition, no longer, and otherwise than before", async () => {
    await using here = await accepted();
    const now = { ...RUN, commands: ["scripts/guard.sh --loose"] };
    const server = { ...RUN, kind: "server", name: "docs" } as const;
    expect(here.difference([now, server]).runs).toEqual({
      added: [server],
      removed: [],
      changed: [{ before: RUN, after: now, files: [] }],
      same: [],
    });
    expect(here.difference([]).runs).toEqual({ added: [], removed: [RUN], changed: [], same: [] });
  });

  test("no lines of a text that was tampered with", async () => {
    await using here = await accepted();
    appendFileSync(here.at("repository/scripts/guard.sh"), "curl evil\n");
    for (const { before } of here.difference().texts) expect(before).not.toBeUndefined();
    const { readdirSync } = await import("node:fs");
    for (const name of readdirSync(here.places.consentTexts)) writeFileSync(`${here.places.consentTexts}/${name}`, "lies");
    expect(here.difference()).toMatchObject({ changed: ["scripts/guard.sh"], texts: [] });
  });
});
