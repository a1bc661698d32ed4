/** `sync`: brings agents' files into the state that config.toml asks for. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const syncCommand = buildCommand<{ readonly dryRun: boolean }, [], CliContext>({
  docs: {
    brief: "Bring hook registration into the configured state",
    fullDescription:
      'Registers hooks with every agent in config.toml: in your home folder, or with `hook-scope = "project"` in the project you are in. Takes them out\n' +
      "of the files of agents that are no longer there. A second run changes nothing.",
  },
  parameters: {
    flags: {
      dryRun: { kind: "boolean", brief: "Print what would be changed, as a diff, and change nothing", default: false, withNegated: false },
    },
  },
  async func({ dryRun }) {
    const { runSetUp } = await import("../run-set-up.ts");
    if (dryRun) return runSetUp(this, { dryRun });
    const { startUpdateCheck } = await import("../tell-update.ts");
    const tellUpdate = startUpdateCheck(this);
    try {
      await runSetUp(this, { dryRun });
    } finally {
      await tellUpdate();
    }
  },
});
