/** `trust list`: what waits for a decision here, and what was decided. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const trustListCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "List plugins that wait for your consent, and your decisions",
    fullDescription:
      "Lists each plugin of a package or of this repository that would run code: accepted, declined, waiting, or changed since you accepted it.\n" +
      "Then lists your decisions in other workspaces.",
    customUsage: ["", "--json"],
  },
  parameters: {},
  async func() {
    const { listDecisions } = await import("../../app/trust/list-decisions.ts");
    const { renderDecisions } = await import("../render/trust-list.ts");
    const decisions = listDecisions(this);
    this.report({
      type: "answer",
      value: decisions,
      text: (style) => renderDecisions(decisions, { style, home: this.context.home, calledAs: this.calledAs }),
    });
  },
});
