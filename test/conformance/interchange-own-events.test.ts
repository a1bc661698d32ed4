/** The events that only one agent has, from a manifest of the Hook Interchange Format and by the format's names in our own. Judged by the agent's oracle. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { HookAnswer, Reading } from "../oracles/oracle.ts";
import { exit, json, plain } from "../oracles/answers.ts";
import { NO } from "../oracles/own-answers.ts";
import { createHome, type Home } from "../support/home.ts";
import { manifest } from "../support/plugin.ts";
import { isRefused, needsPath, OWN, OWN_NAMES, type OwnEvent, ownPayload } from "./own-events.ts";

function hooks(blocking: boolean): string {
  return JSON.stringify({
    spec: "hooks/1.0",
    hooks: OWN_NAMES.map((event) => ({ event, blocking, handler: { type: "command", command: "./x.sh", timeout_action: "block" } })),
  });
}

/** `lines` of each say the format. */
const toml = (lines: (agent: string) => string) =>
  OWN.map(
    ({ agent, event }) => `[[hooks]]\nname = "${agent}-${event}"\nevent = "${event}"\n${lines(agent)}\ncommand = { script = "x.sh" }\n`,
  ).join("\n");

let home: Home;
let calls = 0;

beforeAll(async () => {
  home = await createHome({
    guards: { "hooks.json": hooks(true), "x.sh": "" },
    looks: { "hooks.json": hooks(false), "x.sh": "" },
    own: {
      ...manifest(
        "own",
        toml((agent) => `format = "${agent}"`),
      ),
      "x.sh": "",
    },
    named: {
      ...manifest(
        "named",
        toml((agent) => `format = "interchange"\nagent = "${agent}"`),
      ),
      "x.sh": "",
    },
  });
});
afterAll(() => home[Symbol.asyncDispose]());

interface Heard {
  readonly reading: Reading;
  /** What each handler of the plugin read. */
  readonly read: readonly Readonly<Record<string, unknown>>[];
}

async function ask(one: OwnEvent, plugin: string, said: HookAnswer | "late"): Promise<Heard> {
  const { oracle, native } = one;
  const payload = ownPayload(one, `interchange-${(calls += 1)}`);
  const read: Readonly<Record<string, unknown>>[] = [];
  const answer = await home.call(oracle.agent, native, payload, {
    services: {
      hookFilesOf: () => Promise.resolve(undefined),
      runHandler: ({ args, input }) => {
        const isAsked = args.some((arg) => arg.includes(`/${plugin}/`));
        if (isAsked) read.push(JSON.parse(input) as Readonly<Record<string, unknown>>);
        if (isAsked && said === "late") return Promise.resolve({ kind: "timed-out", stdout: "", stderr: "", ms: 30_000 });
        const { exitCode, stdout, stderr } = isAsked && said !== "late" ? said : json({});
        return Promise.resolve({ kind: "exited", code: exitCode, stdout, stderr, ms: 1 });
      },
    },
  });
  const reading = await oracle.read(native, payload, answer);
  return { reading, read };
}

test("IX-2 the events of the format's text are among them", () => {
  expect(OWN_NAMES).toEqual(
    expect.arrayContaining(["config_change", "before_model", "after_model", "before_tool_selection", "file_changed"]),
  );
});

describe.each(OWN)("IX-10 $event on $agent", (one) => {
  const { oracle, native, event, agent } = one;
  const can = oracle.obeys(native, {}).block;

  test.each<[string, HookAnswer | "late"]>([
    ["exit code 2", exit(2, NO)],
    ["a decision", json({ decision: "deny", reason: NO })],
    ["a decision beside text", plain(`starting\n${JSON.stringify({ decision: "deny", reason: NO })}`)],
    ["its time is up", "late"],
  ])("a guard denies where the agent can: %s", async (_, said) => {
    const { reading, read } = await ask(one, "guards", said);
    expect(read).toMatchObject([{ event, agent }]);
    expect(isRefused(reading)).toBe(can || needsPath(one));
    if (can && said !== "late") expect(reading.reason).toContain(NO);
  });

  test("a hook that does not block denies nothing with exit code 2", async () => {
    const { reading, read } = await ask(one, "looks", exit(2, NO));
    expect(read).toHaveLength(1);
    expect(isRefused(reading)).toBe(needsPath(one));
  });

  test("a hook of a SYMPOSIUM.toml in the interchange format, for this agent, denies where the agent can", async () => {
    const { reading, read } = await ask(one, "named", json({ decision: "deny", reason: NO }));
    expect(read).toMatchObject([{ event, agent }]);
    expect(isRefused(reading)).toBe(can || needsPath(one));
  });

  test("in the agent's own format it goes by the format's name too", async () => {
    const { read } = await ask(one, "own", json({}));
    expect(read).toHaveLength(1);
  });
});
