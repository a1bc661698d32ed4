/** `trust revoke`: takes a decision back. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

interface RevokeFlags {
  readonly everywhere: boolean;
  readonly yes: boolean;
}

export const trustRevokeCommand = buildCommand<RevokeFlags, [string], CliContext>({
  docs: {
    brief: "Take back your decision about a plugin",
    fullDescription:
      "Removes your yes or no from the record. Nothing of the plugin runs from then on, and its closed hooks no longer deny. `sync` asks again.",
    customUsage: [
      { input: "house-rules", brief: "Stop it in this workspace" },
      { input: "widget --everywhere", brief: "Stop it in all workspaces" },
    ],
  },
  parameters: {
    flags: {
      everywhere: toggle("Take back the decisions of all workspaces (default: this one)"),
      yes: toggle("Do not ask"),
    },
    positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  },
  async func(flags, name) {
    const { runRevoke } = await import("../run-trust.ts");
    await runRevoke(this, { ...flags, name });
  },
});
