/** `trust revoke`: takes a decision back. */

import { buildCommand } from "@stricli/core";

import { revoke } from "../setup/trust/decide.ts";
import type { CliContext } from "./cli-context.ts";
import { argument, toggle } from "./parameters.ts";
import { askFirst } from "./terminal/questions.ts";
import { type AcceptOrder, reportRecords } from "./trust-accept.ts";

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
    await runRevoke(this, { ...flags, name });
  },
});

interface RevokeOrder extends Pick<AcceptOrder, "name" | "everywhere"> {
  readonly yes: boolean;
}

export async function runRevoke(cli: CliContext, { yes, ...order }: RevokeOrder): Promise<void> {
  const where = order.everywhere ? " in all workspaces" : "";
  await askFirst(cli, yes, `Take back your decision about ${order.name}${where}? Its closed hooks no longer deny then.`);
  reportRecords(cli, await revoke(cli, { ...order, hasTerminal: true, ancestors: cli.ancestors }), "revoked");
}
