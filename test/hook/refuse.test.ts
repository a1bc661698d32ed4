/** What a call answers when Symposium itself fails in it: closed hooks deny, and name the cause. */

import { rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { guard } from "../attacks/guarded-home.ts";
import { createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");
const denial = (stdout: string) =>
  (JSON.parse(stdout || "{}") as { hookSpecificOutput?: { permissionDecisionReason?: string } }).hookSpecificOutput
    ?.permissionDecisionReason;

const fails = () => Promise.reject(new Error("out of luck"));

describe("RT-38 a closed hook denies", () => {
  test("when its handler cannot be asked", async () => {
    await using home = await createHome({ guard: guard() });
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { services: { runHandler: fails } });
    expect(denial(stdout)).toMatch(/guard\/at-PreToolUse.*out of luck/);
  });

  test("when our program was sent a signal, before any handler is started", async () => {
    await using home = await createHome({ guard: guard() });
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { services: { signal: () => "SIGQUIT", runHandler: fails } });
    expect(denial(stdout)).toMatch(/guard\/at-PreToolUse.*SIGQUIT/);
  });

  test("when a signal came while its handler ran, whatever that said", async () => {
    await using home = await createHome({ guard: guard() });
    let signal: string | undefined;
    const runHandler = () => {
      signal = "SIGTERM";
      return Promise.resolve({ kind: "exited", code: 0, stdout: "", stderr: "", ms: 1 } as const);
    };
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { services: { signal: () => signal, runHandler } });
    expect(denial(stdout)).toMatch(/SIGTERM/);
  });

  test("when the agent's own part could not be loaded at first", async () => {
    await using home = await createHome({ guard: guard() });
    let tries = 0;
    const load = (name: string) => (tries++ === 0 ? fails() : loadHookTime(name));
    expect(denial((await home.call("claude", "PreToolUse", SHELL, { services: { loadHookTime: load } })).stdout)).toMatch(
      /guard.*out of luck/,
    );
  });

  test("when the payload is nested too deep", async () => {
    await using home = await createHome({ guard: guard() });
    const payload = JSON.stringify(SHELL).replace(/^\{/, () => `{"zz":${"[".repeat(3_000)}${"]".repeat(3_000)},`);
    expect(denial((await home.call("claude", "PreToolUse", payload)).stdout)).toMatch(/guard\/at-PreToolUse.*payload/);
  });

  test("when no one can tell which hooks there are, and only then; without one the agent goes on", async () => {
    await using home = await createHome({ guard: guard() });
    await home.call("claude", "PreToolUse", SHELL);
    rmSync(home.getPath("index"), { recursive: true });
    const services = { rebuildIndex: () => Promise.resolve({ ok: false, problem: "nothing can be read" } as const) };
    expect(denial((await home.call("claude", "PreToolUse", SHELL, { services })).stdout)).toMatch(/nothing can be read.*symposium status/);
    expect((await home.call("claude", "PostToolUse", SHELL, { services })).stdout).toBe("");
    rmSync(home.getPath("closed"), { recursive: true });
    expect((await home.call("claude", "PreToolUse", SHELL, { services })).stdout).toBe("");
  });
});
