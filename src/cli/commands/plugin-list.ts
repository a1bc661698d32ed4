/** `plugin list`: the sources in their order, what each brings, and why something of it does nothing. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const pluginListCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "List plugin sources and their plugins",
    fullDescription: "Lists every plugin source with its plugins, whether each is active here, and what is wrong in their files.",
  },
  parameters: {},
  async func() {
    const { listPlugins } = await import("../../app/plugins/list-plugins.ts");
    const { renderPlugins } = await import("../render-plugins.ts");
    const list = listPlugins(this);
    this.report({ type: "answer", value: list, text: (style) => renderPlugins(list, style) });
  },
});
