/** Agents that cannot rewrite: whatever calls were made and demanded before, one passes only as the guard wants it now. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { HandlerJob } from "../../src/host/run-handler.ts";
import { agentsUnderTest, inSession } from "../conformance/agents.ts";
import { withToolInput } from "../oracles/oracle.ts";
import { createHome } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { SEED } from "../support/random.ts";
import { times } from "../support/thoroughness.ts";

const cases = (await agentsUnderTest()).flatMap(({ oracle, payloads }) =>
  payloads
    .filter(({ name, event, payload }) => {
      const can = oracle.obeys(event, payload);
      return name.endsWith(".shell") && oracle.means(event, payload) === "PreToolUse" && can.block && !can.rewrite;
    })
    .map((file) => ({ agent: oracle.agent, oracle, file })),
);

/** The guard makes commands safe, and writes a new description each time. */
const isSafe = (command: string) => command.startsWith("safe ");

const call = fc.record({
  command: fc.constantFrom("ls", "safe ls", "rm x", "safe rm x", "safe safe ls"),
  description: fc.constantFrom("one", "two", undefined),
  session: fc.constantFrom("a", "b"),
});

describe("RT-18 an agent that cannot rewrite runs a call only as the guard wants it now", () => {
  test("there are some", () =>
    expect(cases.map(({ agent }) => agent)).toEqual(expect.arrayContaining(["goose", "kiro", "qwen-code", "windsurf"])));

  test.each(cases)("$agent $file.name", { timeout: 120_000 }, async ({ agent, oracle, file }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 6 }), async (calls) => {
        await using home = await createHome(plugin("guard", hook("rewrite"), { "rewrite.sh": "" }));
        let turn = 0;
        const runHandler = async ({ input }: HandlerJob) => {
          const { command } = (JSON.parse(String(input)) as { PreToolUse: { tool_input: { command: string } } }).PreToolUse.tool_input;
          const updatedInput = { command: isSafe(command) ? command : `safe ${command}`, description: `checked ${turn++}` };
          return { kind: "exited", code: 0, stdout: JSON.stringify({ PreToolUse: { updatedInput } }), stderr: "", ms: 1 } as const;
        };
        const demanded = new Set<string>();
        for (const { command, description, session } of calls) {
          const before = oracle.toolInput(file.payload) as object;
          const toolInput = {
            ...before,
            [oracle.commandField ?? "command"]: command,
            ...(description === undefined ? {} : { description }),
          };
          const payload = inSession(oracle, { ...file, payload: withToolInput(oracle, file.payload, toolInput) }, session);
          const answer = await home.call(agent, file.event, payload, { services: { runHandler } });
          const { blocked } = await oracle.read(file.event, payload, answer);
          const safe = isSafe(command) ? command : `safe ${command}`;
          const passes = isSafe(command) && (demanded.has(`${session} ${safe}`) || demanded.has(`${session} any`));
          expect(blocked, JSON.stringify({ command, description, session, demanded: [...demanded] })).toBe(!passes);
          // A demand about words alone is about every call of the tool.
          if (blocked) demanded.add(isSafe(command) ? `${session} any` : `${session} ${safe}`);
        }
      }),
      { seed: SEED, numRuns: times({ quick: 15, sample: 40, all: 100, proof: 500 }) },
    );
  });
});
