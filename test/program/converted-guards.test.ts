/** A converted guard denies wherever its target can deny, and is an error everywhere else: the script runs, in the words of its own agent. */

import { describe, expect, test } from "vitest";

import { documentIn, type Encoded, encodeHooks } from "../../src/interchange/encode.ts";
import { type Target, targetFor } from "../../src/interchange/target.ts";
import type { AgentUnderTest, PayloadFile } from "../conformance/agents.ts";
import { vectorsOf } from "../interchange/conformance/vectors.ts";
import { type Entry, entriesIn, runs } from "../interchange/conformance/what-runs.ts";
import { createHome } from "../support/home.ts";
import { sampled } from "../support/thoroughness.ts";
import { callOf, canDeny, GUARDS, manifestOf, type NativeGuard, UNDER_TEST } from "../support/native-guards.ts";
import { placeProgram, runEntry } from "./converted-entry.ts";

const pairs = GUARDS.flatMap((guard, at) =>
  UNDER_TEST.filter(({ oracle }) => oracle.agent !== guard.agent).map((one) => ({ at, guard, one, to: one.oracle.agent, ...guard })),
);
/** In a quick run each agent's guards of each event meet each other agent once, in one of the ways to say no. */
const cases = sampled(pairs, ({ agent, event, to }) => `${agent} ${event} ${to}`);

const selects = vectorsOf("tools")[0]!.vector.selects;

function target(agent: string): Target {
  return targetFor(agent) ?? expect.fail(agent);
}

const errors = ({ losses }: Pick<Encoded, "losses">) => losses.filter(({ severity }) => severity === "error").length;

function commandAt(encoded: Encoded, one: AgentUnderTest, call: PayloadFile, guard: NativeGuard): string {
  const { agent } = one.oracle;
  const { form } = target(agent);
  const entries = encoded.files.flatMap(({ content }) => entriesIn(documentIn(content, form)));
  const found = entries.find((entry) => entry.event === call.event && isRun(agent, entry, guard));
  return String(found?.entry[form.fields.command] ?? found?.entry["bash"] ?? expect.fail(`no entry at ${call.event}`));
}

/** By the agent's own rule for matchers. */
function isRun(agent: string, entry: Entry, { means, tool }: NativeGuard): boolean {
  const [name] = selects[agent]?.[tool === "shell" ? "shell" : `file_${tool}`] ?? [];
  return means !== "PreToolUse" || name === undefined || entry.matcher === undefined || runs(agent, entry, { name });
}

async function isDenied(one: AgentUnderTest, { event, payload }: PayloadFile, command: string): Promise<boolean> {
  await using home = await createHome();
  placeProgram(home, "native-hook");
  // The generated plugin for OpenCode sends and reads the format.
  const isEnvelope = one.oracle.agent === "opencode";
  const answer = await runEntry(home, command, isEnvelope ? { event: "any", agent: "opencode", raw: payload } : payload);
  if (isEnvelope) return (JSON.parse(answer.stdout || "{}") as { decision?: string }).decision === "deny";
  return (await one.oracle.read(event, payload, answer)).blocked;
}

describe("IX-6 IX-12 the script of a guard, as a process,", () => {
  test("exists for each agent at the events at which it can deny", () => {
    expect(new Set(GUARDS.map(({ agent }) => agent)).size).toBe(UNDER_TEST.length - 1);
    expect(new Set(GUARDS.map(({ event }) => event))).toContain("beforeShellExecution");
  });

  test.each(cases)("of $agent at $event denies on $to, or is an error ($at)", async ({ guard, one, to }) => {
    const encoded = encodeHooks(manifestOf(guard), target(to), { shim: {} });
    const call = callOf(one, guard);
    if (call === undefined && guard.tool !== "shell" && guard.tool !== "") return;
    if (!canDeny(one, call)) return expect(errors(encoded)).toBeGreaterThan(0);
    expect(errors(encoded)).toBe(0);
    expect(await isDenied(one, call, commandAt(encoded, one, call, guard))).toBe(true);
  });
});
