/** A payload by which an entry takes its own agent for another that reads the same file: no guard stands back without proof that the other entry answered, and its denial is obeyed by both. */

import { writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { loadHookTime, readersOf } from "../../src/agents/find-agent.ts";
import { agentsUnderTest, inSession, type PayloadFile } from "../conformance/agents.ts";
import type { AnyOracle, Payload } from "../oracles/oracle.ts";
import { ledgerText } from "../plugins/ledger-text.ts";
import { createHome, type Home } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { fewer } from "../support/thoroughness.ts";

const agents = await agentsUnderTest();
const oracles = new Map(agents.map((agent) => [agent.oracle.agent, agent]));
const pairs = [...oracles.keys()].flatMap((entry) => readersOf(entry).map((reader) => ({ entry, reader })));

/** What some reader's payload has, or this one's lacks: keys that newer versions might add or leave out. */
const BENDS: Readonly<Record<string, (payload: Payload) => Payload>> = {
  "as it is": (payload) => payload,
  "an ISO timestamp": (payload) => ({ ...payload, timestamp: "2026-11-15T20:06:12.915Z" }),
  "a numeric timestamp": (payload) => ({ ...payload, timestamp: 1794773172915 }),
  "no transcript": (payload) => without(payload, "transcript_path"),
  "a timestamp and no transcript": (payload) => ({ ...without(payload, "transcript_path"), timestamp: "2026-11-15T20:06:12.915Z" }),
  "a timestamp and a stop reason": (payload) => ({ ...payload, timestamp: "2026-11-15T20:06:12.915Z", stop_reason: "end_turn" }),
  "a session in two spellings": (payload) => ({ sessionId: payload["session_id"], ...payload }),
  "a version of another": (payload) => ({ ...payload, cursor_version: "1.0" }),
  "roots and a conversation": (payload) => ({ ...payload, conversation_id: "c", workspace_roots: ["/home/user/project"] }),
  "everything at once": (payload) => ({
    ...payload,
    ...{ timestamp: "2026-11-15T20:06:12.915Z", sessionId: "s", cursor_version: "1.0", custom_instructions: "", tool_use_id: "t" },
  }),
};

function without(payload: Payload, key: string): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== key));
}

/** By which the environment names the entry's agent, where it does. */
const MARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": { CLAUDECODE: "1" },
  "copilot-cli": { COPILOT_CLI: "1" },
};

const REGISTERED = ["the entry alone", "both"] as const;

/** One closed guard that denies everything, in one format. */
async function guardedBy(format: string, event: string): Promise<Home> {
  return createHome(plugin("guard", hook("deny", event, `format = "${format}"\non-failure = "closed"`), { "deny.sh": "" }));
}

/** The files exist, and call us. */
function register(home: Home, ...names: readonly string[]): void {
  const files = names.map((agent) => ({ file: home.getPath(`${agent}.json`), agents: [agent] }));
  for (const {
    file,
    agents: [agent],
  } of files)
    writeFileSync(file, `{"command":"$1/bin/symposium-hook ${agent} PreToolUse || :"}`);
  writeFileSync(home.getPath("ledger.json"), ledgerText(...files));
}

const denies = { runHandler: async () => ({ kind: "exited", code: 2, stdout: "", stderr: "too risky", ms: 1 }) as const };

async function isDenied(home: Home, entry: string, { event }: PayloadFile, payload: Payload, env: Readonly<Record<string, string>> = {}) {
  const answer = await home.call(entry, event, payload, { env, services: denies });
  return (await oracles.get(entry)!.oracle.read(event, payload, answer)).blocked;
}

/** The payloads of events that this agent lets a hook block. */
function blocking({ oracle, payloads }: (typeof agents)[number]): readonly PayloadFile[] {
  return payloads.filter(({ event, payload }) => oracle.means(event, payload) !== null && oracle.obeys(event, payload).block);
}

