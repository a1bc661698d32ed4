import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { says } from "../support/manifests.ts";

const START = { session_id: "s1", cwd: "/", hook_event_name: "SessionStart", source: "startup" };
const COMMAND = '[subcommand.look]\ndescription = "Looks at crates"\ncommand = { script = "look.sh" }\n';
const tools = (gate: string, more: string) => ({ "SYMPOSIUM.toml": `name = "tools"\n${gate}\n${COMMAND}${more}`, "look.sh": "exit 0" });
const TOOLS =
  "This project has crate-aware tools available via `symposium`. Run `symposium --help` to list them before working with the Rust code. " +
  "Only use tools under the 'Commands for agents' section unless the user explicitly asks you to run one from 'Commands for humans'.";
const NEWS = /^symposium 99\.0\.0 is available \(current: \S+\)\. Run `symposium self-update` to upgrade\.$/;

const contextIn = (stdout: string) => {
  const answer = (stdout === "" ? {} : JSON.parse(stdout)) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? "";
};

describe("hints at the start of a session", () => {
  test("F16 PL-24 commands for agents, before what plugins say, and once in a session", async () => {
    const greeting = '[[hooks]]\nname = "greet"\nevent = "SessionStart"\ncommand = { script = "greet.sh" }\n';
    const said = says({ additionalContext: "from the plugin" }, "SessionStart");
    await using home = await createHome({ tools: { ...tools('crates = ["*"]', greeting), "greet.sh": said } });
    const first = contextIn((await home.call("claude", "SessionStart", START)).stdout);
    expect(first.startsWith(TOOLS)).toBe(true);
    expect(first.indexOf("from the plugin")).toBeGreaterThan(TOOLS.length);
    expect(contextIn((await home.call("claude", "SessionStart", START)).stdout)).toBe("from the plugin");
    expect(contextIn((await home.call("claude", "SessionStart", { ...START, session_id: "s2" })).stdout)).toContain(TOOLS);
  });

  test.each([
    ["commands for people", 'crates = ["*"]', 'audience = "humans"\n'],
    ["commands of a plugin that does not apply", 'crates = ["serde"]', ""],
  ])("%s are no reason", async (_, gate, more) => {
    await using home = await createHome({ tools: tools(gate, more) });
    expect((await home.call("claude", "SessionStart", START)).stdout).toBe("");
  });

  test("E10 a newer version, when the last check found one", async () => {
    await using home = await createHome({}, { "config.toml": 'auto-update = "warn"\n', "state.toml": 'latest-version = "99.0.0"\n' });
    let noted = 0;
    const world = { noteUpdateTold: () => Promise.resolve(void noted++) };
    expect(contextIn((await home.call("claude", "SessionStart", START, { world })).stdout)).toMatch(NEWS);
    expect(contextIn((await home.call("claude", "SessionStart", START, { world })).stdout)).toBe("");
    expect(noted).toBe(1);
  });

  test.each([
    ["it was told an hour ago", "", `latest-version = "99.0.0"\nlast-update-hint = "${new Date(Date.now() - 3_600_000).toISOString()}"\n`],
    ["the user wants no news", 'auto-update = "off"\n', 'latest-version = "99.0.0"\n'],
    ["it is not newer", "", 'latest-version = "0.0.0"\n'],
  ])("PL-24 no word of a newer version when %s", async (_, config, state) => {
    await using home = await createHome({}, { "config.toml": config, "state.toml": state });
    expect((await home.call("claude", "SessionStart", START)).stdout).toBe("");
  });
});
