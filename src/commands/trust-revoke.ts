/** `trust revoke`: takes a decision back. */

import { revoke } from "../setup/trust/decide.ts";
import { argument, command, toggle } from "./command.ts";
import { askFirst } from "./terminal/questions.ts";
import { reportRecords } from "./trust-accept.ts";

export const trustRevokeCommand = command({
  brief: "Take back your decision about a plugin",
  about:
    "Removes your yes or no from the record. Nothing of the plugin runs from then on, and its closed hooks no longer deny. `sync` asks again.",
  examples: [
    { input: "house-rules", brief: "Stop it in this workspace" },
    { input: "widget --everywhere", brief: "Stop it in all workspaces" },
  ],
  flags: {
    everywhere: toggle("Take back the decisions of all workspaces (default: this one)"),
    yes: toggle("Do not ask"),
  },
  positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, { everywhere, yes }, name) {
    const where = everywhere ? " in all workspaces" : "";
    await askFirst(cli, yes, `Take back your decision about ${name}${where}? Its closed hooks no longer deny then.`);
    reportRecords(cli, await revoke(cli, { name, everywhere, hasTerminal: true, ancestors: cli.ancestors }), "revoked");
  },
});
