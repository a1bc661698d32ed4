/** Settings that keep hooks from running, and variables that never reach a handler, as tables. */

import type { AgentFacts, HookSwitch, Source, SwitchKey } from "../src/agents/agent.ts";
import { UNSAFE_VARIABLES } from "../src/host/safe-environment.ts";
import { code, table } from "./markdown.ts";

const EFFECTS: Readonly<Record<HookSwitch["effect"], string>> = {
  off: "your hooks do not run",
  "before-us": "the project's code runs before your hooks",
};

export function switchesTable(agents: readonly AgentFacts[]): string {
  const rows = agents.flatMap(({ title, switches = [] }) => switches.map(({ value, source }) => [title, ...cellsOf(value, source)]));
  return table(["agent", "file", "setting", "effect", "source"], rows);
}

function cellsOf(one: HookSwitch, source: Source): readonly string[] {
  const file = code(one.scope === "user" ? `~/${one.file}` : one.file);
  return [
    file,
    one.reads === "folder" ? "the folder, without Symposium's entries" : `${code(one.key.map(keyText).join("."))} ${valueOf(one)}`,
    EFFECTS[one.effect],
    source.how === "measured" ? `measured, ${source.version}` : `[docs](${source.link})`,
  ];
}

function keyText(part: SwitchKey): string {
  return typeof part === "string" ? part : `<path of ${part.folder}>`;
}

function valueOf({ when }: HookSwitch): string {
  if (when === "set") return "set";
  if (when === "no-table") return "that is not an object";
  return "is" in when ? `= ${code(String(when.is))}` : `with ${code(when.holds)} in it`;
}

export function unsafeVariablesTable(): string {
  const rows = Object.entries(UNSAFE_VARIABLES).map(([what, names]) => [what, names.split(" ").map(code).join(", ")]);
  return table(["read by", "variables"], rows);
}
