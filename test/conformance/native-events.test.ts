/**
 * Every event that only one agent has, and everything that a handler in that agent's own format can say there; at every other event what
 * blocks. Judged by the agent's oracle.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../oracles/answers.ts";
import { type HookAnswer, isLegal, type Oracle, type Payload, type Reading } from "../oracles/oracle.ts";
import { NO, NOTE, OWN_ANSWERS, TEXT, WORD } from "../oracles/own-answers.ts";
import { createHome, type Home } from "../support/home.ts";
import { manifest } from "../support/plugin.ts";
import { type AgentUnderTest, agentsUnderTest, inSession, onePerEvent } from "./agents.ts";
import { lastTraceOf, type TraceLine } from "./home.ts";

const everyAgent = await agentsUnderTest();
const agents = everyAgent.filter(({ oracle }) => ownEvents(oracle as Oracle).length > 0);

/** What became of the answers of the handlers, in the order of the plugins. */
interface Heard {
  readonly reading: Reading;
  readonly sent: string;
  readonly trace: TraceLine;
  readonly losses: readonly string[];
}

type Ask = (agent: AgentUnderTest, event: string, ...answers: readonly (HookAnswer | "dies")[]) => Promise<Heard>;

/** The first is closed, the second is open. */
const PLUGINS = ["alpha", "beta"];

let home: Home;
let calls = 0;

beforeAll(async () => {
  home = await createHome(Object.fromEntries(PLUGINS.map((name) => [name, { ...manifest(name, hooksOf(name)), "x.sh": "" }])));
});
afterAll(() => home[Symbol.asyncDispose]());

function hooksOf(plugin: string): string {
  const hooks = everyAgent.flatMap(({ oracle }) =>
    oracle.events.map((event) => {
      const more = plugin === "alpha" ? 'on-failure = "closed"\n' : "";
      return `[[hooks]]\nname = "${oracle.agent}-${event}"\nevent = "${event}"\nformat = "${oracle.agent}"\ncommand = { script = "x.sh" }\n${more}`;
    }),
  );
  return hooks.join("\n");
}

function ownEvents(oracle: Oracle): readonly string[] {
  return meaning(oracle, null);
}

function meaning({ events, means }: Oracle, neutral: string | null): readonly string[] {
  return events.filter((event) => means(event, {}) === neutral);
}

/** Captured, or that of another event by this name. */
function payloadAt({ payloads }: AgentUnderTest, event: string): { name: string; event: string; payload: Payload } {
  const files = onePerEvent(payloads);
  const other = files.find((file) => file.event === event) ?? files[0] ?? expect.fail("no payloads");
  if (other.event === event) return other;
  const named = Object.entries(other.payload).map(([key, value]) => [key, value === other.event ? event : value]);
  return { name: event, event, payload: Object.fromEntries(named) as Payload };
}

const ask: Ask = async (agent, event, ...answers) => {
  const oracle = agent.oracle as Oracle;
  const session = `own-${(calls += 1)}-of-the-matrix`;
  const payload = inSession(oracle, payloadAt(agent, event), session);
  const answer = await home.call(oracle.agent, event, payload, {
    services: {
      hookFilesOf: () => Promise.resolve(undefined),
      runHandler: async ({ args }) => {
        const said = answers[PLUGINS.findIndex((name) => args.some((arg) => arg.includes(`/${name}/`)))] ?? json({});
        if (said === "dies") return { kind: "signalled", signal: "SIGKILL", stdout: "", stderr: "", ms: 1 };
        return { kind: "exited", code: said.exitCode, stdout: said.stdout, stderr: said.stderr, ms: 1 };
      },
    },
  });
  expect(isLegal(oracle, answer, event), `one legal answer, not ${JSON.stringify(answer)}`).toBe(true);
  const reading = await oracle.read(event, payload, answer);
  expect(reading.void, `thrown away: ${answer.stdout}`).toBeUndefined();
  const trace = lastTraceOf(home, session) ?? expect.fail("no trace");
  const losses = [...trace.losses, ...trace.ran.flatMap((one) => one.losses ?? [])].map(({ code }) => code);
  return { reading, sent: answer.stdout, trace, losses };
};

