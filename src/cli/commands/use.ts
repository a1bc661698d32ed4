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
      "Writes the plugin's name into `use` under [plugins] in config.toml, for this workspace or with --global for all, and syncs.\n" +
      "That wakes a dormant plugin: one in your sources that does not say where it applies. Other plugins need no such entry.",
  },
  parameters: {
    flags: {
      global: toggle("Everywhere, not in this workspace alone"),
      remove: toggle("Take the entry back"),
    },
    positional: argument("name", "The plugin's name"),
  },
  async func({ global, remove }, name) {
    const { usePlugin } = await import("../../app/use-plugin.ts");
    const { listeners } = await import("../report-set-up.ts");
    const { reportUse } = await import("../report-use.ts");
    reportUse(this, await usePlugin(this, { name, global, remove, update: this.update, ...listeners(this) }));
  },
});
