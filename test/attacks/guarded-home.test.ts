/** The harness itself: with nothing wrong the guard's own denial arrives, and without a guard's denial the agent goes on. */

import { describe, test } from "vitest";

import { ALLOWS, expectDenied, expectOpen, FORMS, GUARD_REASON, GUARDED, guardedHome } from "./guarded-home.ts";

describe.each(FORMS)("%s", (form) => {
  test("RT-16 RT-38 the guard denies on every agent, and an allowing one lets the call go on", { timeout: 120_000 }, async () => {
    await using guarded = await guardedHome({ form, agents: GUARDED });
    await using open = await guardedHome({ form, script: ALLOWS, agents: GUARDED });
    for (const agent of GUARDED) {
      await expectDenied(agent, await guarded.call(agent), { reason: GUARD_REASON });
      await expectOpen(agent, await open.call(agent));
    }
  });

  test("RT-16 RT-38 a guard whose script is not there is closed on every agent", { timeout: 120_000 }, async () => {
    await using home = await guardedHome({ form, script: null, agents: GUARDED });
    for (const agent of GUARDED) await expectDenied(agent, await home.call(agent), { reason: /guard\/at-PreToolUse/ });
  });
});