function refused({ blocked, stopped }: Reading): boolean {
  return blocked || stopped === true;
}

async function expectText(agent: AgentUnderTest, event: string, before: HookAnswer): Promise<void> {
  const raw = await agent.oracle.read(event, {}, TEXT);
  const { reading, losses, trace } = await ask(agent, event, before, TEXT);
  if (raw.context !== undefined) expect(reading.context).toBe(raw.context);
  else if (raw.userMessage !== undefined) expect(reading.userMessage).toContain(raw.userMessage);
  else if (raw.blocked) expect(reading.blocked).toBe(true);
  else
    expect(losses.length > 0 || trace.ran.some(({ failure }) => failure !== undefined) || reading.userMessage?.includes(NOTE)).toBe(true);
}

describe.each(agents)("RT-15 $oracle.agent", (agent) => {
  const oracle = agent.oracle as Oracle;
  const own =
    OWN_ANSWERS[oracle.agent] ?? expect.fail(`${oracle.agent} has events of its own, and no answers in test/oracles/own-answers.ts`);
  const events = ownEvents(oracle);
  const can = (event: string) => oracle.obeys(event, payloadAt(agent, event).payload);
  /** A worktree is made only where a path is printed. */
  const needsPath = (event: string) => oracle.read(event, {}, plain("")).blocked;

  describe.each(events)("%s", (event) => {
    test.each(Object.entries(own.deny))("a denial (%s) prevents what can be prevented, and ends dispatch", async (_, said) => {
      const { reading, trace, losses } = await ask(agent, event, said(event), json({ systemMessage: "beta was asked" }));
      expect(refused(reading)).toBe(can(event).block);
      const words = said(event).stdout + said(event).stderr;
      if (can(event).block) {
        expect(reading.reason).toContain(words.includes(NO) ? NO : "alpha/");
        expect(trace.skipped["after-deny"]).toEqual([`beta/${oracle.agent}-${event}`]);
      } else {
        expect(losses).toContain("deny-unsupported");
        if (can(event).tell && words.includes(NO)) expect(reading.userMessage).toContain(NO);
      }
    });

    test("the second handler's denial holds, whatever the first one said", async () => {
      const deny = Object.values(own.deny)[0]?.(event) ?? expect.fail();
      for (const first of [own.context, own.message, own.allow, own.ask, () => TEXT, () => nested(event, { nobodys: 1 }, { nobodys: 1 })]) {
        if (first === undefined) continue;
        const { reading } = await ask(agent, event, json({}), deny);
        const { reading: after, sent } = await ask(agent, event, first(event), deny);
        if (can(event).block) expect(sent, "fields of another handler").not.toContain("nobodys");
        expect(refused(after), JSON.stringify(first(event))).toBe(refused(reading));
        expect(refused(after)).toBe(can(event).block || needsPath(event));
      }
    });

    test("ending the run", async () => {
      if (own.stop === undefined) return;
      const raw = oracle.read(event, {}, own.stop(event));
      const { reading, losses } = await ask(agent, event, own.stop(event));
      if (raw.void === undefined && !needsPath(event)) expect(refused(reading)).toBe(refused(raw));
      if (!refused(reading)) expect(losses).toContain("stop-unsupported");
    });

    test("a question is put, or denies", async () => {
      if (own.ask === undefined) return;
      const { reading, losses } = await ask(agent, event, own.ask(event), own.allow?.(event) ?? json({}));
      expect({ asked: reading.asked ?? false, blocked: reading.blocked }).toEqual({
        asked: can(event).ask,
        blocked: can(event).block && !can(event).ask,
      });
      if (!can(event).ask) expect(losses).toContain(can(event).block ? "ask-became-deny" : "ask-unsupported");
    });

    test("RT-7 an allow allows nothing", async () => {
      if (own.allow === undefined) return;
      const { reading, losses } = await ask(agent, event, json({}), own.allow(event));
      expect(reading.allowed ?? false).toBe(false);
      expect(losses).toContain("allow-not-passed");
    });

    test("context of both is joined, or its loss recorded", async () => {
      if (own.context === undefined) return;
      const other = { ...own.context(event), stdout: own.context(event).stdout.replace(NOTE, "AND THIS") };
      const { reading, losses } = await ask(agent, event, own.context(event), other);
      if (can(event).context) expect(reading.context).toBe(`${NOTE}\n\nAND THIS`);
      else
        expect(
          losses.some((code) => code.startsWith("context-")),
          losses.join(),
        ).toBe(true);
    });

    test("messages of both are joined, or their loss recorded", async () => {
      if (own.message === undefined) return;
      const other = { ...own.message(event), stdout: own.message(event).stdout.replace(WORD, "AND THIS") };
      const { reading } = await ask(agent, event, own.message(event), other);
      if (can(event).tell) expect(reading.userMessage).toBe(`${WORD}\nAND THIS`);
    });

    test("plain text is what the agent takes it for, alone and beside JSON, or its loss recorded", async () => {
      if (needsPath(event)) return;
      for (const before of [json({}), own.message?.(event) ?? json({})]) await expectText(agent, event, before);
    });

    test("fields of its own pass, the first ones of two", async () => {
      const [one, two] = own.fields?.[event] ?? [];
      if (one === undefined || two === undefined) return;
      expect((await ask(agent, event, json({}), nested(event, two))).reading.own).toEqual(two);
      expect((await ask(agent, event, nested(event, one), nested(event, two))).reading.own).toEqual(one);
      expect((await ask(agent, event, own.message?.(event) ?? json({}), nested(event, two))).reading.own).toEqual(two);
    });

    test("a field that no one knows passes, or its loss is recorded", async () => {
      const { losses } = await ask(agent, event, json({ nobodys: 1 }));
      expect(losses.filter((code) => !["native-field-lost", "text-ignored"].includes(code))).toEqual([]);
    });

    test.each(["exit 1", "dies"] as const)(
      "RT-16 a closed hook that fails (%s) denies where it can, and never says so where it cannot",
      async (how) => {
        const { reading } = await ask(agent, event, how === "dies" ? "dies" : { stdout: "", stderr: "", exitCode: 1 });
        expect(refused(reading)).toBe(can(event).block);
        if (!can(event).block) expect(reading.userMessage ?? "").not.toMatch(/denie[sd]/);
      },
    );

    test("RT-16 an open hook that dies denies nothing", async () => {
      const { reading } = await ask(agent, event, json({}), "dies");
      expect(refused(reading)).toBe(needsPath(event));
    });
  });
});

