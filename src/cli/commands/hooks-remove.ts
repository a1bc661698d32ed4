/** `hooks remove`: takes installed hooks out of agents' files again. */

import { USUAL_SOURCE } from "../../agents/usual-source.ts";
import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { CHANGE_FLAGS, type ChangeFlags } from "../hook-flags.ts";
import { optionalArgument, toggle } from "../parameters.ts";

export const hooksRemoveCommand = buildCommand<ChangeFlags & { readonly yes: boolean }, [string?], CliContext>({
  docs: {
    brief: "Remove hooks that were imported, or installed from a manifest",
    fullDescription:
      "Takes back what `hooks import` and `hooks install` did, in your home folder and in every project. The manifest need not exist any more.\n" +
      "At a terminal it shows what would go, and asks.",
    customUsage: [
      { input: USUAL_SOURCE, brief: "Those imported from Claude Code that run here" },
      { input: "hooks.json", brief: "Those of one manifest" },
      { input: "--dry-run", brief: "Show what would go" },
    ],
  },
  parameters: {
    flags: { ...CHANGE_FLAGS, yes: toggle("Remove without asking") },
    positional: optionalArgument("what", "An agent or a plugin that you imported, or a manifest; without it, all of them go"),
  },
  async func(flags, manifest) {
    const { runRemove } = await import("../run-hooks-install.ts");
    await runRemove(this, { ...flags, manifest });
  },
});
