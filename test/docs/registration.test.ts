/** The entries shown for agents' files do what the page says: call the programme, and never block when it is not there. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { programme } from "../foundation/programmes.ts";
import { blocksOf } from "./markdown.ts";
import { openShellPage, type ShellPage } from "./shell-page.ts";

interface Entry {
  readonly hooks: Readonly<
    Record<string, readonly { readonly hooks: readonly { readonly command: string; readonly timeout: number }[] }[]>
  >;
}

const MANIFEST = `name = "p"\ncrates = ["*"]\n[[hooks]]\nname = "h"\nevent = "PreToolUse"\ncommand = { script = "deny.sh" }\n`;

const entries = blocksOf("docs/getting-started.md")
  .filter(({ role }) => role === "registration")
  .map(({ text }) => JSON.parse(text) as Entry)
  .map(({ hooks }) => ({ event: Object.keys(hooks)[0] ?? "", ...Object.values(hooks)[0]?.[0]?.hooks[0] }));

describe.each(entries)("registration for $event: $command", ({ event, command = "" }) => {
  let shell: ShellPage;
  beforeEach(async () => {
    shell = await openShellPage({
      ".symposium/plugins/p/SYMPOSIUM.toml": MANIFEST,
      ".symposium/plugins/p/deny.sh": "echo no >&2; exit 2\n",
    });
    mkdirSync(join(shell.home.path, ".symposium/bin"));
  });
  afterEach(() => shell.home.rm());

  const payload = JSON.stringify({ hook_event_name: event, session_id: "s", cwd: "/", tool_name: "Bash", tool_input: { command: "ls" } });
  const place = () => join(shell.home.path, ".symposium/bin/symposium-hook");

  test("answers through the programme", () => {
    symlinkSync(programme("native-hook"), place());
    const { status, stdout } = shell.run(command, payload);
    expect({ status, denies: /"(permissionDecision|decision)":"deny"/.test(stdout) }).toEqual({ status: 0, denies: true });
  });

  test("is silent when the programme is missing or broken", () => {
    expect(shell.run(command, payload)).toEqual({ status: 0, stdout: "", stderr: "" });
    writeFileSync(place(), "#!/bin/sh\nexit 2\n", { mode: 0o755 });
    expect(shell.run(command, payload)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("starts nothing when the event is idle", () => {
    writeFileSync(place(), "#!/bin/sh\necho started\n", { mode: 0o755 });
    const flag = /\/idle\/([\w.-]+)"/.exec(command)?.[1] ?? "";
    mkdirSync(join(shell.home.path, ".symposium/idle"));
    writeFileSync(join(shell.home.path, ".symposium/idle", flag), "");
    expect(shell.run(command, payload).stdout).toBe("");
  });
});

test("there is one entry for each agent", () => {
  expect(entries.map(({ command = "" }) => /symposium-hook" ([a-z-]+) /.exec(command)?.[1])).toEqual([
    "claude-code",
    "codex",
    "gemini-cli",
  ]);
});
