/** `hooks explain`: what each hook becomes on each agent. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { CHECK_FLAGS, type CheckFlags } from "../hook-flags.ts";
import { parsed, repeatable, several, toggle } from "../parameters.ts";

interface ExplainFlags extends CheckFlags {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly noShim: boolean;
}

export const hooksExplainCommand = buildCommand<ExplainFlags, string[], CliContext>({
  docs: {
    brief: "Show what hooks become on each agent, and what is lost",
    fullDescription:
      "Reads a manifest or an agent's file, and shows for each hook and agent the event, the matcher, whether it blocks, and what is lost.",
    customUsage: [
      { input: "hooks.json", brief: "On all agents" },
      { input: "--to gemini --to codex ~/.claude/settings.json", brief: "On two agents" },
    ],
  },
  parameters: {
    flags: {
      from: parsed("agent", "Whose files they are: an agent, agent:form, `hooks` for a manifest, or auto (default)"),
      to: repeatable("agent", "An agent, agent:form, or all (repeatable; default: all)"),
      noShim: toggle("Show entries that call your commands directly (default: through symposium-hook)"),
      ...CHECK_FLAGS,
    },
    positional: several("file", "Files with hooks; stdin without any"),
  },
  async func(flags, ...files) {
    const { runExplain } = await import("../run-hooks-explain.ts");
    await runExplain(this, { ...flags, files });
  },
});
