/**
 * The text that agents are given to run (RG-2). It is the same for every user and names no path of a machine: it finds our directory, ends
 * at once where the event is idle or the programme is gone, and whatever goes wrong in it lets the agent go on. Codex binds the user's trust to
 * its bytes, so a change of it is a change for every user.
 */

import type { Scope } from "./agent.ts";

export interface TextOrder {
  readonly agent: string;
  /** The agent's own name of the event. */
  readonly event: string;
  readonly scope: Scope;
  readonly denies: "json" | "exit-code";
  /** Whether a registration for the user makes the project's superfluous, so that the project's text looks for it. */
  readonly projectWins?: true;
}

/** The same call for each kind of shell. */
export interface CommandTexts {
  readonly posix: string;
  readonly powershell: string;
  readonly cmd: string;
}

export function commandTexts(order: TextOrder): CommandTexts {
  return { posix: posixText(order), powershell: powershellText(order), cmd: cmdText(order) };
}

/** `:=` and positional parameters, because Gemini expands `$name` and `${name:-x}` in its settings before a shell sees them. */
function posixText({ agent, event, scope, denies, projectWins }: TextOrder): string {
  const looksForUser = scope === "project" && projectWins !== true;
  const tests = [
    `[ -e "$1/idle/${agent}.${event}" ]`,
    ...(looksForUser ? [`[ -e "$1/global/${agent}" ]`] : []),
    `[ ! -x "$1/bin/symposium-hook" ]`,
    `"$1/bin/symposium-hook" ${agent} ${event}`,
    denies === "exit-code" ? "[ $? -ne 2 ] || exit 2" : ":",
  ];
  return `unset BUN_OPTIONS BUN_BE_BUN; set -- "\${SYMPOSIUM_HOME:=$HOME/.symposium}"; ${tests.join(" || ")}`;
}

function powershellText(_order: TextOrder): string {
  return "";
}

function cmdText(_order: TextOrder): string {
  return "";
}
