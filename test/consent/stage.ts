/** A repository, a package and a place for decisions. */

import { createFixture } from "fs-fixture";

import { openConsents, standingOf } from "../../src/consent/consent-book.ts";
import type { ConsentRecord } from "../../src/consent/consent-file.ts";
import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import type { Subject } from "../../src/consent/subject.ts";
import { placesIn } from "../../src/host/places.ts";
import { PACKAGE, REPOSITORY } from "./subjects.ts";

export async function stage() {
  const fixture = await createFixture({ own: {}, repository: REPOSITORY, package: PACKAGE, other: {} });
  const places = placesIn(fixture.getPath("own"), "linux");
  const place = { places, now: Date.now };
  const decide = (subject: Subject, decision: ConsentRecord["decision"] = "accepted", scope: ConsentRecord["scope"] = "workspace") =>
    recordDecision(place, subject, { decision, scope, digest: snapshotOf(subject).digest });
  const stateOf = (subject: Subject) => standingOf(openConsents(places), subject);
  return { fixture, places, place, decide, stateOf, at: fixture.getPath, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}
