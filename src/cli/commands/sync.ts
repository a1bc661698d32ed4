/** `sync`: brings agents' files and skills into the state that config.toml and the workspace ask for. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { repeatable, toggle } from "../parameters.ts";

interface SyncFlags {
  readonly dryRun: boolean;
  readonly agent?: readonly string[];
  readonly user: boolean;
  readonly wait: boolean;
  readonly check: boolean;
  readonly mcpProjectFiles?: boolean;
  readonly mcpGitExclude: boolean;
}

export const syncCommand = buildCommand<SyncFlags, [], CliContext>({
  docs: {
    brief: "Apply config.toml: hooks, MCP servers and skills",
    fullDescription:
      'Registers hooks with every agent in config.toml: in your home folder, or with `hook-scope = "project"` in the project.\n' +
      "Registers Symposium's own MCP server and those of active plugins; servers that depend on the workspace go into its files only if git ignores them or you allow it.\n" +
      "Then installs the skills that the workspace's dependencies bring, for each agent, and removes copies that no longer apply.\n" +
      "At a terminal it asks about each plugin of a package or of the repository that waits for your consent to run code.\n" +
      "A second run changes nothing. With -v it prints each decision.",
    customUsage: [
      "",
      "--dry-run",
      "--agent claude",
      "--user",
      "--update check",
      { input: "--check", brief: "Fail in CI while a plugin waits for consent, or differs from what `trust lock` wrote" },
    ],
  },
  parameters: {
    flags: {
      dryRun: toggle("Print what would change, and change nothing; -v prints the differences"),
      agent: repeatable("agent", "Sync this agent only (repeatable)"),
      user: toggle("Install skills that apply everywhere into your home folder, and none into the workspace"),
      check: toggle("Fail if a plugin waits for your consent, or differs from symposium-trust.lock; change nothing"),
      mcpProjectFiles: {
        kind: "boolean",
        brief: "Write MCP servers of this workspace into project files that git sees, now and in later syncs",
        optional: true,
      },
      mcpGitExclude: toggle("Write them for every agent, and hide the files from git with .git/info/exclude"),
      wait: toggle("Wait first for what hook calls left running in the background"),
    },
  },
  async func({ agent, check, mcpProjectFiles, mcpGitExclude, ...flags }) {
    const { checkConsents, runSync } = await import("../run-sync.ts");
    if (check) return checkConsents(this);
    const request = { ...flags, agents: agent, mayUseProjectFiles: mcpGitExclude ? ("excluded" as const) : mcpProjectFiles };
    await runSync(this, request);
  },
});
