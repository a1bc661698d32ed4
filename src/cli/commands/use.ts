/** `use`: asks for a plugin that nothing else asks for. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

interface UseFlags {
  readonly global: boolean;
  readonly remove: boolean;
}

export const useCommand = buildCommand<UseFlags, [string], CliContext>({
  docs: {
    brief: "Use a plugin that no dependency asks for",
    fullDescription:
      "Writes the plugin's name into `use` under [plugins] in config.toml, for this workspace or with --global for all, and syncs.\n" +
      "That wakes a dormant plugin: one of a source of yours that does not say where it applies. Other plugins need no such entry.",
  },
  parameters: {
    flags: {
      global: { kind: "boolean", brief: "Everywhere, not in this workspace alone", default: false, withNegated: false },
      remove: { kind: "boolean", brief: "Take the entry back", default: false, withNegated: false },
    },
    positional: { kind: "tuple", parameters: [{ placeholder: "name", brief: "The plugin's name", parse: String }] },
  },
  async func({ global, remove }, name) {
    const { usePlugin } = await import("../../app/use-plugin.ts");
    const { warningOf } = await import("../report-set-up.ts");
    const { reportUse } = await import("../report-use.ts");
    const { report, update } = this;
    const result = await usePlugin(this, {
      name,
      global,
      remove,
      ...(update === undefined ? {} : { update }),
      onProgress: (message) => report({ type: "message", level: "note", message }),
      onProblem: (problem) => report(warningOf(problem)),
    });
    reportUse(this, result);
  },
});
