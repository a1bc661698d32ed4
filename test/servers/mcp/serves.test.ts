import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Household } from "../../commands/command-line.ts";
import { skillGroup, skillText } from "../../support/plugin.ts";
import { subcommand } from "../../support/subcommand.ts";
import { serve, servingHouse, serverEntry } from "./serving.ts";

const ARGS = 'for each in "$@"; do printf "[%s]" "$each"; done; pwd; echo oops >&2; exit "${CODE:-0}"\n';

describe.each(["legacy", "auto"] as const)("MC-7 what symposium mcp offers, to a client of the %s protocol", (mode) => {
  let house: Household;
  beforeAll(async () => {
    house = await servingHouse({
      widgets: {
        more: skillGroup() + subcommand("count") + subcommand("people", { more: 'audience = "humans"' }) + serverEntry("db"),
        files: {
          "skills/use-widget/SKILL.md": skillText("use-widget"),
          "skills/use-widget/more/table.json": '{"a": 1}',
          "count.sh": ARGS,
          "people.sh": ARGS,
        },
      },
      others: { gate: 'crates = ["gadget"]', more: skillGroup(), files: { "skills/use-gadget/SKILL.md": skillText("use-gadget") } },
    });
  });
  afterAll(() => house[Symbol.asyncDispose]());

  test("tools for packages, skills, status, commands for agents, and those of gated servers", async () => {
    await using served = await serve(house, { mode });
    expect(served.client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
    expect(await served.names()).toEqual(expect.arrayContaining(["package_info", "skills", "status", "count", "db__echo"]));
    expect(await served.names()).not.toContain("people");
    expect(await served.call("db__echo", { text: "through" })).toBe("through");
    // PL-32: an agent must not choose what is requested from a registry.
    expect(await served.call("package_info", { name: "widget" })).toMatch(
      /^error: .* is not on this machine, and an agent asked for it\nhint: /,
    );
    expect(JSON.parse(await served.call("status"))).toMatchObject({ inForce: false });
  });

  test("skills through the tool, as resources and as prompts", async () => {
    await using served = await serve(house, { mode });
    const listed = JSON.parse(await served.call("skills")) as object[];
    expect(listed).toMatchObject([{ name: "use-widget", plugin: "widgets", files: ["SKILL.md", "more/table.json"] }]);
    expect(await served.call("skills", { name: "use-widget" })).toContain("Read about use-widget.");
    expect(await served.call("skills", { name: "use-widget", file: "more/table.json" })).toBe('{"a": 1}');
    const { resources } = await served.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["skill://use-widget/SKILL.md", "skill://use-widget/more/table.json"]);
    const { contents } = await served.client.readResource({ uri: "skill://use-widget/SKILL.md" });
    expect(contents).toMatchObject([{ mimeType: "text/markdown", text: skillText("use-widget") }]);
    expect((await served.client.listPrompts()).prompts).toMatchObject([{ name: "use-widget", description: "About use-widget" }]);
    const { messages } = await served.client.getPrompt({ name: "use-widget" });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining("Read about use-widget.") as string });
  });

  test.each([
    "skill://use-widget/../../SYMPOSIUM.toml",
    "skill://use-widget/..%2F..%2FSYMPOSIUM.toml",
    "skill://use-gadget/SKILL.md",
    "skill://use-widget/%E0%A4%A",
    "file:///etc/passwd",
    "skill://",
  ])("reads nothing for %s", async (uri) => {
    await using served = await serve(house, { mode });
    await expect(served.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });

  test("a command gets its arguments, runs in the client's folder, and its output and exit code are the answer", async () => {
    await using served = await serve(house, { mode });
    const odd = ["--help", "a b", "*", "$HOME", "", "ü\n'\""];
    const expected = `${odd.map((each) => `[${each}]`).join("")}${house.project}\n\nstderr:\noops\n`;
    expect(await served.call("count", { args: odd })).toBe(expected);
    expect(await served.call("count", { args: "text" })).toMatch(/^error: `args` must be a list of strings/);
  });

  test("unknown tools, prompts and methods are errors of the protocol", async () => {
    await using served = await serve(house, { mode });
    await expect(served.client.callTool({ name: "nothing" })).rejects.toMatchObject({ code: -32602 });
    await expect(served.client.getPrompt({ name: "nothing" })).rejects.toMatchObject({ code: -32602 });
    const schema = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } as const;
    await expect(served.client.request({ method: "acme/unknown" }, schema)).rejects.toMatchObject({ code: -32601 });
  });
});
