/** `status`: what is registered where, which plugins act in the current folder and why the others do not. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { nextLines } from "../render/last-lines.ts";
import { type RenderOptions, renderOptions } from "../render/options.ts";
import type { Style } from "../report/reporter.ts";

export const statusCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Show whether hooks run, on which agents, and which plugins are active",
    fullDescription:
      "Shows for each agent whether hooks run, and what to do if they do not. Then shows the MCP servers, the workspace, its active plugins and the installed skills.\n" +
      "With -v also every source, every inactive plugin with the reason, and what each agent's file holds.\n" +
      "Exits with 1 if the hooks of an agent do not run; with -q there is only the exit code.",
    customUsage: [
      { input: "", brief: "Show whether hooks run" },
      { input: "-v", brief: "Show everything" },
      { input: "-q", brief: "Check it in a script" },
    ],
  },
  parameters: {},
  async func() {
    const { status } = await import("../../app/status/status.ts");
    const { renderStatus } = await import("../render/status.ts");
    const { nextSteps } = await import("../next-steps.ts");
    const { renderDevFolders } = await import("../render/dev-folders.ts");
    const { renderServerStatus } = await import("../render/servers.ts");
    const { renderPluginStatus } = await import("../render/plugin-status.ts");
    const result = await status(this);
    const text = (style: Style) => {
      const options = renderOptions(this, style);
      return [
        ...renderStatus(result, options),
        ...renderDevFolders(result.devFolders, options),
        ...renderServerStatus(result, options),
        ...renderPluginStatus(result, options),
        ...lastLines(nextSteps(result, this), options),
      ];
    };
    const isOff = result.unregistered.length > 0 || result.notInForce.some(({ state }) => state === "not in force");
    this.report({ type: "answer", value: result, text, isReport: true, ...(isOff ? { exitCode: 1 } : {}) });
  },
});

function lastLines(next: readonly string[], options: RenderOptions): string[] {
  const { calledAs, verbose } = options;
  const steps = next.length > 0 || verbose ? next : [`\`${calledAs} status -v\` shows everything`];
  return steps.length === 0 ? [] : ["", ...nextLines(steps, options)];
}
