/** `plugin list`: the sources in their order, what each brings, and why something of it does nothing. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const pluginListCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "List plugin sources and their plugins",
    fullDescription:
      "Lists every plugin source with its plugins, whether each is active here, and the problems in their files. With -v also lists active hooks and\n" +
      "manifests. Reads what is on this machine; --update check or fetch updates git sources first.",
    customUsage: [
      { input: "", brief: "List what is on this machine" },
      { input: "--update check", brief: "Update git sources first, where they changed" },
    ],
  },
  parameters: {},
  async func() {
    const { listPlugins } = await import("../../app/plugins/list-plugins.ts");
    const { renderPlugins } = await import("../render/plugins.ts");
    if (this.update !== undefined && this.update !== "none") {
      const { fetchAndWarn } = await import("../report/fetched.ts");
      await fetchAndWarn(this, { update: this.update });
    }
    const list = listPlugins(this);
    this.report({
      type: "answer",
      value: list,
      text: (style) => renderPlugins(list, { style, verbose: this.verbose, home: this.context.home }),
    });
  },
});
