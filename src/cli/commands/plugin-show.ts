/** `plugin show`: one plugin in full. */

import { buildCommand } from "@stricli/core";

import type { Json } from "../../canonical/json.ts";
import type { CliContext } from "../cli-context.ts";

export const pluginShowCommand = buildCommand<Record<never, never>, [string], CliContext>({
  docs: {
    brief: "Show a plugin or a skill, and its file",
    fullDescription:
      "Shows every plugin of a name, and every skill that belongs to no plugin: the source or workspace it comes from, its file, whether it is\n" +
      "active here, what it brings, and the file itself.",
  },
  parameters: {
    positional: { kind: "tuple", parameters: [{ placeholder: "plugin", brief: "The name of a plugin or a skill", parse: String }] },
  },
  async func(_flags, name) {
    const { showPlugin } = await import("../../app/plugins/show-plugin.ts");
    const { renderShownPlugins } = await import("../render-shown-plugin.ts");
    const plugins = await showPlugin(this, name);
    this.report({ type: "answer", value: { plugins } as unknown as Json, text: (style) => renderShownPlugins(plugins, style) });
  },
});
