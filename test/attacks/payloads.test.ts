/** Payloads that are nested 40,000 levels deep and more, truncated, huge or not JSON, and rewrites of an earlier handler that no engine can serialise. */

import { writeFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Payload } from "../oracles/oracle.ts";
import {
  ALLOWS,
  DENIES,
  expectDenied,
  expectOpen,
  FORMS,
  GUARD_REASON,
  GUARDED,
  MOST,
  type GuardedHome,
  guardedHome,
  SOME,
} from "./guarded-home.ts";
import { fewer, inTurns, turnsOf } from "../support/thoroughness.ts";

const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const deepArray = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** The captured payload with a value that `JSON.stringify` could not write. */
function nested(deep: string): (sent: Payload) => string {
  return (sent) => `${JSON.stringify({ ...sent, zz: "DEEP" }).replace('"DEEP"', () => deep)}`;
}

/** The same inside the tool's input, wherever the agent puts that. */
function nestedInput(deep: string): (sent: Payload) => string {
  return (sent) => JSON.stringify(sent).replace(/"ls"/, () => `"ls","zz":${deep}`);
}

/** Keys that have the same hash where each letter counts 263 times the next. */
function keysOfOneHash(count: number): string {
  const letters = (digit: number) => String.fromCharCode(0x4e00 + digit, 0x9000 - 263 * digit);
  const keys = Array.from({ length: count }, (_, at) =>
    [at % 100, Math.floor(at / 100) % 100, Math.floor(at / 10_000)].map(letters).join(""),
  );
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])));
}

const CASES: readonly (readonly [name: string, payload: (sent: Payload) => string])[] = [
  ["an object nested 40,000 deep beside the tool", nested(deepObject(40_000))],
  ["an object nested 40,000 deep in the tool's input", nestedInput(deepObject(40_000))],
  ["a list nested 60,000 deep in the tool's input", nestedInput(deepArray(60_000))],
  ["a list nested a million deep in the tool's input", nestedInput(deepArray(1_000_000))],
  ["a million brackets that are never closed", () => "[".repeat(1_000_000)],
  ["nothing", () => ""],
  ["bytes that are not JSON", () => "\0\u0001<xml/>"],
  ["half of a payload", (sent) => JSON.stringify(sent).slice(0, -20)],
  ["a list", () => "[]"],
  ["a text", () => '"ls"'],
  ["null", () => "null"],
  ["two payloads", (sent) => JSON.stringify(sent).repeat(2)],
  ["150,000 keys of one hash", nestedInput(keysOfOneHash(150_000))],
  ["a key twice", (sent) => JSON.stringify(sent).replace(/^\{/, '{"tool_name":"Read","tool_name":"Read",')],
  ["20 MB of text in the tool's input", nestedInput(`"${"x".repeat(20_000_000)}"`)],
  ["lone surrogates and control characters", nestedInput(String.raw`"\ud800\udfff\u0000\u001b[2J"`)],
  ["numbers beyond every range", nestedInput("[1e999,-1e999,1e-999,123456789012345678901234567890]")],
];

describe.each(FORMS)("on stdin of the %s program, with the stack of its engine", (form) => {
  const agents = form === "native" ? MOST : SOME;
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form, agents });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each(fewer(inTurns(CASES, form, FORMS), 2))("RT-38 RT-21 %s", { timeout: 120_000 }, async (_, payload) => {
    for (const agent of agents) await expectDenied(agent, await home.call(agent, { payload }), { reason: /guard/ });
  });
});

/** Printed by a shell, because no argument may be that long. */
const printsDeep = (before: string, depth: number, after: string) =>
  `cat >/dev/null; printf '%s' '${before}'; head -c ${depth} /dev/zero | tr '\\0' '['; head -c ${depth} /dev/zero | tr '\\0' ']'; printf '%s' '${after}'\n`;

const plugin = (name: string, script: string, more = "") => ({
  [name]: {
    "SYMPOSIUM.toml": `name = "${name}"\ncrates = ["*"]\n[[hooks]]\nname = "says"\nevent = "PreToolUse"\ncommand = { script = "say.sh" }\n${more}`,
    "say.sh": script,
  },
});

describe.each(FORMS)("an earlier handler of the %s program, with the stack of its engine", (form) => {
  const isTurn = turnsOf(form, FORMS);
  const agents = form === "native" ? MOST : SOME;
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form, agents, plugins: plugin("earlier", "") });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  const rewrite = (depth: number) => printsDeep('{"PreToolUse":{"updatedInput":{"command":', depth, "}}}");

  const rewrites = [
    ["rewrites to something nested 10,000 deep", rewrite(10_000)],
    ["rewrites to something nested 60,000 deep", rewrite(60_000)],
    ["rewrites to something nested 500,000 deep", rewrite(500_000)],
    ["adds a field nested 60,000 deep", printsDeep('{"PreToolUse":{"zz":', 60_000, "}}")],
    ["gives context nested 60,000 deep", printsDeep('{"PreToolUse":{"additionalContext":', 60_000, "}}")],
    [
      "asks, and rewrites to something nested 60,000 deep",
      printsDeep('{"PreToolUse":{"decision":"ask","updatedInput":{"command":', 60_000, "}}}"),
    ],
  ] as const;

  test.each(fewer(inTurns(rewrites, form, FORMS)))("RT-38 %s, and the guard denies", { timeout: 120_000 }, async (_, script) => {
    writeFileSync(home.ours("plugins/earlier/say.sh"), script);
    for (const agent of agents) await expectDenied(agent, await home.call(agent));
  });

  test.runIf(isTurn())("RT-16 RT-38 an answer nested too deep is a failure of the hook that gave it", { timeout: 120_000 }, async () => {
    const closed = plugin("closed", rewrite(500_000), 'on-failure = "closed"\n');
    await using other = await guardedHome({ form, agents, script: ALLOWS, plugins: closed });
    for (const agent of agents) await expectDenied(agent, await other.call(agent), { reason: /closed\/says/ });
  });
});

test("RT-38 with hooks that are open on failure a payload that we fail on lets the agent go on", { timeout: 60_000 }, async () => {
  const open = {
    guard: {
      "SYMPOSIUM.toml":
        'name = "guard"\ncrates = ["*"]\n[[hooks]]\nname = "says"\nevent = "PreToolUse"\ncommand = { script = "guard.sh" }\n',
      "guard.sh": DENIES,
    },
  };
  await using home = await guardedHome({ plugins: open, agents: GUARDED });
  for (const agent of GUARDED) {
    await expectOpen(agent, await home.call(agent, { payload: "[".repeat(1000) }));
    await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
  }
  expect(home.symposium("status").exitCode).toBe(0);
});
