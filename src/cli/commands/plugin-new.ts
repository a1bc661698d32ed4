/** `plugin new`: a plugin to start from. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

export const pluginNewCommand = buildCommand<{ readonly dir?: string; readonly agentPlugin: boolean }, [string], CliContext>({
  docs: {
    brief: "Create a plugin with a hook, a skill and a test",
    fullDescription:
      "Creates a plugin that works at once: a manifest, a hook as a shell script, a skill, and a test that runs the hook on sample calls.\n" +
      "Writes only into a new or empty folder.",
    customUsage: [
      { input: "my-plugin", brief: "Create ./my-plugin" },
      { input: "my-plugin --agent-plugin", brief: "Create an Agent Plugin, with an MCP server: other clients read its skill and server" },
      { input: "my-plugin --dir ~/.symposium/plugins/my-plugin", brief: "Create it where Symposium loads it at once" },
    ],
  },
  parameters: {
    flags: {
      agentPlugin: toggle("Create a package of the Agent Plugins format, with plugin.json instead of SYMPOSIUM.toml"),
      dir: { kind: "parsed", parse: String, brief: "Write into this folder (default: ./<name>)", placeholder: "folder", optional: true },
    },
    positional: argument("name", "The plugin's name: lower-case letters, digits and hyphens"),
  },
  async func({ dir, agentPlugin }, name) {
    const { newPlugin } = await import("../../app/plugins/new-plugin.ts");
    const { renderNewPlugin } = await import("../render/new-plugin.ts");
    const plugin = newPlugin(this, { name, directory: dir, agentPlugin });
    this.report({ type: "answer", value: plugin, text: (style) => renderNewPlugin(plugin, this, style), isReport: true });
  },
});
