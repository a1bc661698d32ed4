/** `uninstall`: removes everything that Symposium wrote, in every project that the ledger knows. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { toggle } from "../parameters.ts";

interface UninstallFlags {
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly yes: boolean;
}

export const uninstallCommand = buildCommand<UninstallFlags, [], CliContext>({
  docs: {
    brief: "Remove everything that Symposium wrote",
    fullDescription:
      "Removes Symposium's entries from agents' files, in your home folder and in every project, copies of skills, the hook program and Symposium's own files.\n" +
      "Your files are as before, byte for byte. config.toml and your own plugins stay, unless --purge is given.\n" +
      "At a terminal it shows what would go, and asks.",
    customUsage: ["", "--dry-run", "--purge"],
  },
  parameters: {
    flags: {
      dryRun: toggle("Print what would be removed, and change nothing; -v prints the differences"),
      purge: toggle("Remove config.toml and your own plugins too"),
      yes: toggle("Remove without asking"),
    },
  },
  async func({ yes, ...flags }) {
    const { uninstall } = await import("../../app/uninstall.ts");
    const { reportUninstall, uninstallText } = await import("../report/uninstall.ts");
    const { askFirst } = await import("../ask-first.ts");
    if (!flags.dryRun)
      await askFirst(this, yes, "Remove all this? No hook guards your agents then.", async () =>
        uninstallText(this, await uninstall(this, { ...flags, dryRun: true })),
      );
    const onBrokenLedger = (trouble: string) =>
      this.report({ type: "message", level: "warning", message: `${trouble}, so Symposium knows its entries by their text alone` });
    reportUninstall(this, await uninstall(this, { ...flags, onBrokenLedger }));
  },
});
