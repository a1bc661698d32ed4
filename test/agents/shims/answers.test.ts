import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type AgentUnderTest, agentsUnderTest, type PayloadFile } from "../../conformance/agents.ts";
import { ANSWERS } from "../../oracles/agent-answers.ts";
import type { HookAnswer, Payload, Reading } from "../../oracles/oracle.ts";
import { createHome, type Home } from "../../support/home.ts";
import { plugin } from "../../support/plugin.ts";

type Said = (payload: Payload) => HookAnswer;

const AGENTS = await agentsUnderTest();

/** The plain call of a shell, or the plain event without a tool. */
function payloadOf({ oracle, payloads }: AgentUnderTest, event: string): PayloadFile | undefined {
  const meant = payloads.filter((file) => oracle.means(file.event, file.payload) === event);
  return meant.find(({ name, event: native }) => name === `${native}.shell` || name === native);
}

describe.each(Object.entries(ANSWERS))("IX-12 IX-14 what a hook that was written for %s answers", (source, answers) => {
  let home: Home;
  beforeAll(async () => {
    const hook = (event: string) =>
      `[[hooks]]\nname = "at-${event.toLowerCase()}"\nevent = "${event}"\nformat = "shim:${source}"\ncommand = { script = "check.sh" }\n`;
    const events = ["PreToolUse", "PostToolUse", "UserPromptSubmit"];
    home = await createHome(plugin("guard", events.map(hook).join("\n"), { "check.sh": "" }));
  });
  afterAll(() => home[Symbol.asyncDispose]());

  let sessions = 0;
  /** In a session of its own, so that nothing is remembered. */
  async function told(agent: AgentUnderTest, file: PayloadFile, said: Said): Promise<{ reading: Reading; ran: boolean }> {
    let ran = false;
    const session = `${source}-${(sessions += 1)}`;
    const keys = ["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id"].filter((key) => key in file.payload);
    const payload = { ...file.payload, ...Object.fromEntries(keys.map((key) => [key, session])) };
    const answer = await home.call(agent.oracle.agent, file.event, payload, {
      services: {
        runHandler: ({ input }) => {
          ran = true;
          const { stdout, stderr, exitCode } = said(JSON.parse(input) as Payload);
          return Promise.resolve({ kind: "exited", code: exitCode, stdout, stderr, ms: 1 });
        },
      },
    });
    return { reading: await agent.oracle.read(file.event, payload, answer), ran };
  }

  const others = AGENTS.filter(({ oracle }) => oracle.agent !== source);
  const titled = (agents: readonly AgentUnderTest[]) => agents.map((agent) => [agent.oracle.agent, agent] as const);

  test.each(titled(others))("denies on %s", async (_, agent) => {
    const file = payloadOf(agent, "PreToolUse");
    if (file === undefined) throw new Error("no payload");
    for (const [form, said] of Object.entries(answers.deny)) {
      const { reading } = await told(agent, file, said);
      expect({ form, blocked: reading.blocked }).toEqual({ form, blocked: true });
      const { stdout, stderr } = said({});
      expect(reading.reason).toContain(`${stdout}${stderr}`.includes("NOT HERE") ? "NOT HERE" : "exited with code");
    }
  });

  test.each(titled(answers.ask === undefined ? [] : others))("asks on %s, or denies", async (_, agent) => {
    const file = payloadOf(agent, "PreToolUse");
    if (file === undefined || answers.ask === undefined) throw new Error("no payload");
    const { reading } = await told(agent, file, answers.ask);
    const canAsk = agent.oracle.obeys(file.event, file.payload).ask;
    expect({ asked: reading.asked ?? false, stops: reading.blocked || reading.asked === true }).toEqual({ asked: canAsk, stops: true });
  });

  test.each(titled(answers.rewrite === undefined ? [] : others))("rewrites on %s, or denies", async (_, agent) => {
    const file = payloadOf(agent, "PreToolUse");
    if (file === undefined || answers.rewrite === undefined) throw new Error("no payload");
    const { reading } = await told(agent, file, answers.rewrite);
    if (!agent.oracle.obeys(file.event, file.payload).rewrite) {
      expect(reading).toMatchObject({ blocked: true, reason: expect.stringContaining("Allowed only in this form") as string });
      return;
    }
    const before = agent.oracle.toolInput(file.payload) as object;
    const changed = Object.fromEntries(
      Object.entries(before).map(([key, value]) => [key, key.startsWith("command") ? "echo rewritten" : (value as unknown)]),
    );
    expect(reading.rewrittenTo).toEqual(changed);
  });

  const contexts = [
    ["PostToolUse", answers.afterTool],
    ["UserPromptSubmit", answers.atPrompt],
  ] as const;
  describe.each(contexts.filter(([, said]) => said !== undefined))("for the model at %s", (event, said) => {
    test.each(titled(others))("on %s", async (_, agent) => {
      const file = payloadOf(agent, event);
      if (file === undefined || said === undefined) throw new Error("no payload");
      const { reading, ran } = await told(agent, file, said);
      expect(ran).toBe(true);
      if (agent.oracle.obeys(file.event, file.payload).context) expect(reading.context).toContain("REMEMBER THIS");
      else expect(reading.blocked).toBe(false);
    });
  });
});
