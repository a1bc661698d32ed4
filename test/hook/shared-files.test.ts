/** Cursor and VS Code run the hooks of Claude's files: an entry for Claude Code answers each in its own dialect. */

import { writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { ledgerText } from "../plugins/ledger-text.ts";
import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload, capturedPayloads } from "../support/payloads.ts";

const OWN: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["claude-code"],
  cursor: ["cursor"],
  "vscode-copilot": ["vscode-copilot"],
};

describe("RT-23 a payload's shape tells the readers of Claude's files apart", () => {
  const payloads = capturedPayloads().filter(({ agent }) => agent in OWN);
  test.each(payloads)("$agent $name", async ({ agent, payload }) => {
    const claims = [];
    for (const name of Object.keys(OWN)) {
      if ((await loadHookTime(name))?.recognise(payload, {}) === "shape") claims.push(name);
    }
    expect(claims).toEqual(OWN[agent]);
  });
});

describe("RT-23 an entry for Claude Code, called by another reader of its file", () => {
  const denies = plugin("guard", hook("deny", "PreToolUse", 'matcher = "Bash"'), {
    "deny.sh": says({ decision: "deny", reason: "too risky" }),
  });

  test("Cursor", async () => {
    await using home = await createHome(denies);
    const env = { CURSOR_VERSION: "1.0" };
    const { stdout } = await home.call("claude-code", "PreToolUse", capturedPayload("cursor", "preToolUse.shell"), { env });
    const reason = "too risky (guard/deny)";
    expect(JSON.parse(stdout)).toEqual({ permission: "deny", user_message: reason, agent_message: reason });
    expect(home.trace()).toMatchObject([{ agent: { registered: "claude-code", recognised: "cursor" } }]);
  });

  test.each(["PreToolUse.shell", "PreToolUse.camel-case"])("VS Code, %s", async (name) => {
    await using home = await createHome(denies);
    const { stdout } = await home.call("claude-code", "PreToolUse", capturedPayload("vscode-copilot", name));
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(home.trace()).toMatchObject([{ agent: { registered: "claude-code", recognised: "vscode-copilot" } }]);
  });
});

describe("RT-23 RT-36 a project's file that only looks like a registration of the caller", () => {
  const denies = plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "too risky" }) });
  const lookAlike = { "work/.cursor/hooks.json": '{"note":"symposium-hook cursor preToolUse"}' };
  const call = async (scope: "user" | "project") => {
    await using home = await createHome(denies, {
      "work/.git/HEAD": "",
      "ledger.json": ledgerText({ file: "/h/settings.json", agents: ["claude-code"], scope }),
      ...lookAlike,
    });
    const payload = {
      ...capturedPayload("cursor", "preToolUse.shell"),
      cwd: home.getPath("work"),
      workspace_roots: [home.getPath("work")],
    };
    return (await home.call("claude-code", "PreToolUse", payload)).stdout;
  };

  test("does not silence the user's own entry", async () => {
    expect(await call("user")).toContain("too risky");
  });

  test("silences an entry that came with the project itself", async () => {
    expect(await call("project")).toBe("");
  });
});

describe("RG-7 RT-23 an agent that is registered is answered by the entry that serves it, and by no other", () => {
  const denies = plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "too risky" }) });
  const call = async (entry: string, event: string, caller: string, payload: string, agents: readonly string[]) => {
    await using home = await createHome(denies);
    const file = home.getPath("hooks.json");
    writeFileSync(file, `{"command":"$1/bin/symposium-hook ${agents[0]} preToolUse || :"}`);
    writeFileSync(home.getPath("ledger.json"), ledgerText({ file, agents }));
    const services = { hookFilesOf: () => Promise.reject(new Error("no file need be checked")) };
    const { stdout } = await home.call(entry, event, capturedPayload(caller, payload), { services });
    expect(home.trace()).toMatchObject([{ agent: { recognised: caller }, problems: [] }]);
    return stdout.includes("too risky");
  };

  test("Copilot CLI, which reads Claude's file as well", async () => {
    const claudes = ["claude-code", "PreToolUse", "copilot-cli", "preToolUse.claude-file"] as const;
    expect(await call(...claudes, ["copilot-cli"])).toBe(false);
    expect(await call("copilot-cli", "preToolUse", "copilot-cli", "preToolUse.shell", ["copilot-cli"])).toBe(true);
  });

  test("VS Code, which Copilot's file serves and which reads Claude's", async () => {
    const [caller, payload, agents] = ["vscode-copilot", "PreToolUse.shell", ["copilot-cli", "vscode-copilot"]] as const;
    expect(await call("claude-code", "PreToolUse", caller, payload, agents)).toBe(false);
    expect(await call("copilot-cli", "preToolUse", caller, payload, agents)).toBe(true);
  });
});

