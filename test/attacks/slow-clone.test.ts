/** Clones that take long to read: deep folders, huge manifests and lock files, thousands of members. The user's own guard still answers, in time and at every call. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import { describe, test } from "vitest";

import { expectDenied, FORMS, GUARD_REASON, guardedHome, SOME } from "./guarded-home.ts";
import { fewer, inTurns } from "../support/thoroughness.ts";
import { SLOW_CLONES } from "./slow-clones.ts";

const PLACES = ["in a repository", "outside one"] as const;
const CASES = PLACES.flatMap((place) => SLOW_CLONES.map(([name, write]) => [name, place, write] as const));

describe.each(FORMS)("within the time that an agent waits, the %s program", (form) => {
  test.each(fewer(inTurns(CASES, form, FORMS)))("RT-13 RT-37 %s, %s", { timeout: 240_000 }, async (_, place, write) => {
    await using home = await guardedHome({ form });
    if (place === "outside one") rmSync(join(home.project, ".git"), { recursive: true });
    const cwd = write(home.project);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd }), { reason: GUARD_REASON });
  });
});
