import { appendFileSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { pack } from "../support/cargo-workspace.ts";
import { createHome } from "../support/home.ts";
import { hook, manifestText, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");
const SESSION = { session_id: "one" };
const PROMPT = { ...capturedPayload("claude-code", "UserPromptSubmit"), ...SESSION };
const START = { ...capturedPayload("claude-code", "SessionStart"), ...SESSION };
const CLOSED = 'on-failure = "closed"\n';
const DENIES = { "deny.sh": says({ decision: "deny", reason: "no" }) };

describe("RT-37 what the user hears while a last good version is in force", () => {
  test("at the next event that can tell, in the middle of a session too; not with every call; again at each start and prompt until it is fixed", async () => {
    await using home = await createHome(plugin("guard", hook("deny", "PreToolUse", CLOSED), DENIES));
    const manifest = home.getPath("plugins", "guard", "SYMPOSIUM.toml");
    const said = async (event: string, payload: object) => {
      const { stdout } = await home.call("claude", event, payload);
      const { systemMessage = "" } = (stdout === "" ? {} : JSON.parse(stdout)) as { systemMessage?: string };
      return /guard.SYMPOSIUM\.toml.*the last good version, of .* stays in force until this is fixed/.test(systemMessage);
    };
    const call = { ...SHELL, ...SESSION };
    expect(await said("SessionStart", START)).toBe(false);
    expect(await said("PreToolUse", call)).toBe(false);
    appendFileSync(manifest, "\n= typed in the middle of a session");
    expect(await said("PreToolUse", call)).toBe(true);
    expect(await said("PreToolUse", call)).toBe(false);
    expect(await said("UserPromptSubmit", PROMPT)).toBe(true);
    expect(await said("UserPromptSubmit", PROMPT)).toBe(true);
    expect(await said("PreToolUse", call)).toBe(false);
    expect(await said("SessionStart", START)).toBe(true);
    expect(home.trace().every(({ outcome, event }) => event.neutral !== "PreToolUse" || outcome.decision === "deny")).toBe(true);
    writeFileSync(manifest, manifestText("guard", hook("deny", "PreToolUse", CLOSED)));
    expect(await said("UserPromptSubmit", PROMPT)).toBe(false);
    expect(await said("PreToolUse", call)).toBe(false);
  });
});

describe("RT-37 a project whose files cannot be read and that no one has seen before", () => {
  const gated = (rest: string) => ({
    guard: { "SYMPOSIUM.toml": `name = "guard"\ncrates = ["serde"]\n${hook("deny", "PreToolUse", rest)}`, ...DENIES },
  });

  test.each([
    ["a closed hook applies whatever its gate says about dependencies", CLOSED, true],
    ["an open one needs them", "", false],
    ["a closed one whose other conditions do not hold does not apply", `${CLOSED}predicates = ["env(NOT_SET_HERE)"]\n`, false],
  ])("%s", async (_, rest, denied) => {
    await using home = await createHome(gated(rest), { work: { "Cargo.toml": '[package\nname = "x"' } });
    const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") });
    expect(stdout.includes("no (guard/deny)")).toBe(denied);
  });

  test("with files that can be read the gate decides", async () => {
    await using home = await createHome(gated(CLOSED), { work: { "Cargo.toml": pack("x") } });
    expect((await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") })).stdout).toBe("");
  });
});

describe("RT-36 RT-38 a damaged record of where the config is, in a folder never seen before", () => {
  const closed = { closed: { "claude-code.PreToolUse": "" } };
  const damaged = { "places.json": "{" };

  test("denies where a closed hook may exist and no config is in the usual place", async () => {
    await using home = await createHome({}, { ...damaged, ...closed });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toContain('"deny"');
  });

  test("says nothing where there is no closed hook", async () => {
    await using home = await createHome({}, damaged);
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toBe("");
  });
});
