/** Words from outside (tools, events, fields, keys, agents, servers, sessions) never find what objects inherit: judged by the oracles. */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { AGENT_NAMES } from "../../src/agents/hook-list.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { agentsUnderTest, type AgentUnderTest } from "../conformance/agents.ts";
import { type Answered, createHome, type Home } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { INHERITED, outsideWord } from "../support/inherited-names.ts";
import { toolPayload } from "../support/tool-payload.ts";
import { times } from "../support/thoroughness.ts";

const UNDER_TEST = await agentsUnderTest();

const GUARD = ["PreToolUse", "Stop", "SubagentStop"]
  .map((event) => `[[hooks]]\nname = "at-${event}"\nevent = "${event}"\non-failure = "closed"\ncommand = { script = "no.sh" }\n`)
  .join("\n");

let home: Home;
beforeAll(async () => {
  home = await createHome(plugin("guard", GUARD, { "no.sh": "exit 2" }));
});
afterAll(() => home[Symbol.asyncDispose]());

const inputs: string[] = [];
const denies = {
  runHandler: async (job: { readonly input: string }) => (
    inputs.push(job.input),
    { kind: "exited", code: 2, stdout: "", stderr: "no", ms: 1 } as const
  ),
};

function call(agent: string, event: string, payload: object): Promise<Answered> {
  inputs.length = 0;
  return home.call(agent, event, payload, { services: denies as never });
}

async function expectDenied({ oracle }: AgentUnderTest, event: string, payload: object, answer: Answered): Promise<void> {
  const reading = await oracle.read(event, payload as never, answer);
  expect(reading.blocked, `${oracle.agent} ${JSON.stringify(payload)} ${JSON.stringify(answer)}`).toBe(true);
}

/** Members whose keys are all kinds of names; a key like `__proto__` is a member like others here, as JSON has it. */
const members: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(outsideWord, fc.oneof(fc.string(), fc.constantFrom<Json>({ command: "sneaked" }, { tool_name: "Read" }, null, 1))), {
    maxLength: 4,
  })
  .map((pairs) => Object.fromEntries(pairs));

const agent = fc.constantFrom(...UNDER_TEST);
const RUNS = { numRuns: times({ quick: 10, sample: 25, all: 300, proof: 3_000 }) };

describe("RT-1 RT-10 words from outside find nothing that is inherited", { timeout: 120_000 }, () => {
  test("a tool of any name is denied by a guard for every tool", async () => {
    await fc.assert(
      fc.asyncProperty(agent, outsideWord, members, async (under, tool, input) => {
        const { event, payload } = toolPayload(under, tool, input);
        await expectDenied(under, event, payload, await call(under.oracle.agent, event, payload));
      }),
      RUNS,
    );
  });

  test.each(UNDER_TEST)("$oracle.agent: every inherited name as a tool is denied", async (under) => {
    for (const tool of INHERITED) {
      const { event, payload } = toolPayload(under, tool, { command: "ls" });
      await expectDenied(under, event, payload, await call(under.oracle.agent, event, payload));
    }
  });

  test("keys of a payload change neither the tool nor the event, whatever they are called", async () => {
    await fc.assert(
      fc.asyncProperty(agent, members, async (under, more) => {
        const { event, payload } = toolPayload(under, "anything", { command: "ls" });
        const fresh = Object.fromEntries(Object.entries(more).filter(([key]) => !Object.hasOwn(payload, key) && INHERITED.includes(key)));
        const sent = { ...fresh, ...payload };
        await expectDenied(under, event, sent, await call(under.oracle.agent, event, sent));
      }),
      RUNS,
    );
  });

  test("a handler reads every key of the tool's input, unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(agent, members, async (under, input) => {
        const { event, payload } = toolPayload(under, "some_tool", input);
        await call(under.oracle.agent, event, payload);
        const told = JSON.parse(inputs[0] ?? "{}") as { readonly PreToolUse: { readonly tool_input: Json } };
        expect(JSON.stringify(told.PreToolUse.tool_input)).toBe(JSON.stringify(input));
      }),
      RUNS,
    );
  });

  test("a handler reads every other key of the payload, whatever it is called", async () => {
    const claude = UNDER_TEST.find(({ oracle }) => oracle.agent === "claude-code") ?? expect.fail();
    const more = Object.fromEntries(INHERITED.map((name) => [name, `the ${name}`]));
    const { event, payload } = toolPayload(claude, "some_tool", {});
    await call("claude-code", event, { ...more, ...payload });
    const told = JSON.parse(inputs[0] ?? "{}") as { readonly PreToolUse: object };
    const read = new Map(Object.entries(told.PreToolUse));
    for (const [name, text] of Object.entries(more)) expect(read.get(name), name).toBe(text);
  });

  test("a rewrite keeps every key there was, and puts in every key that is wanted", async () => {
    const readers = await Promise.all(UNDER_TEST.map(async (under) => ({ under, hookTime: await loadHookTime(under.oracle.agent) })));
    fc.assert(
      fc.property(fc.constantFrom(...readers), members, members, ({ under, hookTime }, before, changes) => {
        const { event, payload } = toolPayload(under, "some_tool", before);
        const read = hookTime?.read(payload as JsonObject, event) ?? expect.fail();
        const wanted = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        const changed = hookTime?.changedInput(read, wanted);
        expect(new Map(Object.entries((changed ?? {}) as object))).toEqual(new Map(Object.entries({ ...before, ...wanted })));
        expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
      }),
      RUNS,
    );
  });

  test("an event of any name gets a legal answer and runs nothing of another event", async () => {
    await fc.assert(
      fc.asyncProperty(agent, fc.constantFrom(...INHERITED), async (under, word) => {
        const { payload } = toolPayload(under, "anything", {});
        const answer = await call(under.oracle.agent, word, payload);
        expect(answer.stderr).not.toContain("internal error");
        expect([0, 2]).toContain(answer.exitCode);
      }),
      RUNS,
    );
  });

  test("any other name is not an agent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...INHERITED), agent, async (word, under) => {
        const { event, payload } = toolPayload(under, "anything", {});
        expect(await loadHookTime(word)).toBeUndefined();
        const answer = await call(word, event, payload);
        expect(answer).toMatchObject({ stdout: "", exitCode: 0 });
        expect(answer.stderr).not.toContain("internal error");
      }),
      RUNS,
    );
  });

  test("sessions and subagents of any name are counted apart and from nothing", async () => {
    const claude = UNDER_TEST.find(({ oracle }) => oracle.agent === "claude-code") ?? expect.fail();
    const stop = claude.payloads.find(({ event }) => event === "SubagentStop") ?? expect.fail();
    for (const word of INHERITED) {
      const { stop_hook_active: _, ...rest } = stop.payload as Record<string, unknown>;
      const payload = { ...rest, session_id: word, agent_id: word };
      await expectDenied(claude, stop.event, payload, await call("claude-code", stop.event, payload));
    }
  });
});

test("the names of agents are our own", () => {
  for (const name of INHERITED) expect(AGENT_NAMES).not.toContain(name);
});
