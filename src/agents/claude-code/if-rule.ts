/**
 * Claude Code's `if` on a hook entry: a permission rule such as `Bash(git *)` or `Edit(src/**)`. Every answer here was measured
 * (`test/agents/claude-code/if-measured.json`). Where Claude Code cannot read a command it runs the hook, and so do we.
 */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json } from "../../canonical/json.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import type { ShimPlace } from "../shim.ts";
import { simpleCommands } from "./if-command.ts";
import { fitsPath } from "./if-path.ts";
import { commandTest, wildcard } from "./if-text.ts";

const RULE = /^([^\s()]+)(?:\(([^]*)\))?$/;
const OLDER_NAMES = tableOf({ Task: "Agent" });

/** The field that the text in parentheses is about. Of other tools only the name and `*` can be tested, and anything else never holds. */
const TESTED_FIELD = tableOf({
  Bash: "command",
  PowerShell: "command",
  Edit: "file_path",
  MultiEdit: "file_path",
  Write: "file_path",
  Read: "file_path",
  NotebookEdit: "notebook_path",
  Grep: "pattern",
  Glob: "pattern",
});

/** `undefined`: it cannot be said. At an event without a tool no rule holds. */
export function ruleHolds(rule: string, { tool, toolInput }: HookInput, { project, home }: ShimPlace, cwd: string): boolean | undefined {
  if (rule === "") return true;
  const [, name = "", content = ""] = RULE.exec(rule) ?? [];
  if (tool === undefined || current(name) !== current(tool.name)) return false;
  const wanted = unescaped(content);
  if (wanted === "" || wanted === "*") return true;
  const field = lookUp(TESTED_FIELD, tool.name);
  if (field === undefined) return false;
  const value: Json | undefined = isObject(toolInput) ? lookUp(toolInput, field) : undefined;
  if (typeof value !== "string") return undefined;
  if (field === "command") return fitsCommand(wanted, value);
  if (field === "pattern") return wildcard(wanted)(value);
  return fitsPath(wanted, value, { cwd, project, home });
}

function current(name: string): string {
  return lookUp(OLDER_NAMES, name) ?? name;
}

/** Parentheses and backslashes may be escaped. */
function unescaped(content: string): string {
  return content.replace(/\\([()\\])/g, "$1");
}

/** One command of several is enough. */
function fitsCommand(wanted: string, line: string): boolean | undefined {
  const commands = simpleCommands(line);
  if (commands === undefined) return undefined;
  const test = commandTest(wanted);
  let isUncertain = false;
  for (const command of commands) {
    const fits = test(command);
    if (fits === true) return true;
    if (fits === undefined) isUncertain = true;
  }
  return isUncertain ? undefined : false;
}
