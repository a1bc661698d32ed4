import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, manifestText, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

describe("RT-28 the index is followed", () => {
  const deny = plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny" }) });
  const state = (home: { trace: () => readonly { index: string }[] }) => home.trace().at(-1)?.index;

  test("it is built once and then read", async () => {
    await using home = await createHome(deny);
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("rebuilt");
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("fresh");
  });

  test.each([
    ["a config that appears", (path: (name: string) => string) => writeFileSync(path("config.toml"), "auto-sync = false\n")],
    ["a plugin that goes", (path: (name: string) => string) => rmSync(path("plugins/guard"), { recursive: true })],
    [
      "the manifest of a hook that is about to run",
      (path: (name: string) => string) => writeFileSync(path("plugins/guard/SYMPOSIUM.toml"), manifestText("guard")),
    ],
    [
      "a torn file",
      (path: (name: string) => string) =>
        writeFileSync(path("index/no-workspace"), readFileSync(path("index/no-workspace"), "utf8").slice(0, -20)),
    ],
    ["a foreign file", (path: (name: string) => string) => writeFileSync(path("index/no-workspace"), '{"format":"other"}\n')],
  ])("%s makes it stale", async (_, change) => {
    await using home = await createHome(deny);
    await home.call("claude", "PreToolUse", SHELL);
    change((name) => home.getPath(name));
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("rebuilt");
  });

  test("an index that another build wrote is rebuilt", async () => {
    await using home = await createHome(deny);
    await home.call("claude", "PreToolUse", SHELL);
    await home.call("claude", "PreToolUse", SHELL, { services: { build: "0.0.0-other" } });
    expect(state(home)).toBe("rebuilt");
  });

  test("every manifest is checked when a prompt comes", async () => {
    await using home = await createHome({ deep: { er: deny } });
    const prompt = capturedPayload("claude-code", "UserPromptSubmit");
    await home.call("claude", "UserPromptSubmit", prompt);
    writeFileSync(home.getPath("plugins/deep/er/guard/SYMPOSIUM.toml"), manifestText("guard", "# changed\n"));
    await home.call("claude", "UserPromptSubmit", prompt);
    expect(state(home)).toBe("rebuilt");
  });

  test("an index directory that cannot be written costs time, not the answer", async () => {
    await using home = await createHome(deny, { index: "a file in the way" });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toContain("Denied by");
    chmodSync(home.path, 0o700);
  });
});
