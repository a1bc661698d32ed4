/**
 * Which tools a matcher selects on the real agents, by their own rules: read in the programs (Gemini CLI 0.61.0, Qwen Code 0.24.4) or
 * seen when they ran (Claude Code 2.1.325, Codex 0.166.0, goose 1.52.0). Nothing here comes from the code under test.
 */

export type MatcherOracle = (matcher: string, tool: string) => boolean;

export const claude: MatcherOracle = (matcher, tool) => {
  if (matcher === "" || matcher === "*") return true;
  if (/^[a-zA-Z0-9_|, -]+$/.test(matcher))
    return matcher
      .split(/[|,]/)
      .map((name) => name.trim())
      .includes(tool);
  return found(matcher, tool);
};

/** A patch also answers to the names of Claude's tools. */
export const codex: MatcherOracle = (matcher, tool) => {
  const names = tool === "apply_patch" ? [tool, "Write", "Edit"] : [tool];
  if (matcher === "" || matcher === "*") return true;
  if (/^[a-zA-Z0-9_|]+$/.test(matcher)) return matcher.split("|").some((name) => names.includes(name));
  return names.some((name) => found(matcher, name));
};

export const gemini: MatcherOracle = (matcher, tool) => {
  const text = matcher.trim();
  if (text === "" || text === "*") return true;
  try {
    return new RegExp(text).test(tool);
  } catch {
    return text === tool;
  }
};

const QWEN_ALIASES: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ["Bash", "Shell", "ShellTool"],
  edit: ["Edit", "EditTool", "replace"],
  write_file: ["Write", "WriteFile", "WriteFileTool"],
  notebook_edit: ["NotebookEdit", "NotebookEditTool"],
  agent: ["Agent", "AgentTool", "Task", "TaskTool", "task"],
};

export const qwen: MatcherOracle = (matcher, tool) => {
  const text = matcher.trim();
  const exact = [tool, ...(QWEN_ALIASES[tool] ?? [])];
  if (text === "" || text === "*" || text === ".*" || exact.includes(text)) return true;
  if (!text.includes("|") || text.startsWith("^") || text.startsWith("(")) return found(text, tool);
  // Enough for the lists in these tests, which have no bar inside brackets.
  const parts = text
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.some((part) => part === "*" || part === ".*" || exact.includes(part)) || (parts.length > 0 && found(parts.join("|"), tool));
};

/** A rule with an invalid pattern is dropped. */
export const goose: MatcherOracle = (matcher, tool) => matcher === "" || found(matcher, tool);

function found(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return false;
  }
}
