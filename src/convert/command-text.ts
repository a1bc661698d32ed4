/** A handler's command as it is written for an agent: where its script is, and which variables it may count on. */

import { HOOK_FILES } from "../agents/native-list.ts";
import { mentionsVariable } from "../canonical/mentions-variable.ts";
import { withBase } from "./script-place.ts";
import type { Target } from "./target.ts";

export interface CommandPlace {
  /** From the project to the manifest's folder, `""` for the project itself; an absolute path for a user's file. */
  readonly base?: string;
  /** Variables that our shim sets, whichever agent calls. */
  readonly isSet?: readonly string[];
}

export interface CommandText {
  readonly command: string;
  /** What differs, as a clause. */
  readonly changes: readonly string[];
  /** Why it cannot work there. */
  readonly broken?: string;
}

export function commandText(given: string, target: Target, { base = "", isSet: setByUs = [] }: CommandPlace): CommandText {
  if (!given.includes("$")) return { command: base === "" ? given : withBase(given, base), changes: [] };
  const needed = HOOK_FILES.flatMap(({ pluginVariables = [] }) => pluginVariables).find((name) => mentionsVariable(given, name));
  const isSet = target.form.isOfPlugin === true && needed !== undefined && target.files.pluginVariables?.includes(needed);
  if (needed !== undefined && isSet !== true)
    return { command: given, changes: [], broken: `the command needs ${needed}, which only hooks of a plugin have` };
  const placed = base === "" ? given : withBase(given, base);
  const { command, changes } = withProjectVariable(placed, target, setByUs);
  return { command, changes };
}

function withProjectVariable(
  command: string,
  { files, title }: Target,
  setByUs: readonly string[],
): Pick<CommandText, "command" | "changes"> {
  const foreign = new Set(
    HOOK_FILES.flatMap(({ projectVariables }) => projectVariables).filter(
      (name) => !files.projectVariables.includes(name) && !setByUs.includes(name) && mentionsVariable(command, name),
    ),
  );
  if (foreign.size === 0) return { command, changes: [] };
  const changes = [...foreign].map((name) => `${title} does not set ${name}`);
  const [own] = files.projectVariables;
  if (own === undefined) return { command: `${[...foreign].map((name) => `export ${name}="$PWD"; `).join("")}${command}`, changes };
  let text = command;
  for (const name of foreign)
    text = text.replace(new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}(?=[}:%#/-]))`, "g"), (one) => one.replace(name, own));
  return { command: text, changes };
}
