/**
 * The corpus of MCP server files as users have them, each named for what is special about it: `servers` and `user-servers` in an agent's folder of
 * `fixtures/user-files`. Below them, `refused` are files that no edit may touch, and `taken` files with a user's own server named `symposium`.
 */

import { type UserFile, userFiles } from "./user-files.ts";

export interface ServerFileKind {
  readonly agent: string;
  /** Below the agent's folder of the corpus. */
  readonly folder: "servers" | "user-servers";
  readonly format: "json" | "toml" | "yaml";
  /** The keys that lead to each table of servers in it. */
  readonly tables: readonly (readonly string[])[];
}

/** The project's folder in these files: a test that has another one replaces it. */
export const CORPUS_PROJECT = "/home/ada/work/shop";

export const SERVER_FILE_KINDS: readonly ServerFileKind[] = [
  { agent: "claude-code", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "claude-code", folder: "user-servers", format: "json", tables: [["mcpServers"], ["projects", CORPUS_PROJECT, "mcpServers"]] },
  { agent: "codex", folder: "servers", format: "toml", tables: [["mcp_servers"]] },
  { agent: "copilot-cli", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "vscode-copilot", folder: "servers", format: "json", tables: [["servers"]] },
  { agent: "gemini-cli", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "qwen-code", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "kiro", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "opencode", folder: "servers", format: "json", tables: [["mcp"]] },
  { agent: "goose", folder: "servers", format: "yaml", tables: [["extensions"]] },
  { agent: "cursor", folder: "servers", format: "json", tables: [["mcpServers"]] },
  { agent: "windsurf", folder: "servers", format: "json", tables: [["mcpServers"]] },
];

export function serverFiles({ agent, folder }: ServerFileKind, below: "." | "refused" | "taken" = "."): UserFile[] {
  return userFiles(agent, `${folder}/${below}`);
}

/** A `~/.claude.json` of about 1 MB: a hundred projects with histories, some with servers of their own, one of them `CORPUS_PROJECT`. */
export function largeClaudeFile(): string {
  const projects = Array.from({ length: 100 }, (_, at) => [at === 57 ? CORPUS_PROJECT : `/home/ada/work/project-${at}`, projectOf(at)]);
  return `${JSON.stringify(
    {
      numStartups: 2417,
      installMethod: "native",
      tipsHistory: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`tip-${at}`, at * 7])),
      oauthAccount: { accountUuid: "11111111-2222-3333-4444-555555555555", emailAddress: "ada@mail.example", workspaceRole: null },
      mcpServers: { context: { type: "stdio", command: "npx", args: ["-y", "@example/context-mcp"], env: {} } },
      projects: Object.fromEntries(projects) as unknown,
      userID: "0".repeat(64),
    },
    null,
    2,
  )}\n`;
}

function projectOf(at: number) {
  const history = Array.from({ length: 45 }, (_, turn) => ({
    display: `${turn}: why does "step ${at}" of the build {fail} on C:\\work? ${"It worked yesterday. ".repeat((at + turn) % 14)}`,
    pastedContents: turn % 9 === 0 ? { 1: { id: 1, type: "text", content: `// ${"a pasted line\n".repeat(5)}` } } : {},
  }));
  const servers = at % 3 === 0 ? { [`db-${at}`]: { type: "stdio", command: "uvx", args: ["sqlite-mcp", `./${at}.sqlite`], env: {} } } : {};
  return {
    allowedTools: [],
    history,
    mcpServers: servers,
    hasTrustDialogAccepted: at % 2 === 0,
    lastCost: at * 0.1,
    lastDuration: at * 1e3,
  };
}
