import { documented, fact, facts, file, files, fromHookTime } from "../facts.ts";
import { BRACED, environmentOf, remoteEntry } from "../servers.ts";
import type { Agent } from "../setup.ts";
import { HOOKS, hookTime, tools } from "./payload.ts";

const MCP = documented("https://docs.windsurf.com/windsurf/cascade/mcp", "2026-11-15");
const SKILLS = documented("https://docs.windsurf.com/windsurf/cascade/skills", "2026-11-15");
const RULES = documented("https://docs.windsurf.com/windsurf/cascade/memories", "2026-11-15");
const AGENTS_MD = documented("https://docs.windsurf.com/windsurf/cascade/agents-md", "2026-11-15");
const DEVIN = documented("https://docs.devin.ai/desktop/cascade/hooks", "2026-11-15");
const DOCS = documented("https://docs.windsurf.com/windsurf/cascade/mcp", "2026-11-17");
const SYNTAX = { written: (variable: string) => `\${env:${variable}}`, special: BRACED };

export const agent: Agent = {
  ...fromHookTime(hookTime, HOOKS),
  title: "Windsurf",
  aliases: ["cascade"],
  homepage: "https://docs.windsurf.com",
  tools,
  notGuarded: [
    fact(HOOKS, { tool: "web search and reading of pages", does: ["web_fetch", "web_search"], why: "there is no event for it" }),
  ],
  mcpToolName: fact(HOOKS, "<tool>, with the server in `mcp_server_name`"),
  timeout: fact(HOOKS, null),
  limits: facts(
    HOOKS,
    "A denial is exit code 2 with the reason on stderr, so a registered command must pass that code on, and only that one.",
    "Only a prompt, a read, a write, a command and an MCP call can be denied, before they happen.",
    "No text of a hook reaches the model but the reason of a denial; stdout is for the user, where the entry has `show_output`.",
    "Nothing can be replaced, the user cannot be asked, and no run can be ended.",
    "Any other exit code lets the action continue.",
    "There is no event at the start or the end of a session, and none for other tools than those four.",
    "The payload has results of MCP tools only, not a command's output.",
    "There are no matchers. An entry has `command`, `powershell`, `show_output` and `working_directory`.",
    "Hooks of system, user and workspace all run, in this order, in the workspace's root.",
  ),
  trust: [],
  marks: fact(HOOKS, { env: [], payload: ["agent_action_name", "trajectory_id", "execution_id"] }),
  hookFiles: { user: [file(".codeium/windsurf/hooks.json", HOOKS)], project: [file(".windsurf/hooks.json", HOOKS)] },
  mcpFiles: { user: [file(".codeium/windsurf/mcp_config.json", MCP, "key `mcpServers`")], project: [] },
  skills: {
    user: files(SKILLS, ".codeium/windsurf/skills", ".agents/skills"),
    project: files(SKILLS, ".windsurf/skills", ".agents/skills"),
  },
  instructions: {
    user: [file(".codeium/windsurf/memories/global_rules.md", RULES)],
    project: [file("AGENTS.md", AGENTS_MD), file(".windsurf/rules/*.md", RULES)],
  },
  relocatedBy: [],
  reader: fact(HOOKS, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [
    fact(
      DEVIN,
      "Windsurf is called Devin Desktop since June 2026. Its newer agent, Devin Local, does not run these hooks: it has Claude's events in " +
        "`.devin/hooks.v1.json` and also runs the hooks of Claude's files.",
    ),
    ...facts(
      HOOKS,
      "An organisation can give hooks in its dashboard and in `/etc/windsurf/hooks.json`.",
      "Earlier versions had eight of these events, without prompts and responses.",
    ),
  ],
  registration: {
    signs: { folders: [".codeium/windsurf"], programs: ["windsurf"] },
    file: { user: ".codeium/windsurf/hooks.json", project: ".windsurf/hooks.json" },
    denies: "exit-code",
    content: {
      kind: "entries",
      // There is no timeout. On Windows `powershell` replaces `command`.
      entry: ({ commands }) => ({ command: commands.posix, powershell: commands.powershell }),
    },
  },
  servers: {
    user: { path: ".codeium/windsurf/mcp_config.json", format: "json", table: () => ["mcpServers"] },
    entry: (server) => {
      if (server.transport === "stdio")
        return { command: server.command, args: [...server.args], ...environmentOf(server, SYNTAX.written) };
      return remoteEntry(server, SYNTAX, (serverUrl) => ({ serverUrl }));
    },
    references: fact(DOCS, "`${env:NAME}` in `serverUrl` and `headers`; `${file:path}` reads a file"),
    approvals: [fact(DOCS, { places: ["user"], until: "Windsurf's list of MCP servers is refreshed" })],
    wrongShape: fact(DOCS, "servers-ignored"),
  },
};
