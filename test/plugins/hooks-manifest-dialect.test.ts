/** Hooks of a manifest that were written for one agent, run by Symposium on every agent (IX-10, IX-12). */

import { describe, expect, test } from "vitest";

import { dialectData, type ManifestHook } from "../../src/model/hook-manifest.ts";
import { writeManifest } from "../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { createHome, type Home } from "../support/home.ts";
import { callOf, canDeny, GUARDS, manifestOf, UNDER_TEST } from "../support/native-guards.ts";
import { sampled } from "../support/thoroughness.ts";

const SHELL = { means: "PreToolUse", tool: "shell" };

async function denied(home: Home, agent: string, call: { readonly means: string; readonly tool: string } = SHELL): Promise<boolean> {
  const one = UNDER_TEST.find(({ oracle }) => oracle.agent === agent) ?? expect.fail(agent);
  const { event, payload } = callOf(one, call) ?? expect.fail(`${agent} sends nothing for ${call.tool}`);
  return (await one.oracle.read(event, payload, await home.call(agent, event, payload))).blocked;
}

describe("IX-10 IX-12 a guard", () => {
  test.each(sampled(GUARDS, ({ agent, event }) => `${agent} ${event}`))(
    "of $agent at $event denies as a plugin's hook on every agent that can deny there",
    async (guard) => {
      await using home = await createHome({ house: { "hooks.json": writeManifest(manifestOf(guard)) } });
      for (const one of UNDER_TEST) {
        const call = callOf(one, guard);
        if (!canDeny(one, call)) continue;
        const answer = await home.call(one.oracle.agent, call.event, call.payload);
        expect([one.oracle.agent, (await one.oracle.read(call.event, call.payload, answer)).blocked]).toEqual([one.oracle.agent, true]);
      }
    },
  );

  const homeWith = (more: Partial<ManifestHook>) => {
    const hook: ManifestHook = { event: "before_tool_execute", handler: { type: "command", command: "exit 2" }, blocking: true, ...more };
    return createHome({ house: { "hooks.json": JSON.stringify({ spec: "hooks/1.0", hooks: [hook] }) } });
  };
  const claude = dialectData("claude-code");

  test("is asked about the tools that its own agent would name", async () => {
    for (const matcher of ["shell", "Bash", { pattern: "^Ba.h$" }, { pattern: "^shell$" }]) {
      await using home = await homeWith({ matcher, provider_data: claude });
      expect(await denied(home, "gemini-cli")).toBe(true);
      expect(await denied(home, "gemini-cli", { ...SHELL, tool: "read" })).toBe(false);
    }
  });

  test("is asked where its own condition holds", async () => {
    for (const [condition, isDenied] of [
      ["Bash(*)", true],
      ["Bash(nothing-like-it *)", false],
    ] as const) {
      await using home = await homeWith({ provider_data: { ...claude, "claude-code": { if: condition } } });
      expect(await denied(home, "gemini-cli")).toBe(isDenied);
    }
  });

  const UNABLE: readonly (readonly [string, Partial<ManifestHook>])[] = [
    ["a folder that only its own agent knows", { handler: { type: "command", command: "$CLAUDE_PLUGIN_ROOT/guard.sh" } }],
    ["words that only its own agent passes", { provider_data: { ...claude, "claude-code": { args: ["x"] } } }],
    ["an event that its own agent does not have", { provider_data: { ...claude, "claude-code": { native: { event: "NoEvent" } } } }],
  ];

  test.each(UNABLE)("that needs %s denies", async (_, more) => {
    await using home = await homeWith({ provider_data: claude, ...more });
    expect(await denied(home, "gemini-cli")).toBe(true);
  });

  test("IX-2 a pattern in the format's own dialect does not find another agent's names", async () => {
    await using home = await homeWith({ matcher: { pattern: "^Bash$" } });
    expect([await denied(home, "claude-code"), await denied(home, "gemini-cli")]).toEqual([true, false]);
  });
});
