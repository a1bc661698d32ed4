/** `status`: what is registered where, which plugins act in the current folder and why the others do not. */

import { buildCommand } from "@stricli/core";

import type { Json } from "../../canonical/json.ts";
import type { CliContext } from "../cli-context.ts";

export const statusCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Show what is registered where, and which plugins are active",
    fullDescription:
      "Says first why hooks would not run now, for all agents or for one, and what to do about it. Then shows each agent's file with entries of ours,\n" +
      "whether they are still as we wrote them, and what must happen before the agent runs them;\n" +
      "then the workspace, the sources, every plugin with the reason why it is active here or not, and the skills that were installed.",
  },
  parameters: {},
  async func() {
    const { statusOf } = await import("../../app/status/registrations.ts");
    const { renderStatus } = await import("../render-status.ts");
    const { pluginStatus } = await import("../../app/status/plugin-status.ts");
    const { renderPluginStatus } = await import("../render-plugin-status.ts");
    const { notInForce } = await import("../../app/status/not-in-force.ts");
    const [status, plugins] = [statusOf(this), pluginStatus(this)];
    const missing = await notInForce(this, status);
    const force = {
      inForce: status.registrations.length > 0 && missing.every(({ state }) => state !== "not in force"),
      notInForce: missing,
    };
    const { home } = this.context;
    this.report({
      type: "answer",
      value: { ...force, ...status, ...plugins } as unknown as Json,
      text: (style) => {
        const look = { home, calledAs: this.calledAs, style };
        return [renderStatus(status, missing, look), renderPluginStatus(plugins, look)].join("\n\n");
      },
    });
  },
});
