/** `trust ask`: asks again, also about what the user declined. */

import { buildCommand } from "@stricli/core";

import { forgetNo } from "../setup/trust/decide.ts";
import { subjectsHere, subjectsNamed, waitingHere } from "../setup/trust/subjects-here.ts";
import type { CliContext } from "./cli-context.ts";
import { answerOne, terminalOf } from "./trust-accept.ts";

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
    await runAsk(this, name);
  },
});

export async function runAsk(cli: CliContext, name: string | undefined): Promise<void> {
  const terminal = terminalOf(cli);
  if (name !== undefined) subjectsNamed(subjectsHere(cli), name);
  forgetNo(cli, { name, hasTerminal: true, ancestors: cli.ancestors });
  const named = name === undefined ? undefined : new Set(subjectsNamed(subjectsHere(cli), name).map(({ subject }) => subject.id));
  const waiting = waitingHere(cli).filter(({ subject }) => named === undefined || named.has(subject.id));
  if (waiting.length === 0)
    cli.report({ type: "answer", value: { waiting: [] }, text: () => ["nothing waits for your decision here"], isReport: true });
  for (const { subject } of waiting) await answerOne(cli, terminal, subject, false);
}
