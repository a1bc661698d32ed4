/**
 * Names of properties that every object inherits (`toString`, `constructor`, `__proto__` …), chosen by the model or a repository: for tools, MCP
 * servers, keys of inputs and payloads, sessions, subagents, plugins, hooks and matchers.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { LIKELY } from "../support/inherited-names.ts";
import { toolPayload, withTool } from "../support/tool-payload.ts";
import { ALLOWS, expectDenied, expectOpen, FORMS, GUARD_REASON, type GuardedHome, guardedHome, MOST, SOME } from "./guarded-home.ts";
import { times } from "../support/thoroughness.ts";

const UNDER_TEST = await agentsUnderTest();
const CALLING = { timeout: 180_000 };

/** Windsurf names tools of MCP servers alone, in an event of its own: the property test covers it. */
const NAMING = MOST.filter((agent) => agent !== "windsurf");

describe.each(FORMS)("in the engine of the %s program", (form) => {
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form, agents: NAMING });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test("RT-10 RT-40 a tool of such a name is denied on every agent", CALLING, async () => {
    for (const agent of NAMING) {
      for (const name of LIKELY.slice(0, times(form === "native" ? { sample: 2, all: 5, proof: 5 } : { sample: 1, all: 3, proof: 3 }))) {
        const called = await home.call(agent, { changePayload: (payload) => withTool(payload, name, { command: "ls" }), direct: true });
        await expectDenied(agent, called, { reason: GUARD_REASON });
      }
    }
  });

  test("RT-10 a tool of a server of such a name is denied on every agent", CALLING, async () => {
    for (const agent of NAMING) {
      for (const name of ["mcp__constructor__toString", "constructor-toString"]) {
        const called = await home.call(agent, { changePayload: (payload) => withTool(payload, name, {}), direct: true });
        await expectDenied(agent, called, { reason: GUARD_REASON });
      }
    }
  });

  test("RT-1 keys of such names in the input and around it are denied on every agent", CALLING, async () => {
    const keys = (value: unknown) => Object.fromEntries(LIKELY.map((key) => [key, value]));
    for (const agent of NAMING) {
      const inside = await home.call(agent, {
        changePayload: (payload) => withTool(payload, "any_tool", keys({ command: "ls" })),
        direct: true,
      });
      await expectDenied(agent, inside, { reason: GUARD_REASON });
      const around = await home.call(agent, { changePayload: (payload) => ({ ...keys({ tool_name: "Read" }), ...payload }), direct: true });
      await expectDenied(agent, around, { reason: GUARD_REASON });
    }
  });
});

describe("through the registered text, in a shell", () => {
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome();
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test("RT-10 RT-40 a tool of such a name is denied", CALLING, async () => {
    for (const agent of SOME) {
      for (const name of LIKELY) {
        const called = await home.call(agent, { changePayload: (payload) => withTool(payload, name, { command: "ls" }) });
        await expectDenied(agent, called, { reason: GUARD_REASON });
      }
    }
  });

  test("RT-24 sessions of such names are denied", CALLING, async () => {
    for (const name of LIKELY) {
      const called = await home.call("claude-code", { changePayload: (payload) => ({ ...payload, session_id: name, agent_id: name }) });
      await expectDenied("claude-code", called, { reason: GUARD_REASON });
    }
  });
});

test("RT-10 a matcher of such a name meets the tool of that name and no other", CALLING, async () => {
  const hooks = LIKELY.map(
    (name) => `[[hooks]]\nname = "${name}"\nevent = "PreToolUse"\nmatcher = "${name}"\ncommand = { script = "no.sh" }\n`,
  );
  const named = {
    "SYMPOSIUM.toml": `name = "constructor"\ncrates = ["*"]\n${hooks.join("")}`,
    "no.sh": "cat >/dev/null; echo named >&2; exit 2\n",
  };
  await using home = await guardedHome({ script: ALLOWS, plugins: { constructor: named } });
  for (const agent of SOME) {
    for (const name of LIKELY) {
      const called = await home.call(agent, { changePayload: (payload) => withTool(payload, name, {}), direct: true });
      await expectDenied(agent, called, { reason: "named" });
    }
    for (const other of ["toLocaleString", "Bash", "any_tool"]) {
      await expectOpen(agent, await home.call(agent, { changePayload: (payload) => withTool(payload, other, {}), direct: true }));
    }
  }
});

test("RT-3 a rewrite that brings `__proto__` along changes nothing but what it says", CALLING, async () => {
  const updatedInput = '{\\"command\\":\\"echo safe\\",\\"__proto__\\":{\\"command\\":\\"sneaked\\"}}'.replaceAll("\\", "");
  const says = `cat >/dev/null; echo '{"PreToolUse":{"updatedInput":${updatedInput}}}'\n`;
  const manifest = 'name = "a-rewriter"\ncrates = ["*"]\n[[hooks]]\nname = "r"\nevent = "PreToolUse"\ncommand = { script = "say.sh" }\n';
  await using home = await guardedHome({ script: ALLOWS, plugins: { "a-rewriter": { "SYMPOSIUM.toml": manifest, "say.sh": says } } });
  const under = UNDER_TEST.find(({ oracle }) => oracle.agent === "claude-code") ?? expect.fail();
  const { event, payload } = toolPayload(under, "Bash", { command: "ls", description: "lists" });
  const called = await home.call("claude-code", { payload: JSON.stringify(payload), direct: true });
  const { rewrittenTo } = await under.oracle.read(event, payload, called);
  expect(JSON.stringify(rewrittenTo)).toBe('{"command":"echo safe","description":"lists","__proto__":{"command":"sneaked"}}');
});
