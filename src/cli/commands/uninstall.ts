/** `uninstall`: takes everything of ours out again, in every project that the ledger knows. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { toggle } from "../parameters.ts";

interface UninstallFlags {
  readonly dryRun: boolean;
  readonly purge: boolean;
}

export const uninstallCommand = buildCommand<UninstallFlags, [], CliContext>({
  docs: {
    brief: "Take out everything that was written, and leave your files as they were",
    fullDescription:
      "Removes our entries from the agents' files, in your home folder and in every project, our plugin files, copies of skills, the hook\n" +
      "program, and what we kept for ourselves. Your config.toml and your own plugins stay, unless --purge is given.",
  },
  parameters: {
    flags: {
      dryRun: toggle("Print what would be removed and change nothing"),
      purge: toggle("Remove config.toml and your own plugins too"),
    },
  },
  async func(flags) {
    const { uninstall } = await import("../../app/uninstall.ts");
    const { reportUninstall } = await import("../report-uninstall.ts");
    const onBrokenLedger = (trouble: string) =>
      this.report({ type: "message", level: "warning", message: `${trouble}, so what is ours is known by its text alone` });
    reportUninstall(this, await uninstall(this, { ...flags, onBrokenLedger }));
  },
});
