/** Whatever plugins there are: a call at an idle event would have had nothing to do. The runtime itself is asked, in a folder where every gate is open. */

import { existsSync, readdirSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { EventFacts } from "../../src/agents/agent.ts";
import { readersOf } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import type { HandlerEnd, HandlerJob } from "../../src/host/run-handler.ts";
import { entriesOf, lookUp, tableOf } from "../../src/lookup.ts";
import { EVENT_NAMES } from "../../src/model/event.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ledgerText } from "../plugins/ledger-text.ts";
import { createHome, type Home } from "../support/home.ts";
import { capturedPayloads } from "../support/payloads.ts";
import { times } from "../support/thoroughness.ts";

interface RandomHook {
  readonly event: string;
  readonly format: string;
  readonly agent?: string;
}

interface Case {
  readonly entry: string;
  /** The entry's own agent, and those that read its file. */
  readonly callers: readonly string[];
  readonly plugins: readonly { readonly gate: string; readonly hooks: readonly RandomHook[] }[];
}

/** Mostly hooks that concern the callers, and some that do not. */
function hookFor(callers: readonly string[]): fc.Arbitrary<RandomHook> {
  const agent = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...callers) }, fc.constantFrom(...AGENTS.map(({ name }) => name)));
  const event = fc.constantFrom(...EVENT_NAMES);
  const format = fc.constantFrom("symposium", "symposium", "interchange");
  const native = agent.chain((name) =>
    fc.record({
      event: fc.constantFrom(...Object.keys(AGENTS.find((each) => each.name === name)?.events ?? {})),
      format: fc.constant(name),
    }),
  );
  return fc.oneof(fc.record({ event, format }), fc.record({ event, format, agent }), native);
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...AGENTS).chain(({ name: entry }) => {
  const callers = [entry, ...readersOf(entry)];
  const gate = fc.constantFrom("", 'crates = ["*"]', 'crates = ["serde"]', 'predicates = ["shell(true)"]');
  const plugins = fc.array(fc.record({ gate, hooks: fc.array(hookFor(callers), { minLength: 1, maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.record({ entry: fc.constant(entry), callers: fc.constant(callers), plugins });
});

function tree(plugins: Case["plugins"], gate?: string) {
  const hookText = ({ event, format, agent }: RandomHook, at: number) =>
    `[[hooks]]\nname = "h${at}"\nevent = "${event}"\nformat = "${format}"\n${agent ? `agent = "${agent}"\n` : ""}command = { script = "h.sh" }\n`;
  return Object.fromEntries(
    plugins.map((each, at) => [
      `p${at}`,
      { "SYMPOSIUM.toml": `name = "p${at}"\n${gate ?? each.gate}\n${each.hooks.map(hookText).join("")}`, "h.sh": "" },
    ]),
  );
}

/** Every agent is registered, and a session has begun somewhere. */
async function flagsFor({ plugins }: Case): Promise<ReadonlySet<string>> {
  const ledger = ledgerText(...AGENTS.map(({ name }) => ({ file: `/h/${name}`, agents: [name] })));
  await using home = await createHome(tree(plugins), { "ledger.json": ledger });
  await home.call("codex", "SessionStart", { session_id: "s", cwd: home.path, hook_event_name: "SessionStart" });
  return new Set(existsSync(home.getPath("idle")) ? readdirSync(home.getPath("idle")) : []);
}

const SESSION_KEYS = ["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id"];

interface Event {
  /** As the entry names it. */
  readonly event: string;
  readonly payload: JsonObject;
}

/** One payload for each event of a caller, all of one session, with the name that the entry it calls through has for it. */
function eventsOf(caller: string, entry: string): readonly Event[] {
  const named = (agent: string) => AGENTS.find(({ name }) => name === agent)?.events ?? tableOf<EventFacts>({});
  const first = new Map(
    capturedPayloads()
      .filter(({ agent }) => agent === caller)
      .map((each) => [each.event, each] as const)
      .toReversed(),
  );
  return [...first.values()].flatMap(({ event, payload }) => {
    const neutral = lookUp(named(caller), event)?.event;
    const entrys = caller === entry ? event : entriesOf(named(entry)).find(([, facts]) => neutral && facts.event === neutral)?.[0];
    const session = Object.fromEntries(SESSION_KEYS.filter((key) => key in payload).map((key) => [key, "one-session"]));
    return entrys === undefined ? [] : [{ event: entrys, payload: { ...payload, ...session } }];
  });
}

/** Gives context at every event, in the format that all agents share; what a native handler says is its own affair. */
async function saysContext({ input }: HandlerJob): Promise<HandlerEnd> {
  const [tag = ""] = Object.keys(JSON.parse(input) as object);
  const stdout = EVENT_NAMES.some((event) => event === tag) ? JSON.stringify({ [tag]: { additionalContext: "remember" } }) : "";
  return { kind: "exited", code: 0, stdout, stderr: "", ms: 1 };
}

let idleCalls = 0;
let usefulCalls = 0;

/** After every event that is not idle, each that is; the places of the latter in the trace. */
async function callAll(home: Home, entry: string, events: readonly Event[], flags: ReadonlySet<string>): Promise<readonly number[]> {
  const isIdle = ({ event }: Event) => flags.has(`${entry}.${event}`);
  const services = { runHandler: saysContext };
  const places: number[] = [];
  let calls = home.trace().length;
  for (const busy of events.filter((event) => !isIdle(event))) {
    await home.call(entry, busy.event, busy.payload, { services });
    calls++;
    for (const idle of events.filter(isIdle)) {
      expect(await home.call(entry, idle.event, idle.payload, { services })).toMatchObject({ stdout: "", exitCode: 0 });
      places.push(calls++);
    }
  }
  return places;
}

test("RG-22 a call at an idle event would run nothing, carry nothing and lose nothing", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (chosen) => {
      const { entry, callers, plugins } = chosen;
      const flags = await flagsFor(chosen);
      for (const caller of callers) {
        await using home = await createHome(tree(plugins, 'crates = ["*"]'));
        const places = await callAll(home, entry, eventsOf(caller, entry), flags);
        const trace = home.trace();
        expect(trace.every(({ problems }) => problems.length === 0)).toBe(true);
        for (const at of places) expect(trace[at]).toMatchObject({ ran: [], losses: [] });
        for (const at of places) expect(trace[at]?.outcome).toEqual({});
        idleCalls += places.length;
        usefulCalls += trace.filter(({ ran }) => ran.length > 0).length;
      }
    }),
    { numRuns: times({ sample: 15, all: 40, proof: 400 }) },
  );
  // Whatever the seed, there was something to be wrong about.
  expect(idleCalls).toBeGreaterThan(100);
  expect(usefulCalls).toBeGreaterThan(4);
}, 120_000);
