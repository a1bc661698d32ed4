/** What in files of users and projects keeps hooks from running, as a table, and what never reaches a handler. */

import type { AgentFacts, HookSwitch, Source } from "../src/agents/agent.ts";
import { sourceWords } from "../src/agents/describe.ts";
import { UNSAFE_VARIABLES } from "../src/platform/unsafe-variables.ts";
import { code, table } from "./markdown.ts";

const EFFECTS: Readonly<Record<HookSwitch["effect"], string>> = {
  off: "your hooks do not run",
  "before-us": "code of the project runs before your hooks",
};

export function switchesTable(agents: readonly AgentFacts[]): string {
  const rows = agents.flatMap(({ title, switches = [] }) => switches.map(({ value, source }) => [title, ...cellsOf(value, source)]));
  return table(["agent", "file", "what", "effect", "source"], rows);
}

function cellsOf(one: HookSwitch, source: Source): readonly string[] {
  const file = code(one.scope === "user" ? `~/${one.file}` : one.file);
  return [
    file,
    one.reads === "folder" ? "the folder, without entries of ours" : `${code(one.key.join("."))} ${valueOf(one)}`,
    EFFECTS[one.effect],
    sourceWords(source),
  ];
}

function valueOf({ when }: HookSwitch): string {
  if (when === "set") return "set";
  if (when === "no-table") return "that is not an object";
  return "is" in when ? `= ${code(String(when.is))}` : `with ${code(when.holds)} in it`;
}

export function unsafeVariablesTable(): string {
  const rows = Object.entries(UNSAFE_VARIABLES).map(([what, names]) => [what, names.map(code).join(", ")]);
  return table(["what takes them", "variables"], rows);
}
