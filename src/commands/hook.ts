/** `hook <agent> <event>`: what agents call. `start.ts` takes such calls past the command line; this is here for its help. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "./cli-context.ts";

export const hookCommand = buildCommand<Record<never, never>, [string, string], CliContext>({
  docs: {
    brief: "Answer an agent's hook call",
    fullDescription: "Reads the agent's payload from stdin and answers in that agent's own form. Agents call this; people rarely do.",
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { placeholder: "agent", brief: "The calling agent, or `symposium`", parse: String },
        { placeholder: "event", brief: "Its event, such as pre-tool-use", parse: String },
      ],
    },
  },
  async func(_flags, agent, event) {
    const { runHook } = await import("../hook.ts");
    await runHook([agent, event]);
  },
});
