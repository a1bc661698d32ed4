/**
 * Handlers built with the Rust SDK, wherever there is no Rust: what they read is checked against the types of the SDK, and what
 * they printed is recorded in `test/fixtures/rust-sdk` and said again here, byte for byte, on every agent.
 */

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { symposiumInput } from "../../src/model/handler-formats.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { type AgentUnderTest, agentsUnderTest } from "../conformance/agents.ts";
import { createHome, type Form } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { shellCall } from "./shell-call.ts";
import { fewer, inTurns } from "../support/thoroughness.ts";

interface Recorded {
  readonly handler: string;
  readonly input: Readonly<Record<string, object>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

const recorded = JSON.parse(readFileSync(new URL("../fixtures/rust-sdk/recorded.json", import.meta.url), "utf8")) as readonly Recorded[];
const agents = await agentsUnderTest();

/** The events and fields the SDK reads (`symposium-sdk` 0.1.1): what is not optional must be there, and nothing of another type. */
const READS: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  PreToolUse: { tool_name: isText },
  PostToolUse: { tool_name: isText },
  UserPromptSubmit: { prompt: isText },
  SessionStart: {},
  Stop: {},
};
const ALWAYS = { session_id: isTextOrNull, cwd: isTextOrNull };

describe.each(agents)("inputs from $oracle.agent", ({ oracle, payloads }) => {
  const meant = payloads.filter(({ event, payload }) => (oracle.means(event, payload) ?? "") in READS);

  test.each(meant)("RT-2 are of the types that the Rust SDK reads: $name", async ({ event, payload }) => {
    const input = (await loadHookTime(oracle.agent))?.read(payload as JsonObject, event);
    if (input === undefined || input.event === null) throw new Error("the payload was not read");
    const [[tag = "", body] = [], ...others] = Object.entries(symposiumInput({ ...input, event: input.event }));
    expect(others).toEqual([]);
    const wrong = Object.entries({ ...READS[tag], ...ALWAYS }).filter(([field, fits]) => !fits((body as JsonObject)[field]));
    expect(wrong.map(([field]) => field)).toEqual([]);
  });
});

const OUTPUTS = ["in-process", "native-hook", "node-hook"] as const;

describe.each(OUTPUTS)("bytes on stdout through %s", (form) => {
  // Everything in this process; the answers that do something also through the built programs.
  const said = recorded.filter(({ stdout }) => form === "in-process" || /deny|updatedInput|SessionStart/.test(stdout));

  test.each(
    fewer(
      inTurns(
        said.map((record) => [describeRecord(record), record] as const),
        form,
        OUTPUTS,
      ),
    ),
  )("RT-2 RT-5 %s", async (_, record) => {
    const [event = ""] = Object.keys(record.input);
    for (const agent of agents) await checkOn(agent, event, record, form);
  });
});

async function checkOn(agent: AgentUnderTest, neutral: string, record: Recorded, form: Form): Promise<void> {
  const call = neutral === "PreToolUse" ? shellCall(agent, "ls") : plainest(agent, neutral);
  if (call === undefined) return;
  const manifest = `[[hooks]]\nname = "say"\nevent = "${neutral}"\ncommand = { script = "say.sh" }\n`;
  const script = `cat >/dev/null\ncat "\${0%/*}/stdout"\ncat "\${0%/*}/stderr" >&2\nexit ${record.exitCode}\n`;
  await using home = await createHome(plugin("sdk", manifest, { "say.sh": script, stdout: record.stdout, stderr: record.stderr }));
  await home.prepare();
  const { oracle } = agent;
  const answer = await home.call(oracle.agent, call.event, call.payload, { form });
  const can = oracle.obeys(call.event, call.payload);
  const { decision, additionalContext: text, updatedInput } = meaningOf(record, neutral);
  const heard = await oracle.read(call.event, call.payload, answer);
  const about = `${oracle.agent} ${call.event}`;
  expect(heard.blocked, about).toBe((decision === "deny" && can.block) || (updatedInput !== undefined && !can.rewrite && can.block));
  if (decision === "deny" && can.block) expect(heard, about).toMatchObject({ reason: expect.stringContaining(`${text} (sdk/say)`) });
  if (decision === undefined && text !== undefined && can.context) expect(heard, about).toMatchObject({ context: text });
  if (updatedInput !== undefined) expect(JSON.stringify(can.rewrite ? heard.rewrittenTo : heard.reason), about).toContain(updatedInput);
  expect(
    home
      .trace()
      .at(-1)
      ?.ran.map(({ failure }) => failure !== undefined),
    about,
  ).toEqual([record.exitCode !== 0]);
}

/** What the handler meant, read by hand. */
function meaningOf({ stdout }: Recorded, event: string) {
  const output = (stdout === "" ? {} : JSON.parse(stdout)) as Partial<Record<string, Record<string, unknown>>>;
  const { decision, additionalContext, updatedInput } = output[event] ?? {};
  return {
    decision,
    additionalContext: additionalContext as string | undefined,
    updatedInput: (updatedInput as { command: string } | undefined)?.command,
  };
}

function plainest({ oracle, payloads }: AgentUnderTest, neutral: string) {
  const meant = payloads.filter(({ event, payload }) => oracle.means(event, payload) === neutral);
  return meant.find(({ name }) => name.endsWith(".shell")) ?? meant[0];
}

function describeRecord({ handler, input, stdout, stderr }: Recorded): string {
  return `${handler} at ${Object.keys(input)[0]}: ${(stdout || stderr || "nothing").trim().slice(0, 60)}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || value === undefined || isText(value);
}
