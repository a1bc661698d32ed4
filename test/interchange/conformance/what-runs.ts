/**
 * Which entries of an agent's file run before a call of a tool, by that agent's own rule for matchers: written by hand from what the
 * programs were seen to do (`real-agents/MEASURED.md`, "What a matcher finds") and, for those that cannot be run, from their documentation.
 * Imports nothing from `src`.
 */

export interface CalledTool {
  readonly name: string;
  readonly mcp?: { readonly server: string; readonly tool: string };
}

export interface Entry {
  readonly event: string;
  readonly matcher: unknown;
  readonly entry: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The event before a tool; Windsurf has one for each kind. */
export const BEFORE: Readonly<Record<string, string>> = {
  "claude-code": "PreToolUse",
  codex: "PreToolUse",
  "copilot-cli": "preToolUse",
  cursor: "preToolUse",
  "gemini-cli": "BeforeTool",
  goose: "PreToolUse",
  kiro: "preToolUse",
  opencode: "tool-execute-before",
  "qwen-code": "PreToolUse",
  "vscode-copilot": "PreToolUse",
};

const WINDSURF: Readonly<Record<string, string>> = {
  run_command: "pre_run_command",
  write_code: "pre_write_code",
  read_code: "pre_read_code",
};

/** How the tool of a server is called. */
const MCP_NAMES: Readonly<Record<string, (server: string, tool: string) => string>> = {
  "claude-code": (server, tool) => `mcp__${server}__${tool}`,
  codex: (server, tool) => `mcp__${server}__${tool}`.replaceAll("-", "_"),
  "copilot-cli": (server, tool) => `${server}-${tool}`,
  cursor: (_, tool) => `MCP:${tool}`,
  "gemini-cli": (server, tool) => `mcp_${server}_${tool}`,
  goose: (server, tool) => `${server}__${tool}`,
  kiro: (server, tool) => `@${server}/${tool}`,
  opencode: (server, tool) => `${server}_${tool}`,
  "qwen-code": (server, tool) => `mcp__${server}__${tool}`,
  "vscode-copilot": (server, tool) => `mcp_${server}_${tool}`,
  windsurf: (_, tool) => tool,
};

export function toolOfServer(agent: string, server: string, tool: string): CalledTool {
  return { name: MCP_NAMES[agent]!(server, tool), mcp: { server, tool } };
}

/** Other words that select a tool on Codex and Qwen Code. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  codex: { apply_patch: ["Write", "Edit"] },
  "qwen-code": {
    run_shell_command: ["Bash", "Shell", "ShellTool"],
    read_file: ["Read", "ReadFile", "ReadFileTool"],
    write_file: ["Write", "WriteFile", "WriteFileTool"],
    edit: ["Edit", "EditTool", "replace"],
    grep_search: ["Grep", "GrepTool", "SearchFiles", "search_file_content"],
    glob: ["Glob", "GlobTool", "FindFiles"],
    web_search: ["WebSearch", "WebSearchTool"],
    web_fetch: ["WebFetch", "WebFetchTool"],
    agent: ["Agent", "AgentTool", "Task", "TaskTool", "task"],
  },
};

/**
 * Whether a pattern is found in a name. JavaScript's engine has no `(?i)`, Rust's no look-around; otherwise they agree on what these tests
 * write. In Rust `(?i)` counts from where it is, up to the end of its group.
 */
export function found(pattern: string, name: string, engine: "javascript" | "rust"): boolean {
  if (engine === "javascript" ? pattern.includes("(?i)") : /\(\?<?[=!]/.test(pattern)) return false;
  try {
    let ignoresCase = false;
    return branches(pattern).some((branch) => {
      if (branch.startsWith("(?i)")) ignoresCase = true;
      const flags = ignoresCase || branch.startsWith("(?:(?i)") ? "i" : "";
      return new RegExp(branch.replace("(?i)", ""), flags).test(name);
    });
  } catch {
    return false;
  }
}

/** What `|` separates outside of groups and sets. */
function branches(pattern: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of pattern.match(/\\.|\[[^\]]*\]|./gs) ?? []) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (piece === "|" && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts;
}

type Rule = (matcher: string, tool: CalledTool, names: readonly string[]) => boolean;

const searched =
  (engine: "javascript" | "rust", nothing: readonly string[] = []): Rule =>
  (matcher, _, names) =>
    !nothing.includes(matcher) && (["", "*"].includes(matcher) || names.some((name) => found(matcher, name, engine)));

const RULES: Readonly<Record<string, Rule>> = {
  "claude-code": (matcher, { name }) =>
    ["", "*"].includes(matcher) ||
    (/^[\w|, -]+$/.test(matcher) ? matcher.split(/[|,]/).some((word) => word.trim() === name) : found(matcher, name, "javascript")),
  codex: (matcher, _, names) =>
    ["", "*"].includes(matcher) ||
    names.some((name) => (/^[\w|]+$/.test(matcher) ? matcher.split("|").includes(name) : found(matcher, name, "rust"))),
  "copilot-cli": (matcher, { name }) => !["", "*"].includes(matcher) && found(`^(?:${matcher})$`, name, "javascript"),
  cursor: searched("javascript"),
  "gemini-cli": searched("javascript"),
  goose: searched("rust", ["*"]),
  kiro: (matcher, { name, mcp }) => {
    if (matcher === "*" || matcher === "") return true;
    if (mcp !== undefined && (matcher === `@${mcp.server}` || matcher === `@${mcp.server}/*`)) return true;
    if (matcher === "@builtin") return mcp === undefined;
    const whole = matcher
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${whole}$`, "s").test(name);
  },
  // A list is split at its bars, unless it begins as a pattern does; empty parts of a list count for nothing.
  "qwen-code": (matcher, tool, names) => {
    const parts = /^[\^(]/.test(matcher.trim()) ? [matcher.trim()] : branches(matcher).map((part) => part.trim());
    const rule = searched("javascript");
    return matcher.trim() === "" || parts.some((part) => (part !== "" || parts.length === 1) && rule(part, tool, names));
  },
  "vscode-copilot": () => true,
  windsurf: () => true,
};

function isListed(list: readonly unknown[], { name, mcp }: CalledTool): boolean {
  return list.some((one) => {
    if (typeof one === "string") return one === name;
    const { pattern, mcp: server } = one as { pattern?: string; mcp?: { server: string; tool?: string } };
    if (pattern !== undefined) return found(pattern, name, pattern.startsWith("(?i)") ? "rust" : "javascript");
    if (server === undefined || mcp === undefined) return false;
    return (server.server === "*" || server.server === mcp.server) && (server.tool === undefined || server.tool === mcp.tool);
  });
}

export function runs(agent: string, { event, matcher }: Entry, tool: CalledTool): boolean {
  if (agent === "windsurf") return event === (tool.mcp === undefined ? WINDSURF[tool.name] : "pre_mcp_tool_use");
  if (event !== BEFORE[agent]) return false;
  if (matcher === undefined) return true;
  if (agent === "opencode") return isListed(matcher as readonly unknown[], tool);
  return RULES[agent]!(matcher as string, tool, namesOf(agent, tool));
}

/** Every name by which a matcher finds the tool. */
export function namesOf(agent: string, { name }: CalledTool): readonly string[] {
  return [name, ...(ALIASES[agent]?.[name] ?? [])];
}

/** Every entry of a document: in groups with a matcher, or flat with its own. */
export function entriesIn(document: unknown): Entry[] {
  const events = (document as { hooks?: Readonly<Record<string, unknown>> }).hooks ?? {};
  return Object.entries(events).flatMap(([event, list]) =>
    (list as readonly Fields[]).flatMap((item) => {
      if (!Array.isArray(item["hooks"])) return [{ event, matcher: item["matcher"], entry: item }];
      return (item["hooks"] as readonly Fields[]).map((entry) => ({ event, matcher: item["matcher"], entry }));
    }),
  );
}
