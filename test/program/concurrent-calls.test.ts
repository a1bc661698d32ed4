/** Many calls at once in one home: every answer is right, no line of the trace is torn, nothing that is held gets lost. */

import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { parseIndex } from "../../src/index/read-index.ts";
import { BUILT, createHome } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";
import { times } from "../support/thoroughness.ts";
import { context, SHELL, speaker } from "./calling.ts";

/** In a sample fewer through Node: a process of it costs several times as much as one of the native program. */
const ALL = { calls: 50, tools: 20, failures: 10 };
const MANY = { "native-hook": ALL, "node-hook": times({ sample: { calls: 15, tools: 8, failures: 5 }, all: ALL, proof: ALL }) };

/** Repeats the command it is asked about. */
const ECHO = `input=$(cat)
command=\${input#*'"command":"'}
printf '{"PreToolUse":{"additionalContext":"%s"}}' "\${command%%'"'*}"
`;

describe.each(BUILT)("processes of %s, side by side", (form) => {
  const { calls: COUNT, tools, failures } = MANY[form];

  test(`RT-25 RT-28 ${COUNT} calls without an index: right answers, whole lines, one whole index, no lock left`, async () => {
    await using home = await createHome(speaker(ECHO));
    const calls = Array.from({ length: COUNT }, (_, n) => ({
      ...SHELL,
      session_id: `session-${n}`,
      tool_input: { command: `command ${n}` },
    }));
    const answers = await Promise.all(calls.map((payload) => home.call("claude", "PreToolUse", payload, { form })));
    expect(answers).toEqual(calls.map(({ tool_input }) => context(tool_input.command)));

    const lines = home.trace();
    expect(lines.map(({ session }) => session).sort()).toEqual(calls.map(({ session_id }) => session_id).sort());
    expect(new Set(lines.map(({ id }) => id)).size).toBe(COUNT);
    expect(lines.flatMap(({ problems, losses }) => [...problems, ...losses])).toEqual([]);

    expect(readdirSync(home.getPath("index"))).toEqual(["no-workspace"]);
    expect(parseIndex(readFileSync(home.getPath("index/no-workspace"), "utf8"))?.header.events).toEqual(["PreToolUse"]);
    expect(readdirSync(home.getPath("locks"))).toEqual([]);
  }, 60_000);

  test(`RT-19 RT-24 of ${tools} tools before which context is held none is lost`, async () => {
    await using home = await createHome(speaker(ECHO));
    const before = capturedPayload("gemini-cli", "BeforeTool.shell");
    const commands = Array.from({ length: tools }, (_, n) => `command ${n}`);
    const answers = await Promise.all(
      commands.map((command) => home.call("gemini", "BeforeTool", { ...before, tool_input: { command } }, { form })),
    );
    expect(new Set(answers.map(({ stdout }) => stdout))).toEqual(new Set([""]));

    const after = { ...capturedPayload("gemini-cli", "AfterTool.shell"), session_id: before["session_id"] };
    const { stdout } = await home.call("gemini", "AfterTool", after, { form });
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext.split("\n\n").sort()).toEqual(commands.sort());
    expect(await home.call("gemini", "AfterTool", after, { form })).toMatchObject({ stdout: "" });
    expect(readdirSync(home.getPath("sessions/gemini-cli"))).toHaveLength(1);
  });

  test(`RT-16 RT-24 a failure reported by ${failures} calls at once is not reported again`, async () => {
    await using home = await createHome(plugin("fails", hook("fail"), { "fail.sh": "exit 1" }));
    const answers = await Promise.all(Array.from({ length: failures }, () => home.call("claude", "PreToolUse", SHELL, { form })));
    expect(answers.filter(({ stdout }) => stdout.includes("fails/fail")).length).toBeGreaterThan(0);
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toMatchObject({ stdout: "" });
    expect(home.trace().map(({ ran }) => ran[0]?.failure)).toEqual(Array(failures + 1).fill("it exited with code 1"));
  });
});
