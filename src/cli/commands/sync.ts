/** `sync`: brings agents' files and skills into the state that config.toml and the workspace ask for. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { repeatable, toggle } from "../parameters.ts";

interface SyncFlags {
  readonly dryRun: boolean;
  readonly agent?: readonly string[];
  readonly user: boolean;
  readonly wait: boolean;
}

export const syncCommand = buildCommand<SyncFlags, [], CliContext>({
  docs: {
    brief: "Bring hooks and skills into the configured state",
    fullDescription:
      'Registers hooks with every agent in config.toml: in your home folder, or with `hook-scope = "project"` in the project.\n' +
      "Then installs the skills that the workspace's dependencies bring, for each agent, and removes copies that no longer apply.\n" +
      "A second run changes nothing. With -v it prints each decision.",
    customUsage: ["", "--dry-run", "--agent claude", "--user", "--update check"],
  },
  parameters: {
    flags: {
      dryRun: toggle("Print what would change, and change nothing; -v prints the differences"),
      agent: repeatable("name", "Sync this agent only (repeatable)"),
      user: toggle("Install skills that apply everywhere into your home folder, and none into the workspace"),
      wait: toggle("Wait first for what hook calls left running in the background"),
    },
  },
  async func({ agent, ...flags }) {
    const { runSync } = await import("../run-sync.ts");
    const request = { ...flags, agents: agent };
    if (flags.dryRun) return runSync(this, request);
    const { startUpdateCheck } = await import("../report/update.ts");
    const tellUpdate = startUpdateCheck(this);
    try {
      await runSync(this, request);
    } finally {
      await tellUpdate();
    }
  },
});
