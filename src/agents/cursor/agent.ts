import { join } from "node:path";

import { claudeServerEntry } from "../claude-shape/setup.ts";
import { documented, fact, facts, file, files, fromHookTime, inBoth } from "../facts.ts";
import { BRACED, environmentOf, remoteEntry } from "../servers.ts";
import type { Agent, RegisteredCall, ServerFile } from "../setup.ts";
import { HOOKS, HOOKS_FILE, hookTime, SDK, SERVERS_FILE, tools } from "./payload.ts";

const CLAUDE_FILES = documented("https://cursor.com/docs/reference/third-party-hooks", "2026-11-15");
const MCP = documented("https://cursor.com/docs/mcp", "2026-11-15");
const SKILLS = documented("https://cursor.com/docs/skills", "2026-11-15");
const RULES = documented("https://cursor.com/docs/rules", "2026-11-15");
const DOCS = documented("https://cursor.com/docs/mcp", "2026-11-17");
const FILE = { path: SERVERS_FILE, format: "json", table: () => ["mcpServers"] } as const satisfies ServerFile;
const SYNTAX = { written: (variable: string) => `\${env:${variable}}`, special: BRACED };
const PLUGINS_DOCS = documented("https://cursor.com/docs/plugins/building", "2026-11-17");
const FOLDER = documented("https://github.com/cursor/plugins/blob/main/create-plugin/skills/create-plugin-scaffold/SKILL.md", "2026-11-17");

