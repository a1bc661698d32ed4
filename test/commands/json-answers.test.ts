import { describe, expect, test } from "vitest";

import { cargoHouse } from "../setup/cargo-house.ts";
import { skillPlugin, skillText } from "../support/plugin.ts";

const house = () =>
  cargoHouse({
    plugins: {
      serde: skillPlugin("serde-tools", { s: { "SKILL.md": skillText("serde-help") } }, { gate: 'crates = ["serde"]' }),
      sleeper: skillPlugin("sleeper", { s: { "SKILL.md": skillText("dream") } }, { gate: "" }),
    },
  });

describe("every command of plugins answers with one JSON document", () => {
  test.each([
    { covers: "PL-25", args: ["use", "sleeper"], has: { name: "sleeper", change: "added" } },
    { covers: "PL-25", args: ["search", "serde"], has: { query: "serde", sources: [{ name: "user-plugins" }] } },
    {
      covers: "PL-25",
      args: ["status"],
      has: { workspace: { folder: "<project>" }, plugins: [{ name: "serde-tools", state: "active" }, {}] },
      // An agent is configured and not registered yet.
      exit: 1,
    },
    { covers: "PL-25", args: ["plugin", "list"], has: { sources: [{ name: "user-plugins" }] } },
    { covers: "PL-25", args: ["plugin", "show", "serde-tools"], has: { plugins: [{ name: "serde-tools" }] } },
    { covers: "PL-25", args: ["plugin", "validate", "~/.symposium/plugins/serde", "--no-check-crates"], has: {} },
    { covers: "PL-25", args: ["plugin", "sync"], has: {} },
    { covers: "PL-25", args: ["crate-info", "app"], has: { name: "app", source: "<project>" } },
    { covers: "PG-18", args: ["package-info", "app"], has: { ecosystem: "cargo", name: "app", source: "<project>", from: "member" } },
    { covers: "PL-22", args: ["sync"], has: { skills: { unchanged: 0 } } },
  ])("$covers $args", async ({ args, has, exit = 0 }) => {
    await using there = await house();
    const { stdout, exitCode } = await there.run([...args.map((arg) => arg.replace(/^~/, there.home)), "--json"]);
    expect(exitCode).toBe(exit);
    expect((JSON.parse(stdout) as { answer: unknown }).answer).toMatchObject(has);
  });

  test("PL-25 a failure is one document too, with a code and what to do", async () => {
    await using there = await house();
    const { stdout, exitCode } = await there.run(["plugin", "show", "nobody", "--json"]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: expect.stringMatching(/^[A-Z-]+$/) as string } });
  });
});
