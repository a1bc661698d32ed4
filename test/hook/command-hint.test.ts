import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { plugin } from "../support/plugin.ts";
import { subcommand } from "../support/subcommand.ts";

const START = capturedPayload("claude-code", "SessionStart");

/** What the agent is told when a session starts. */
async function told(more: string): Promise<string> {
  await using home = await createHome(plugin("p", more), { "config.toml": "[defaults]\nsymposium-recommendations = false\n" });
  return (await home.call("claude", "SessionStart", START)).stdout;
}

describe("PG-16 the hint about commands", () => {
  test("F16 is given where a command for agents is active", async () => {
    expect(await told(subcommand("greet"))).toContain("Run `symposium --help` to list them");
  });

  test.each([
    ["there is none", ""],
    ["it is for people", subcommand("greet", { more: 'audience = "humans"' })],
    ["its dependency is missing", subcommand("greet", { more: 'depends-on = ["serde"]' })],
    ["its variable is not set", subcommand("greet", { more: 'predicates = ["env(NEVER_SET_ANYWHERE)"]' })],
  ])("is not given where %s", async (_, more) => {
    expect(await told(more)).not.toContain("symposium --help");
  });

  test("is given where the condition on a variable holds in the call", async () => {
    expect(await told(subcommand("greet", { more: 'predicates = ["not(env(NEVER_SET_ANYWHERE))"]' }))).toContain("symposium --help");
  });
});
