/** `search`: what configured sources have. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument } from "../parameters.ts";

export const searchCommand = buildCommand<Record<never, never>, [string], CliContext>({
  docs: {
    brief: "Search the configured sources for plugins and skills",
    fullDescription:
      "Searches names and descriptions, in any case, of all plugins and skills in the sources of config.toml that are on this machine.",
    customUsage: ["serde"],
  },
  parameters: { positional: argument("query", "A part of a name or description") },
  async func(_flags, query) {
    const { searchPlugins } = await import("../../app/plugins/search-plugins.ts");
    const { renderSearch } = await import("../render/search.ts");
    const found = await searchPlugins(this, query);
    for (const { name, unavailable } of found.unavailable) {
      this.report({ type: "message", level: "note", message: `source \`${name}\` was not searched: ${unavailable}` });
    }
    this.report({ type: "answer", value: found, text: (style) => renderSearch(found, style, this.calledAs) });
  },
});
