/** The test harness itself: without an attack the guard's own denial arrives, and without a guard the agent continues. */

import { describe, test } from "vitest";

import { ALLOWS, expectDenied, expectOpen, FORMS, GUARD_REASON, GUARDED, guardedHome, MOST } from "./guarded-home.ts";

/** Node takes several times as long: in a sample those agents that stand for all. */
const AGENTS = { native: GUARDED, node: MOST };

describe.each(FORMS)("the agents' own command lines, with the %s program", (form) => {
  const agents = AGENTS[form];

  test("RT-16 RT-38 the guard denies on each agent, and an allowing one lets the call go on", { timeout: 120_000 }, async () => {
    await using guarded = await guardedHome({ form, agents });
    await using open = await guardedHome({ form, script: ALLOWS, agents });
    for (const agent of agents) {
      await expectDenied(agent, await guarded.call(agent), { reason: GUARD_REASON });
      await expectOpen(agent, await open.call(agent));
    }
  });

  test("RT-16 RT-38 a guard whose script is not there is closed on each agent", { timeout: 120_000 }, async () => {
    await using home = await guardedHome({ form, script: null, agents });
    for (const agent of agents) await expectDenied(agent, await home.call(agent), { reason: /guard\/at-PreToolUse/ });
  });
});
