/** The entries shown for agents' files do what the page says: call the programme, and never block when it is not there. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { AGENTS } from "../../src/agents/list.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { programme } from "../foundation/programmes.ts";
import { shellCall } from "../programme/shell-call.ts";
import { blocksOf } from "./markdown.ts";
import { openShellPage, type ShellPage } from "./shell-page.ts";

const MANIFEST = `name = "p"\ncrates = ["*"]\n[[hooks]]\nname = "h"\nevent = "PreToolUse"\ncommand = { script = "deny.sh" }\n`;

const agents = await agentsUnderTest();
const entries = blocksOf("docs/registering-by-hand.md")
  .filter(({ role }) => role === "registration")
  .map(({ text }) => commandIn(JSON.parse(text)))
  .map((command) => ({ command, agent: /symposium-hook" ([a-z-]+) /.exec(command)?.[1] ?? "" }));

describe.each(entries)("registration for $agent: $command", ({ agent, command }) => {
  let shell: ShellPage;
  beforeEach(async () => {
    shell = await openShellPage({
      ".symposium/plugins/p/SYMPOSIUM.toml": MANIFEST,
      ".symposium/plugins/p/deny.sh": "echo not today >&2; exit 2\n",
    });
    mkdirSync(join(shell.home.path, ".symposium/bin"));
  });
  afterEach(() => shell.home.rm());

  const called = agents.find(({ oracle }) => oracle.agent === agent);
  if (called === undefined) throw new Error(`no agent ${agent}`);
  const { event, payload } = shellCall(called, "ls");
  const place = () => join(shell.home.path, ".symposium/bin/symposium-hook");

  test("denies through the programme, as the agent reads it", async () => {
    symlinkSync(programme("native-hook"), place());
    const { status, stdout, stderr } = shell.run(command, JSON.stringify(payload));
    const reading = await called.oracle.read(event, payload, { stdout, stderr, exitCode: status ?? -1 });
    expect(reading).toMatchObject({ blocked: true, reason: expect.stringContaining("not today") });
  });

  test("is silent when the programme is missing or broken", () => {
    expect(shell.run(command, JSON.stringify(payload))).toEqual({ status: 0, stdout: "", stderr: "" });
    writeFileSync(place(), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    expect(shell.run(command, JSON.stringify(payload))).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("starts nothing when the event is idle", () => {
    writeFileSync(place(), "#!/bin/sh\necho started\n", { mode: 0o755 });
    const flag = /\/idle\/([\w.-]+)"/.exec(command)?.[1] ?? "";
    mkdirSync(join(shell.home.path, ".symposium/idle"));
    writeFileSync(join(shell.home.path, ".symposium/idle", flag), "");
    expect(shell.run(command, JSON.stringify(payload)).stdout).toBe("");
  });
});

test("there is one entry for each agent that runs commands from a file of its own", () => {
  const loadsPlugin = ["opencode"];
  const readsAnothersFile = ["vscode-copilot"];
  const expected = AGENTS.map(({ name }) => name).filter((name) => ![...loadsPlugin, ...readsAnothersFile].includes(name));
  expect(entries.map(({ agent }) => agent)).toEqual(expected);
});

/** The one string in an entry that calls us, wherever the agent wants it. */
function commandIn(entry: unknown): string {
  if (typeof entry === "string") return entry.includes("symposium-hook") ? entry : "";
  if (typeof entry !== "object" || entry === null) return "";
  return Object.values(entry).map(commandIn).find(Boolean) ?? "";
}
