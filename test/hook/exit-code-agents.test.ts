/** Agents that read exit codes and plain text: Kiro and Windsurf. */

import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL: readonly [agent: string, event: string, payload: ReturnType<typeof capturedPayload>][] = [
  ["kiro", "preToolUse", capturedPayload("kiro", "preToolUse.shell")],
  ["windsurf", "pre_run_command", capturedPayload("windsurf", "pre_run_command.shell")],
];

describe.each(SHELL)("%s", (agent, event, payload) => {
  const denies = plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "too risky" }) });

  test("RT-6 a denial is exit code 2 with the reason alone on stderr", async () => {
    await using home = await createHome(denies);
    expect(await home.call(agent, event, payload)).toEqual({ stdout: "", stderr: "too risky (guard/deny)\n", exitCode: 2 });
  });

  test("RT-21 whatever else went wrong, nothing stands beside that reason", async () => {
    await using home = await createHome({ ...denies, torn: { "SYMPOSIUM.toml": "= broken" } });
    expect(await home.call(agent, event, payload)).toMatchObject({ stderr: "too risky (guard/deny)\n", exitCode: 2 });
  });

  test("RT-21 an unreadable payload meets hooks that fail closed with exit code 2", async () => {
    const closed = plugin("guard", hook("closed", "PreToolUse", 'on-failure = "closed"'), { "closed.sh": "exit 0" });
    await using home = await createHome(closed);
    const { stdout, stderr, exitCode } = await home.call(agent, "pre-tool-use", '{"tool_name": "Ba');
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toContain("guard/closed");
    expect(stderr).not.toContain("symposium:");
    expect(home.trace()).toMatchObject([{ problems: [expect.stringContaining("not a JSON object")], exit: 2 }]);
  });

  test("RT-21 no one is denied by accident", async () => {
    await using home = await createHome(denies);
    expect(await home.call(agent, "pre-tool-use", "")).toMatchObject({ stdout: "", exitCode: 0 });
    expect(await home.call(agent, "OnTuesday", payload)).toMatchObject({ stdout: "", exitCode: 0 });
  });

  test("RT-18 a rewrite is demanded of the model, in the agent's own fields", async () => {
    const wants = plugin("guard", hook("wants"), { "wants.sh": says({ updatedInput: { command: "ls" } }) });
    await using home = await createHome(wants);
    const { stderr, exitCode } = await home.call(agent, event, payload);
    const field = agent === "kiro" ? "command" : "command_line";
    expect({ stderr, exitCode }).toEqual({ stderr: `Allowed only in this form: {"${field}":"ls"} (guard/wants)\n`, exitCode: 2 });
  });
});

type Said = Partial<Extract<HandlerEnd, { kind: "exited" }>>;

/** One native hook at the event that ends as told. */
async function native(agent: string, event: string, name: string, said: Said) {
  const manifest = `[[hooks]]\nname = "own"\nevent = "${event}"\nformat = "${agent}"\ncommand = { script = "own.sh" }\n`;
  await using home = await createHome(plugin("guard", manifest, { "own.sh": "" }));
  const runHandler = async (): Promise<HandlerEnd> => ({ kind: "exited", code: 0, stdout: "", stderr: "", ms: 1, ...said });
  const reply = await home.call(agent, name.split(".")[0] ?? "", capturedPayload(agent, name), { services: { runHandler } });
  return { ...reply, ran: home.trace().at(-1)?.ran };
}

describe("RT-15 a handler in Kiro's own format", () => {
  test("what it prints is context where Kiro takes any", async () => {
    const said = { stdout: "good to know\n" };
    expect(await native("kiro", "userPromptSubmit", "userPromptSubmit", said)).toMatchObject({ stdout: "good to know", exitCode: 0 });
    expect(await native("kiro", "agentSpawn", "agentSpawn", said)).toMatchObject({ stdout: "good to know", exitCode: 0 });
    expect(await native("kiro", "preToolUse", "preToolUse.shell", said)).toMatchObject({ stdout: "", exitCode: 0 });
  });

  test("exit code 2 denies a tool, and is a failure elsewhere", async () => {
    const said = { code: 2, stderr: "no\n" };
    expect(await native("kiro", "preToolUse", "preToolUse.shell", said)).toMatchObject({ stderr: "no (guard/own)\n", exitCode: 2 });
    const { ran, exitCode } = await native("kiro", "userPromptSubmit", "userPromptSubmit", said);
    expect({ exitCode, ran }).toMatchObject({ exitCode: 0, ran: [{ failure: "it exited with code 2" }] });
  });
});

describe("RT-15 a handler in Windsurf's own format", () => {
  test("exit code 2 denies before an action and means nothing after it; what it prints is lost", async () => {
    const said = { code: 2, stderr: "no\n" };
    expect(await native("windsurf", "pre_user_prompt", "pre_user_prompt", said)).toMatchObject({ stderr: "no (guard/own)\n", exitCode: 2 });
    expect(await native("windsurf", "post_write_code", "post_write_code.edit", said)).toMatchObject({ stderr: "", exitCode: 0 });
    const printed = await native("windsurf", "pre_run_command", "pre_run_command.shell", { stdout: "good to know" });
    expect(printed).toMatchObject({ stdout: "", exitCode: 0 });
  });

  test("RT-8 its event is the one it names, and no other that means the same", async () => {
    const said = { code: 2, stderr: "no\n" };
    expect(await native("windsurf", "pre_write_code", "pre_write_code.edit", said)).toMatchObject({ exitCode: 2 });
    expect(await native("windsurf", "pre_write_code", "pre_run_command.shell", said)).toMatchObject({ exitCode: 0 });
    expect(await native("windsurf", "PreToolUse", "pre_run_command.shell", said)).toMatchObject({ exitCode: 2 });
    expect(await native("windsurf", "PreToolUse", "pre_read_code.read", said)).toMatchObject({ exitCode: 2 });
  });
});

test("RT-8 what a Windsurf payload says happened counts, whatever the entry was registered for", async () => {
  const hooks = hook("write", "PreToolUse", 'matcher = "Edit"') + hook("shell", "PreToolUse", 'matcher = "Bash"');
  await using home = await createHome(
    plugin("guard", hooks, { "write.sh": "echo write >&2; exit 2", "shell.sh": "echo shell >&2; exit 2" }),
  );
  const { stderr } = await home.call("windsurf", "pre-tool-use", capturedPayload("windsurf", "pre_write_code.two-edits"));
  expect(stderr).toBe("write (guard/write)\n");
});
