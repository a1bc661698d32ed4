import { expect, test } from "vitest";

import { absorb, isDenied, nothingYet } from "../../src/runtime/combine.ts";
import { degrade } from "../../src/runtime/degrade.ts";
import { FRESH_SESSION } from "../../src/runtime/session-state.ts";
import { ALL, host, shellInput } from "../support/hook-input.ts";

const agent = host();
const author = { plugin: "guard", hook: "check", onUnsupported: "deny" } as const;
const helpless = shellInput({ can: { ...ALL, block: false, ask: false } });

test.each([
  ["deny", "deny-unsupported"],
  ["ask", "ask-unsupported"],
] as const)("RT-6 an agent that obeys no denial before a tool is sent none, and the loss of %j is recorded", (decision, loss) => {
  const combined = absorb(nothingYet(helpless), { decision, reason: "too risky" }, author, agent, []);
  expect(isDenied(combined)).toBe(false);
  const { answer, losses } = degrade(combined, agent, FRESH_SESSION, true);
  expect({ answer, losses }).toEqual({ answer: {}, losses: [{ code: loss }] });
});
