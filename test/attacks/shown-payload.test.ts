/**
 * Inputs that show a guard something else than the agent will do: a harmless file or command in a field that the agent ignores, patches with odd headings, payloads
 * that name no tool, and payloads nested 2,001 levels deep, for closed, imported and blocking hooks.
 */

import { describe, test } from "vitest";

import type { Payload } from "../oracles/oracle.ts";
import { withTool } from "../support/tool-payload.ts";
import { ALLOWS, expectDenied, FORMS, guardedHome, MOST } from "./guarded-home.ts";

const CALLING = { timeout: 120_000 };
const HARMLESS = Object.fromEntries(
  ["file_path", "filePath", "path", "command", "cmd", "script", "content", "file_text", "files", "pattern", "patch"].map((name) => [
    name,
    "ok",
  ]),
);

/** Denies by what it is told of the call, outside `native`. */
const LOOKS = `input=$(cat); told=\${input%%'"native"'*}; case "$told" in *secret*) echo 'told the secret' >&2; exit 2 ;; esac; exit 0\n`;
const looking = (more = "") => ({
  looking: {
    "SYMPOSIUM.toml": `name = "looking"\ncrates = ["*"]\n[[hooks]]\nname = "looks"\nevent = "PreToolUse"\ncommand = { script = "look.sh" }\n${more}`,
    "look.sh": LOOKS,
  },
});

/** What each agent obeys, written by hand. */
const CALLS: readonly (readonly [agent: string, tool: string, obeyed: Readonly<Record<string, unknown>>])[] = [
  ["goose", "write", { path: "secret.txt", content: "x" }],
  ["goose", "edit", { path: "secret.txt", before: "a", after: "b" }],
  ["goose", "computercontroller__automation_script", { script: "cat secret" }],
  ["opencode", "write", { filePath: "secret.txt", content: "x" }],
  ["opencode", "read", { filePath: "secret.txt" }],
  ["copilot-cli", "create", { path: "secret.txt", file_text: "x" }],
  ["copilot-cli", "edit", { path: "secret.txt", old_str: "a", new_str: "b" }],
  ["copilot-cli", "write_bash", { shellId: "1", input: "cat secret" }],
  ["qwen-code", "exec", { source: "cat secret" }],
  ["qwen-code", "notebook_edit", { notebook_path: "secret.ipynb", new_source: "x" }],
  ["gemini-cli", "glob", { pattern: "*", dir_path: "secret" }],
];

describe.each(FORMS)("what a guard's process reads on stdin, from the %s program", (form) => {
  test("RT-1 a guard that looks at what it is told denies, whatever a model adds", CALLING, async () => {
    const agents = [...new Set(CALLS.map(([agent]) => agent))];
    await using home = await guardedHome({ form, script: ALLOWS, plugins: looking(), agents });
    for (const [agent, tool, obeyed] of CALLS) {
      const called = await home.call(agent, {
        changePayload: (payload) => withTool(payload, tool, { ...HARMLESS, ...obeyed }),
        direct: true,
      });
      await expectDenied(agent, called, { reason: "told the secret" });
    }
  });

  test("RT-4 and a file of an odd patch", CALLING, async () => {
    const text = (heading: string) => `*** Begin Patch\n*** Add File: ok.txt\n+x\n${heading}\n+y\n*** End Patch`;
    const patches: readonly (readonly [agent: string, input: unknown])[] = [
      ["codex", { command: text(" *** Add File: secret.txt") }],
      ["opencode", { patchText: text("*** Add File:secret.txt"), file_path: "ok", files: ["ok"] }],
      ["copilot-cli", text("\u00a0*** Add File: secret.txt")],
    ];
    await using home = await guardedHome({ form, script: ALLOWS, plugins: looking(), agents: patches.map(([agent]) => agent) });
    for (const [agent, input] of patches) {
      const called = await home.call(agent, { changePayload: (payload) => withTool(payload, "apply_patch", input), direct: true });
      await expectDenied(agent, called, { reason: "told the secret" });
    }
  });

  test("RT-21 a payload that names no tool is about any of them", CALLING, async () => {
    const more = 'matcher = "Bash|Edit"\non-failure = "closed"\n';
    await using home = await guardedHome({ form, plugins: { guard: looking(more).looking }, agents: MOST });
    const payloads: readonly ((sent: Payload) => unknown)[] = [
      () => ({}),
      (sent) => ({ ...withTool(sent, "", {}), tool_name: ["Bash"], toolName: null, input: { tool: 1 }, tool_info: "ls" }),
    ];
    for (const agent of MOST) {
      for (const payload of payloads) {
        const called = await home.call(agent, { payload: (sent) => JSON.stringify(payload(sent)) });
        await expectDenied(agent, called, { reason: /looking\/looks.*names no tool/ });
      }
    }
  });

  test("RT-21 IX-12 an imported guard that cannot be given a deep payload denies", CALLING, async () => {
    const agents = MOST.filter((agent) => agent !== "claude-code");
    await using home = await guardedHome({ form, script: ALLOWS, plugins: looking('format = "shim:claude-code"\n'), agents });
    const deep = `${"[".repeat(2_001)}${"]".repeat(2_001)}`;
    const payload = (sent: object) => JSON.stringify({ ...sent, zz: "DEEP" }).replace('"DEEP"', () => deep);
    for (const agent of agents) await expectDenied(agent, await home.call(agent, { payload }), { reason: /looking\/looks|guard/ });
  });
});
