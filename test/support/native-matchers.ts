/** Guards with matchers as people write them for an agent, and the tools that two agents share. */

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import type { Json } from "../../src/model/json.ts";
import { vectorsOf } from "../interchange/conformance/vectors.ts";
import { BEFORE, type CalledTool, toolOfServer } from "../interchange/conformance/what-runs.ts";

const selects = vectorsOf("tools")[0]!.vector.selects;

// OpenCode's hooks are code, and what we generate for it speaks the format.
const AGENTS = HOOK_FILES.map(({ agent }) => agent).filter((agent) => agent !== "opencode");

/** VS Code ignores matchers, and Windsurf has an event for each kind of tool. */
export const PAIRS = AGENTS.filter((from) => from in BEFORE && from !== "vscode-copilot").flatMap((from) =>
  AGENTS.filter((to) => to !== from).map((to) => ({ from, to })),
);

/** The agent's own file, by hand. */
export function documentOf(agent: string, matcher: string, command: string): Json {
  const event = BEFORE[agent]!;
  if (agent === "copilot-cli") return { version: 1, hooks: { [event]: [{ type: "command", bash: command, matcher }] } };
  if (["cursor", "kiro"].includes(agent)) return { version: 1, hooks: { [event]: [{ command, matcher }] } };
  return { hooks: { [event]: [{ matcher, hooks: [{ type: "command", command }] }] } };
}

/** A server's name and its tool's, some with the characters that agents put between them. */
const SERVERS = [
  ["github", "list"],
  ["github", "push"],
  ["fs", "list"],
  ["my-srv", "do-it"],
  ["a_b", "c__d"],
] as const;

export interface SharedTool {
  /** A neutral name, or server and tool. */
  readonly word: string;
  readonly tool: CalledTool;
}

export function toolsOf(agent: string): readonly SharedTool[] {
  return [
    ...Object.entries(selects[agent] ?? {}).flatMap(([word, names]) => names.map((name) => ({ word, tool: { name } }))),
    ...SERVERS.map(([server, tool]) => ({ word: `${server}/${tool}`, tool: toolOfServer(agent, server, tool) })),
  ];
}

export function matchersOf(agent: string): readonly string[] {
  const named = (word: string) => selects[agent]?.[word]?.[0] ?? "";
  const [shell, edit, read] = [named("shell"), named("file_edit"), named("file_read")];
  const server = toolOfServer(agent, "github", "list").name.slice(0, -"list".length);
  const [odd, long] = [toolOfServer(agent, "my-srv", "do-it").name, toolOfServer(agent, "a_b", "c__d").name];
  return [
    ...[
      shell,
      `${shell}|${edit}`,
      `${shell}, ${edit}`,
      `${shell},${edit}`,
      ` ${shell} | ${read}`,
      `(${shell}|${edit})`,
      `^(${shell}|${edit})$`,
    ],
    ...["", "*", ".*", "^", "$", ".", `${shell}|`, `|${shell}`, `^${shell}|`, `(${shell})|`, `${shell}|*`, "(", "[", "\\", `${shell}|(`],
    ...[`${server}.*`, `^${server}.*$`, `^${server}`, server, `${shell}|${server}.*`, `(${shell}|${server}.*)`, `^(${shell}|${server}.*)$`],
    ...[odd, long, `(?:${server}list|${shell})`, `^(?:${shell}|${odd})$`, `(${shell}|${long})`, `(?:Xyz|${shell})`],
    ...[
      `(?!${read})`,
      `^(?!${read}$).*`,
      `${shell}.*`,
      shell.slice(0, 3),
      `^${shell.slice(0, 2)}`,
      `[${shell[0]}]${shell.slice(1)}`,
      `${shell}$`,
    ],
    ...[
      `\\b${shell}\\b`,
      `(?i)${shell}`,
      `${shell}|mcp`,
      "mcp",
      "mcp__.*",
      ".*list.*",
      ".*_list",
      "list",
      ".*(list|push)",
      `(${shell}|.*push)`,
    ],
    ...["@github", "@github/list", "@builtin", "MCP:.*", "MCP:list", `(${shell}|MCP:list)`],
  ];
}
