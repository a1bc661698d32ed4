/** `trust ask`: asks again, also about what the user declined. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const trustAskCommand = buildCommand<Record<never, never>, [string?], CliContext>({
  docs: {
    brief: "Ask again about plugins that wait or that you declined",
    fullDescription: "Forgets your no, and asks about every plugin of this workspace that waits for a decision, or about the named one.",
    customUsage: ["", { input: "house-rules", brief: "Ask about this plugin only" }],
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { placeholder: "plugin", brief: "The plugin's name, or its id as `trust list` prints it", parse: String, optional: true },
      ],
    },
  },
  async func(_flags, name) {
    const { runAsk } = await import("../run-trust.ts");
    await runAsk(this, name);
  },
});