/** How any agent is told no; its oracle says which of them it obeys. */
const REFUSALS: readonly ((event: string) => HookAnswer)[] = [
  () => exit(2, NO),
  () => json({ decision: "block", reason: NO }),
  () => json({ decision: "deny", reason: NO }),
  () => json({ continue: false, stopReason: NO }),
  () => json({ permission: "deny", user_message: NO, agent_message: NO }),
  () => json({ permissionDecision: "deny", permissionDecisionReason: NO }),
  () => json({ behavior: "deny", message: NO }),
  (event) => nested(event, { permissionDecision: "deny", permissionDecisionReason: NO }),
  (event) => nested(event, { decision: { behavior: "deny", message: NO } }),
  (event) => nested(event, { decision: "block", reason: NO }),
  ...["decision", "permission", "permissionDecision", "behavior"].flatMap((key) => [
    ...["Deny", "deny ", "denied", true, ["deny"], { deny: true }].map((word) => () => json({ [key]: word, reason: NO })),
    () => plain(`starting\n{"${key}":"deny","reason":"${NO}"}`),
    () => plain(JSON.stringify(`{"${key}":"deny","reason":"${NO}"}`)),
    () => plain(`[{"${key}":"deny","reason":"${NO}"}]`),
    () => plain(`{"${key}":"allow"}\n{"${key}":"deny","reason":"${NO}"}`),
    () => plain(`{"${key}":"deny","reason":"${NO}"}\n{"${key}":"allow"}`),
    () => plain(`{"${key}":"allow","${key}":"deny","reason":"${NO}"}`),
    (event: string) => nested(event, { [key]: "deny", reason: NO }, { [key]: "allow" }),
    (event: string) => nested(event, { [key]: "allow" }, { decision: "block", reason: NO }),
    ...[1, 2, 3].map((code) => () => json({ [key]: "deny", reason: NO }, code)),
  ]),
  () => json({ continue: "false", reason: NO }),
  () => json({ permission: "ask", agent_message: NO }),
  () => plain(`starting\n{"decision":"block","reason":"${NO}"}`),
  () => plain("{broken"),
  () => plain("[]"),
  () => TEXT,
  ...[1, 3, 127, 137].map((code) => () => exit(code, NO)),
];

