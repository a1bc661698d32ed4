/** `plugin show`: one plugin in full. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument } from "../parameters.ts";

export const pluginShowCommand = buildCommand<Record<never, never>, [string], CliContext>({
  docs: {
    brief: "Show a plugin or a skill, and its file",
    fullDescription:
      "Shows every plugin or standalone skill of this name: where it comes from, whether it is active here, what it brings, and its file.",
    customUsage: [{ input: "my-plugin", brief: "Show why my-plugin is active or not, and its manifest" }],
  },
  parameters: { positional: argument("plugin", "The name of a plugin or a skill") },
  async func(_flags, name) {
    const { showPlugin } = await import("../../app/plugins/show-plugin.ts");
    const { renderShownPlugins } = await import("../render/shown-plugin.ts");
    const plugins = await showPlugin(this, name);
    this.report({ type: "answer", value: { plugins }, text: (style) => renderShownPlugins(plugins, style) });
  },
});