export const agent: Agent = {
  ...fromHookTime(hookTime, HOOKS),
  title: "Cursor",
  aliases: ["cursor-agent"],
  homepage: "https://cursor.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact(SDK, "MCP:<tool>"),
  timeout: fact(SDK, { unit: "seconds", default: 60, field: "timeout" }),
  contextLimit: fact(SDK, hookTime.contextLimit),
  limits: [
    ...facts(
      SDK,
      "Context of more than 10,000 characters is dropped whole.",
      "`ask` before a tool is accepted, but the user is not asked: the tool runs.",
      "A rewrite reaches the command, folder and timeout of a shell, the path of a file, pattern and path of a search, the address of a fetch, " +
        "and every field of an MCP tool. Other fields, the new text of a file among them, are dropped silently.",
      "Before a tool, output that is not a JSON object or has a field of the wrong type blocks the call.",
      "Exit code 2 denies a tool and refuses a prompt, and does nothing elsewhere; other codes and a timeout have no effect.",
    ),
    fact(HOOKS, "`permission: allow` skips the question to the user."),
    fact(SDK, "A stop is refused by `followup_message`, at most five times for an entry without `loop_limit`."),
    fact(HOOKS, "After a tool nothing can be refused; the result of an MCP tool can be replaced (`updated_mcp_tool_output`)."),
    ...facts(
      SDK,
      "An edit arrives as `Write` with the whole new text. A failed tool has an event of its own, and so does a denied one.",
      "The name of an MCP tool comes without its server.",
      "A matcher is a regular expression found anywhere in the tool's name.",
      "All entries of all files run at the same time; entries of Claude's files run after Cursor's own, without a `loop_limit`.",
      "`hooks.json` needs `version: 1`; one unknown event or one invalid entry makes Cursor ignore the whole file.",
      "A user's hooks run in `~/.cursor`, a project's in the project.",
      "The user's own shell starts a hook, as a login shell. The payload is its stdin or a here-document behind the command, and on Windows " +
        "is piped to it in PowerShell, so a command must be a single one.",
    ),
  ],
  trust: [fact(HOOKS, { scopes: ["project"], until: "the workspace is trusted" })],
  marks: fact(SDK, { env: ["CURSOR_VERSION"], payload: ["cursor_version", "conversation_id", "workspace_roots"] }),
  toolMarks: fact(documented("https://github.com/checkly/checkly-cli/pull/1261", "2026-11-16"), ["CURSOR_AGENT"]),
  programs: fact(HOOKS, { names: ["cursor-agent"], paths: ["/cursor-agent/versions/"] }),
  readsFilesOf: [fact(CLAUDE_FILES, { agent: "claude-code", scopes: ["user", "project"] })],
  hookFiles: {
    user: [
      file(HOOKS_FILE, HOOKS),
      file(".claude/settings.json", CLAUDE_FILES, "Claude's; `Notification` and `PermissionRequest` are dropped"),
    ],
    project: [
      file(HOOKS_FILE, HOOKS),
      file(".claude/settings.json", CLAUDE_FILES, "Claude's"),
      file(".claude/settings.local.json", CLAUDE_FILES, "Claude's"),
    ],
  },
  mcpFiles: inBoth(file(SERVERS_FILE, MCP, "key `mcpServers`")),
  skills: inBoth(...files(SKILLS, ".agents/skills", ".cursor/skills", ".claude/skills")),
  instructions: { user: [], project: files(RULES, "AGENTS.md", ".cursor/rules/*.mdc") },
  relocatedBy: [],
  reader: fact(SDK, { comment: "works", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [
    fact(SDK, "Comments are cut out by a pattern, so `//` inside a text, an address for instance, breaks the file."),
    fact(HOOKS, "Without a terminal (`agent -p`) `beforeSubmitPrompt` and `stop` do not fire."),
    fact(SDK, "Cursor's programs also read Claude's nested `hookSpecificOutput`; the SDK leaves that switch off."),
    ...facts(
      HOOKS,
      "An administrator's hooks in `/etc/cursor/hooks.json` and those of a team come before all others.",
      "`CURSOR_CONFIG_DIR` moves settings of the command-line program, but not hooks.",
    ),
  ],
  registration: {
    signs: { folders: [".cursor"], programs: ["cursor", "cursor-agent"] },
    file: { user: HOOKS_FILE, project: HOOKS_FILE },
    denies: "json",
    content: {
      kind: "entries",
      // Without `loop_limit` Cursor accepts five refused stops from an entry; Symposium has one limit for every agent.
      entry: (call) => ({
        command: oneCommand(call),
        timeout: call.timeout,
        ...(["stop", "subagentStop"].includes(call.event) ? { loop_limit: null } : {}),
      }),
      frame: { version: 1 },
    },
  },
  servers: {
    user: FILE,
    project: FILE,
    entry: (server) => {
      if (server.transport === "stdio") return { ...claudeServerEntry(server, SYNTAX), ...environmentOf(server, SYNTAX.written) };
      // Both kinds of remote server have an address and no type: Cursor tries streamable HTTP first.
      return remoteEntry(server, SYNTAX, (url) => ({ url }));
    },
    references: fact(DOCS, "`${env:NAME}` in `url` and `headers`"),
    approvals: [fact(DOCS, { places: ["project"], until: "you enable the server in Cursor's settings" })],
    wrongShape: fact(DOCS, "servers-ignored"),
  },
  agentPlugins: {
    takes: fact(PLUGINS_DOCS, ["skills", "servers"]),
    places: [
      fact(FOLDER, {
        scope: "user",
        folder: "~/.cursor/plugins/local/<name>",
        noLinks: true,
        find: ({ user, foldersIn }) => {
          const folder = user(".cursor/plugins/local");
          return foldersIn(folder).map((name) => join(folder, name));
        },
      }),
    ],
  },
};

/** One command, because Cursor may append the payload as a here-document, or pipe it in. An absolute path, because a project may change PATH. */
function oneCommand({ commands, os }: RegisteredCall): string {
  // Cursor's reader takes a slash and a star for the start of a comment, even in a string.
  if (os !== "windows") return `exec /bin/sh -c '${commands.posix.replace("in /*)", "in [/]*)").replaceAll("'", () => "'\\''")}'`;
  const piped = commands.powershell.replaceAll("{& ", "{$input|& ");
  return `Invoke-Command -ScriptBlock {$OutputEncoding=[Text.UTF8Encoding]::new($false);${piped}}`;
}
