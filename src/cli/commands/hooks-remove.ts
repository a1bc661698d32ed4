/** `hooks remove`: takes installed hooks out of agents' files again. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { CHANGE_FLAGS, type ChangeFlags } from "../hook-flags.ts";
import { optionalArgument } from "../parameters.ts";

export const hooksRemoveCommand = buildCommand<ChangeFlags, [string?], CliContext>({
  docs: {
    brief: "Remove hooks that were installed from a manifest",
    fullDescription: "Removes what `hooks install` added, in your home folder and in every project. The manifest need not exist any more.",
    customUsage: [
      { input: "hooks.json", brief: "Those of one manifest" },
      { input: "--dry-run", brief: "Show which entries of all manifests would go" },
    ],
  },
  parameters: {
    flags: CHANGE_FLAGS,
    positional: optionalArgument("manifest", "The manifest; without it, the hooks of all manifests go"),
  },
  async func(flags, manifest) {
    const { runRemove } = await import("../run-hooks-install.ts");
    await runRemove(this, { ...flags, manifest });
  },
});