describe("RT-23 an entry whose own agent sends a payload that looks like another's", () => {
  const entries = [...new Set(pairs.map(({ entry }) => entry))];
  test.each(entries)("%s is obeyed by its own agent, whatever else the payload has", { timeout: 120_000 }, async (entry) => {
    const agent = oracles.get(entry)!;
    const { oracle } = agent;
    const wrong: string[] = [];
    let count = 0;
    const events = [...new Set(blocking(agent).map(({ event, payload }) => oracle.means(event, payload)!))];
    for (const event of events) {
      for (const format of ["symposium", entry]) {
        await using home = await guardedBy(format, event);
        for (const registered of REGISTERED) {
          register(home, entry, ...(registered === "both" ? readersOf(entry) : []));
          for (const file of fewer(
            blocking(agent).filter((one) => oracle.means(one.event, one.payload) === event),
            4,
          )) {
            // A handler in the agent's own format may not deny here by its exit code.
            if (!(await isDenied(home, entry, file, inSession(oracle, file, `s${count++}`)))) continue;
            for (const [bend, bent] of Object.entries(BENDS)) {
              for (const env of [{}, MARKS[entry] ?? {}]) {
                const payload = bent(inSession(oracle, file, `s${count++}`));
                if (await isDenied(home, entry, file, payload, env)) continue;
                wrong.push(`${file.name} with ${bend}, ${Object.keys(env).join() || "no mark"}, ${registered} registered, ${format}`);
              }
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });
});

describe("RT-23 an entry that another reader of its file calls", () => {
  /** The payloads by which the reader calls this entry: in the form of that file where it has one. */
  async function calls(
    entry: string,
    reader: string,
  ): Promise<readonly (PayloadFile & { readonly registered: string; readonly neutral: string })[]> {
    const agent = oracles.get(reader)!;
    const { events } = (await loadHookTime(entry))!;
    return blocking(agent).flatMap((file) => {
      const neutral = agent.oracle.means(file.event, file.payload)!;
      const registered = Object.entries(events).find(([, facts]) => facts.event === neutral)?.[0];
      return registered === undefined ? [] : [{ ...file, registered, neutral }];
    });
  }

  test.each(pairs)(
    "$entry's entry denies for $reader until $reader's own has answered this call",
    { timeout: 120_000 },
    async ({ entry, reader }) => {
      const wrong: string[] = [];
      const oracle: AnyOracle = oracles.get(reader)!.oracle;
      const files = await calls(entry, reader);
      for (const neutral of new Set(files.map((file) => file.neutral))) {
        await using home = await guardedBy("symposium", neutral);
        register(home, entry, reader);
        for (const [index, file] of files.filter((one) => one.neutral === neutral).entries()) {
          const { registered, event, name } = file;
          const payload = inSession(oracle, file, `s${index}`);
          const answer = await home.call(entry, registered, payload, { services: denies });
          // The payload of the entry's own agent is answered in its dialect alone.
          const isOwn = home.trace().at(-1)?.agent.recognised === entry;
          const own = await home.call(reader, event, payload, { services: denies });
          if (isOwn || !(await oracle.read(event, payload, own)).blocked) continue;
          if (!(await oracle.read(event, payload, answer)).blocked) wrong.push(`${name} is not denied: ${answer.stdout}`);
          const entrys = oracles.get(entry)!.oracle;
          // Nothing denies an event at which the entry's agent can prevent nothing.
          if (entrys.obeys(registered, payload).block && !(await entrys.read(registered, payload, answer)).blocked)
            wrong.push(`${name} would not be denied by ${entry}: ${answer.stdout}`);
          const after = await home.call(entry, registered, payload, { services: denies });
          const hasSession = home.trace().at(-1)?.session !== null;
          if (hasSession && after.stdout !== "") wrong.push(`${name} is denied twice: ${after.stdout}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(files.length).toBeGreaterThan(0);
    },
  );
});