/** One native hook before a tool that answers this. */
async function native(agent: string, name: string, event: string, said: object, exit: Partial<HandlerEnd> = {}) {
  const manifest = `[[hooks]]\nname = "own"\nevent = "${event}"\nformat = "${agent}"\ncommand = { script = "own.sh" }\n`;
  await using home = await createHome(plugin("guard", manifest, { "own.sh": "" }));
  const stdout = Object.keys(said).length === 0 ? "" : JSON.stringify(said);
  const end = { kind: "exited", code: 0, stdout, stderr: "", ms: 1, ...exit } as HandlerEnd;
  const reply = await home.call(agent, event, capturedPayload(agent, name), { services: { runHandler: async () => end } });
  return reply.stdout === "" ? undefined : (JSON.parse(reply.stdout) as object);
}

describe("RT-15 a handler in Cursor's own format", () => {
  const atTool = (said: object, exit?: Partial<HandlerEnd>) => native("cursor", "preToolUse.shell", "preToolUse", said, exit);
  const denied = { permission: "deny", user_message: "no (guard/own)", agent_message: "no (guard/own)" };

  test("denies by field and by exit code 2", async () => {
    expect(await atTool({ permission: "deny", agent_message: "no" })).toEqual(denied);
    expect(await atTool({}, { code: 2, stderr: "no\n" })).toEqual(denied);
    expect(await atTool({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } })).toEqual(denied);
  });

  test("rewrites, gives context, and passes on what we have no name for", async () => {
    const said = { updated_input: { command: "ls", cwd: "/home/user/project" }, additional_context: "good to know", newer_field: 1 };
    expect(await atTool(said)).toEqual(said);
  });

  test("refuses a prompt and a stop", async () => {
    expect(await native("cursor", "beforeSubmitPrompt", "beforeSubmitPrompt", { continue: false, user_message: "no" })).toEqual({
      continue: false,
      user_message: "no (guard/own)",
    });
    expect(await native("cursor", "stop", "stop", { followup_message: "go on" })).toEqual({ followup_message: "go on (guard/own)" });
  });
});

test("RT-15 a handler in VS Code's own format refuses a stop where VS Code reads it", async () => {
  const said = { hookSpecificOutput: { hookEventName: "Stop", decision: "block", reason: "go on" } };
  const output = await native("vscode-copilot", "Stop", "Stop", said);
  expect(output).toMatchObject({ hookSpecificOutput: { hookEventName: "Stop", decision: "block", reason: "go on (guard/own)" } });
});

test("RT-6 VS Code is sent no message before a compaction, where it shows none", async () => {
  const says = 'cat >/dev/null; echo \'{"PreCompact":{"systemMessage":"good morning"}}\'';
  const manifest = '[[hooks]]\nname = "greet"\nevent = "PreCompact"\ncommand = { script = "greet.sh" }\n';
  await using home = await createHome(plugin("guard", manifest, { "greet.sh": says }));
  expect(await home.call("vscode-copilot", "PreCompact", capturedPayload("vscode-copilot", "PreCompact"))).toMatchObject({ stdout: "" });
  expect(home.trace()).toMatchObject([{ losses: [{ code: "system-message-unsupported" }] }]);
});
