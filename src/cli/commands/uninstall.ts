/** `uninstall`: removes everything that Symposium wrote, in every project that the ledger knows. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { toggle } from "../parameters.ts";

interface UninstallFlags {
  readonly dryRun: boolean;
  readonly purge: boolean;
}

export const uninstallCommand = buildCommand<UninstallFlags, [], CliContext>({
  docs: {
    brief: "Remove everything that Symposium wrote",
    fullDescription:
      "Removes Symposium's entries from agents' files, in your home folder and in every project, copies of skills, the hook program and Symposium's own files.\n" +
      "Your files are as before, byte for byte. config.toml and your own plugins stay, unless --purge is given.",
    customUsage: ["", "--dry-run", "--purge"],
  },
  parameters: {
    flags: {
      dryRun: toggle("Print what would be removed, and change nothing; -v prints the differences"),
      purge: toggle("Remove config.toml and your own plugins too"),
    },
  },
  async func(flags) {
    const { uninstall } = await import("../../app/uninstall.ts");
    const { reportUninstall } = await import("../report/uninstall.ts");
    const onBrokenLedger = (trouble: string) =>
      this.report({ type: "message", level: "warning", message: `${trouble}, so Symposium knows its entries by their text alone` });
    reportUninstall(this, await uninstall(this, { ...flags, onBrokenLedger }));
  },
});
