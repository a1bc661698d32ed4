/** What each command changes, and who may run it, as a table. */

import { COMMAND_RIGHTS, type Right, RIGHTS } from "../src/commands/command-rights.ts";
import { kebab } from "../src/commands/common-flags.ts";
import { code, table } from "./markdown.ts";

const WORDS: Readonly<Record<Right, readonly [does: string, agents: string, terminal: string, script: string]>> = {
  reads: ["changes nothing but the log", "may run it", "runs", "runs"],
  writes: ["changes nothing that decides which code runs, or which guard holds", "may run it", "runs", "runs"],
  chooses: ["needs you to want it", "are refused", "runs", "runs"],
  disarms: ["takes something away that may be a guard", "are refused", "asks, except with `--yes`", "runs"],
  arms: ["lets code run", "are refused", "asks", "needs `--digest`; `trust ask` has no such flag"],
  entrusts: ["lets code run that changes later", "are refused", "asks", "is refused"],
};

export function rightsTable(): string {
  const rows = (Object.keys(RIGHTS) as Right[]).map((right) => [commandsWith(right).map(code).join(", "), ...WORDS[right]]);
  return table(["command", "what it does", "agents", "at a terminal", "in a script"], rows);
}

function commandsWith(right: Right): readonly string[] {
  return Object.entries(COMMAND_RIGHTS).flatMap(([words, { is, flags = {} }]) => [
    ...(is === right && words !== "hook" ? [words] : []),
    ...Object.entries(flags).flatMap(([flag, its]) => (its === right ? [`${words} --${kebab(flag)}`] : [])),
  ]);
}
