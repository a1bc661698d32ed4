/** `agents`: what is known about every agent, compact for people and complete as data. */

import { buildCommand } from "@stricli/core";

import type { Json } from "../../canonical/json.ts";
import type { CliContext } from "../cli-context.ts";

export const agentsCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Show what each agent can do with a hook's answer",
    fullDescription:
      "Shows, for each agent, its hook events and what can be done at each, the files it reads, and what must happen before hooks run.\n" +
      "With --json every fact says whether it was measured or read in the documentation, with version or link and date.",
  },
  parameters: {},
  async func() {
    const { AGENTS } = await import("../../agents/list.ts");
    const { renderAgents } = await import("../render-agents.ts");
    // The tables hold nothing that JSON lacks; their interfaces only name their keys.
    this.report({ type: "answer", value: AGENTS as unknown as Json, text: (style) => renderAgents(AGENTS, style) });
  },
});
