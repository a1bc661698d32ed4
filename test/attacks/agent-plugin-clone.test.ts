/** A clone with Agent Plugins at its root and in a member: no hook, server, command or program of them starts, and nothing outside it is read, before the user agrees. */

import { symlinkSync } from "node:fs";

import { expect, test } from "vitest";

import { ours, packageText, serversText } from "../support/agent-plugin.ts";
import { hooksText } from "../support/hook-manifest.ts";
import { skillText } from "../support/plugin.ts";
import { hostileClone, SECRET } from "./hostile-clone.ts";

const EXTENSION = ours({
  predicates: ["shell(TRAP predicate)"],
  hooks: "dev.symposium/hooks.json",
  subcommands: { go: { description: "Go", command: "go" } },
  installations: [{ name: "go", source: "npm", package: "evil", install_commands: ["TRAP install"] }],
});

const PLUGIN = {
  "plugin.json": packageText(EXTENSION),
  "mcp.json": serversText({
    process: { type: "stdio", command: "./trap.sh", args: ["server"] },
    remote: { type: "streamable-http", url: "EVIL/mcp" },
  }),
  "dev.symposium/hooks.json": hooksText([
    { name: "run", event: "session_start", handler: { type: "command", command: "TRAP run" } },
    { name: "script", event: "before_tool_execute", handler: { type: "command", command: "../trap.sh script" } },
  ]),
  "skills/help/SKILL.md": skillText("help"),
};

const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const FILES = {
  "Cargo.toml": '[workspace]\nmembers = ["a"]\n',
  "Cargo.lock": "version = 4\n",
  ...PLUGIN,
  "a/Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
  "a/src/lib.rs": "",
  ...inFolder("a", { ...PLUGIN, "plugin.json": packageText({ ...EXTENSION, name: "inner" }) }),
};

test("AP-1 PL-16 PL-26 Agent Plugins of a clone wait for the user", async () => {
  await using clone = await hostileClone(FILES);
  symlinkSync(`${clone.home}/private`, `${clone.clone}/skills/private`);
  symlinkSync(`${clone.home}/private/SKILL.md`, `${clone.clone}/a/skills/help/secret.md`);
  await clone.open();
  await clone.call("PreToolUse");
  await clone.inProcess("sync");
  await clone.open();
  expect([clone.sprung(), clone.requests]).toEqual(["", []]);
  expect(clone.added()).not.toContain(SECRET);
  const { stdout } = await clone.inProcess("trust", "list", "--json");
  expect(stdout).toContain("tools");
});
