/** `export`: plugins as Agent Plugins. */

import { buildCommand } from "@stricli/core";

import { EXPORT_FAIL_ON, type ExportFailOn } from "../../app/export/export-loss.ts";
import type { CliContext } from "../cli-context.ts";
import { oneOf, optionalArgument, parsed, toggle } from "../parameters.ts";

interface ExportFlags {
  readonly to?: string;
  readonly active: boolean;
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly failOn?: ExportFailOn;
}

export const exportCommand = buildCommand<ExportFlags, [string?], CliContext>({
  docs: {
    brief: "Write a plugin as an Agent Plugin, which other clients read too",
    fullDescription:
      "Writes a package of the Agent Plugins format 1.0: plugin.json, mcp.json and skills for every client, and everything else for Symposium,\n" +
      "which reads the same plugin from it. What other clients do not get is printed to stderr.\n" +
      "Writes into a new or empty folder, or updates an earlier export that no one has changed.",
    customUsage: [
      { input: "my-plugin --to ./exported/my-plugin", brief: "Export a plugin that is known here" },
      { input: "./my-plugin --to ./exported/my-plugin", brief: "Export the plugin in a folder" },
      { input: "--active --to ./exported", brief: "Export each plugin that is active here, into a folder of its name" },
      { input: "./my-plugin --to ./exported/my-plugin --check", brief: "In CI: fail if the export is out of date" },
    ],
  },
  parameters: {
    flags: {
      to: parsed("folder", "The folder to write"),
      active: toggle("Export all plugins that are active here, each into a folder of its name"),
      dryRun: toggle("Print what would change, and change nothing"),
      check: toggle("Change nothing; exit with 1 if the folder differs from what would be written, or as --fail-on says"),
      failOn: oneOf(
        EXPORT_FAIL_ON,
        "With --check: also fail on what is left out, on what other clients lack, or on any loss (default: left-out)",
      ),
    },
    positional: optionalArgument("plugin", "The name of a plugin or a skill, or a path that begins with . or /"),
  },
  async func(flags, plugin) {
    const { runExport } = await import("../run-export.ts");
    await runExport(this, { ...flags, plugin });
  },
});