// OpenCode's hooks are code: what its oracle reads is not what a handler prints.
describe.each(everyAgent.filter(({ oracle }) => oracle.agent !== "opencode"))("RT-15 $oracle.agent", (agent) => {
  const oracle = agent.oracle as Oracle;
  /** Whatever is printed there is a path. */
  const events = oracle.events.filter((event) => !oracle.read(event, {}, plain("")).blocked);
  const isFeedback = (event: string) => ["PostToolUse", "PostToolUseFailure"].includes(oracle.means(event, {}) ?? "");

  test.each(events)("%s: what its own agent obeys prevents the same through us, or the model reads it", async (event) => {
    for (const refusal of REFUSALS) {
      const said = refusal(event);
      const raw = oracle.read(event, payloadAt(agent, event).payload, said);
      if (!refused(raw)) continue;
      // The second is open: what it denies is its answer, not its failure.
      const { reading } = await ask(agent, event, json({}), said);
      const isHeard = refused(reading) || (isFeedback(event) && reading.context !== undefined);
      expect(isHeard, `${JSON.stringify(said)} → ${JSON.stringify(reading)}`).toBe(true);
    }
  });
});

describe.each(everyAgent)("RT-15 $oracle.agent", (agent) => {
  const oracle = agent.oracle as Oracle;

  test("text before a summary is what the agent takes it for, alone and beside JSON, or its loss recorded", async () => {
    for (const event of meaning(oracle, "PreCompact")) {
      for (const before of [json({}), json({ systemMessage: WORD })]) await expectText(agent, event, before);
    }
  });

  test("`defer` passes to the agent that has it, and weakens no other decision", async () => {
    for (const event of meaning(oracle, "PreToolUse")) {
      const defer = nested(event, { permissionDecision: "defer" });
      const { own } = await agent.oracle.read(event, payloadAt(agent, event).payload, defer);
      expect((await ask(agent, event, json({}), defer)).reading.own).toEqual(own);
      for (const stricter of [
        ...Object.values(OWN_ANSWERS[oracle.agent]?.deny ?? {}),
        () => nested(event, { permissionDecision: "ask" }),
      ]) {
        const said = stricter(event);
        const { blocked, asked = false } = (await ask(agent, event, json({}), said)).reading;
        for (const both of [[defer, said] as const, [said, defer] as const]) {
          expect((await ask(agent, event, ...both)).reading, JSON.stringify(said)).toMatchObject({ blocked, ...(asked ? { asked } : {}) });
        }
      }
    }
  });
});

test("RT-15 the first path of a worktree counts, and text at a summary is joined", async () => {
  const claude = agents.find(({ oracle }) => oracle.agent === "claude-code") ?? expect.fail();
  expect((await ask(claude, "WorktreeCreate", plain("/one\n"), plain("/two"))).reading.own).toEqual({ path: "/one" });
  expect((await ask(claude, "WorktreeCreate", nested("WorktreeCreate", { worktreePath: "/one" }), plain("/two"))).reading.own).toEqual({
    path: "/one",
  });
  expect((await ask(claude, "WorktreeCreate", json({ systemMessage: WORD }), plain("/two"))).reading.own).toEqual({ path: "/two" });
  expect((await ask(claude, "PreCompact", plain("one"), plain("two"))).reading.context).toBe("one\n\ntwo");
});
