/** `search`: what configured sources, packages and registries have. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

export const searchCommand = buildCommand<{ readonly registry: boolean }, [string], CliContext>({
  docs: {
    brief: "Search for plugins and skills",
    fullDescription:
      "Searches names and descriptions, in any case, of all plugins in the sources of config.toml that are on this machine, of what dependencies\n" +
      "bring, and of the skills inside them. At a terminal or with --registry it also asks the registries of the workspace's package managers.",
    customUsage: ["serde", { input: "serde --registry", brief: "Ask the registries too, without a terminal" }],
  },
  parameters: {
    flags: { registry: toggle("Ask the registries too (default at a terminal)") },
    positional: argument("query", "A part of a name or description"),
  },
  async func({ registry }, query) {
    const { searchPlugins } = await import("../../app/plugins/search-plugins.ts");
    const { renderSearch } = await import("../render/search.ts");
    const { startedBy } = await import("../../trust/may-consent.ts");
    // PL-32: an agent directs no request.
    const mayAsk = (registry || this.terminal !== undefined) && this.update !== "none" && startedBy(this) === undefined;
    const found = await searchPlugins(this, query, { registry: mayAsk });
    if (registry && !mayAsk)
      this.report({ type: "message", level: "note", message: "no registry was asked: an agent or `--update none` forbids it" });
    for (const { name, unavailable } of found.unavailable) {
      this.report({ type: "message", level: "note", message: `source \`${name}\` was not searched: ${unavailable}` });
    }
    for (const { ecosystem, unasked } of found.registries ?? []) {
      if (unasked !== undefined)
        this.report({ type: "message", level: "note", message: `the ${ecosystem} registry was not searched: ${unasked}` });
    }
    this.report({ type: "answer", value: found, text: (style) => renderSearch(found, style, this.calledAs) });
  },
});
