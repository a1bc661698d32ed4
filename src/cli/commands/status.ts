/** `status`: what is registered where, which plugins act in the current folder and why the others do not. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { renderOptions } from "../render-options.ts";
import type { Style } from "../reporter.ts";

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
    const { status } = await import("../../app/status/status.ts");
    const { renderStatus } = await import("../render-status.ts");
    const { renderPluginStatus } = await import("../render-plugin-status.ts");
    const result = await status(this);
    const text = (style: Style) => {
      const options = renderOptions(this, style);
      return [renderStatus(result, options), renderPluginStatus(result, options)].join("\n\n");
    };
    this.report({ type: "answer", value: result, text });
  },
});
