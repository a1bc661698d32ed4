import { describe, expect, test } from "vitest";

import type { EventFacts } from "../../src/agents/agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { agentsUnderTest } from "./agents.ts";
import { DECIDED } from "./expected.ts";
import { lookUp, tableOf } from "../../src/lookup.ts";

describe("RT-30 the tables of abilities say what the oracles say", async () => {
  const found = await agentsUnderTest();

  test.each(found)("$oracle.agent: every captured event is one the oracle knows", ({ oracle, payloads }) => {
    expect(payloads.length).toBeGreaterThan(0);
    for (const { event } of payloads) expect(oracle.events).toContain(event);
  });

  test.each(found)("$oracle.agent: same events, same meaning, same abilities", ({ oracle }) => {
    const table = AGENTS.find(({ name }) => name === oracle.agent)?.events ?? tableOf<EventFacts>({});
    expect(Object.keys(table).sort()).toEqual([...oracle.events].sort());
    for (const event of oracle.events) {
      const { block, ask, rewrite, context, stop } = oracle.obeys(event, {});
      const neutral = oracle.means(event, {});
      expect(lookUp(table, event)?.event ?? null, event).toBe(neutral);
      if (neutral === null) continue;
      expect(lookUp(table, event)?.can, event).toEqual({ block: block && DECIDED.includes(neutral), ask, rewrite, context, stop });
    }
  });
});
