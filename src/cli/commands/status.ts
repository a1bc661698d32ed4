/** `status`: what is registered where, and whether it is at work. */

import { buildCommand } from "@stricli/core";

import type { Json } from "../../canonical/json.ts";
import type { CliContext } from "../cli-context.ts";

export const statusCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Show what is registered where, and whether it is active",
    fullDescription:
      "Shows each agent's file with entries of ours, whether they are still as we wrote them, and what must happen before the agent runs them.",
  },
  parameters: {},
  async func() {
    const { statusOf } = await import("../status.ts");
    const { renderStatus } = await import("../render-status.ts");
    const status = statusOf(this);
    const look = { home: this.context.home, calledAs: this.calledAs };
    this.report({ type: "answer", value: status as unknown as Json, text: (style) => renderStatus(status, { ...look, style }) });
  },
});
