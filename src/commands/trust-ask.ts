/** `trust ask`: asks again, also about what the user declined. */

import { forgetNo } from "../setup/trust/decide.ts";
import { subjectsHere, subjectsNamed, waitingHere } from "../setup/trust/subjects-here.ts";
import { command, optionalArgument } from "./command.ts";
import { tell } from "./terminal/reporter.ts";
import { answerOne, terminalOf } from "./trust-accept.ts";

export const trustAskCommand = command({
  brief: "Ask again about plugins that wait or that you declined",
  about: "Forgets your no, and asks about every plugin of this workspace that waits for a decision, or about the named one.",
  examples: ["", { input: "house-rules", brief: "Ask about this plugin only" }],
  positional: optionalArgument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, _flags, name) {
    const terminal = terminalOf(cli);
    if (name !== undefined) subjectsNamed(subjectsHere(cli), name);
    forgetNo(cli, { name, hasTerminal: true, ancestors: cli.ancestors });
    const named = name === undefined ? undefined : new Set(subjectsNamed(subjectsHere(cli), name).map(({ subject }) => subject.id));
    const waiting = waitingHere(cli).filter(({ subject }) => named === undefined || named.has(subject.id));
    if (waiting.length === 0) tell(cli, { waiting: [] }, () => ["nothing waits for your decision here"]);
    for (const { subject } of waiting) await answerOne(cli, terminal, subject, false);
  },
});
