/** `use`: asks for a plugin that nothing else asks for. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

interface UseFlags {
  readonly global: boolean;
  readonly remove: boolean;
}

export const useCommand = buildCommand<UseFlags, [string], CliContext>({
  docs: {
    brief: "Use a plugin that no dependency asks for",
    fullDescription:
      "Adds the plugin to `use` under [plugins] in config.toml, for this workspace or with --global for all, and syncs. Only a dormant plugin\n" +
      "needs this: one whose manifest does not say where it applies. Other plugins become active where their dependencies are.",
    customUsage: [
      { input: "my-plugin", brief: "Use it in this workspace" },
      { input: "my-plugin --global", brief: "Use it everywhere" },
      { input: "my-plugin --remove", brief: "Stop using it in this workspace" },
    ],
  },
  parameters: {
    flags: {
      global: toggle("Use it in every workspace (default: this one)"),
      remove: toggle("Remove the entry"),
    },
    positional: argument("name", "The plugin's name"),
  },
  async func({ global, remove }, name) {
    const { usePlugin } = await import("../../app/use-plugin.ts");
    const { listeners } = await import("../report/set-up.ts");
    const { reportUse } = await import("../report/use.ts");
    reportUse(this, await usePlugin(this, { name, global, remove, update: this.update, ...listeners(this) }));
  },
});
