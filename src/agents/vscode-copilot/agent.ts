import { isAbsolute, join } from "node:path";

import { entriesOf } from "../../lookup.ts";
import { isObject, type Json, stringOr, valueAt } from "../../model/json.ts";
import { claudeServerEntry } from "../claude-shape/setup.ts";
import { documented, fact, facts, file, files, fromHookTime } from "../facts.ts";
import { BRACED } from "../servers.ts";
import type { Agent, AgentFiles } from "../setup.ts";
import { hookTime, REFERENCE, SOURCE, tools } from "./payload.ts";

const HOOKS = documented("https://code.visualstudio.com/docs/agent-customization/hooks", "2026-11-15");
const MCP = documented("https://code.visualstudio.com/docs/agents/reference/mcp-configuration", "2026-11-15");
const MCP_SOURCE = documented("https://github.com/microsoft/vscode/tree/main/src/vs/workbench/contrib/mcp/common", "2026-11-15");
const SKILLS = documented("https://code.visualstudio.com/docs/agent-customization/agent-skills", "2026-11-15");
const INSTRUCTIONS = documented("https://code.visualstudio.com/docs/agent-customization/custom-instructions", "2026-11-15");
const COPILOT_FILES = documented(
  "https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/promptSyntax/hookTypes.ts",
  "2026-11-15",
);
const FOLDERS = documented("https://www.electronjs.org/docs/latest/api/app#appgetpathname", "2026-11-17");
const DUPLICATES = documented("https://github.com/microsoft/vscode/issues/303926", "2026-11-15");
const DOCS = documented("https://code.visualstudio.com/docs/agents/reference/mcp-configuration", "2026-11-17");
const TRUST = documented("https://code.visualstudio.com/docs/agent-customization/mcp-servers", "2026-11-17");
const VARIABLES = documented("https://code.visualstudio.com/docs/reference/variables-reference", "2026-11-17");
const PLUGINS_DOCS = documented("https://code.visualstudio.com/docs/agent-customization/agent-plugins", "2026-11-17");
const PLUGINS_SOURCE = documented(
  "https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/plugins/AGENTS_PLUGINS.md",
  "2026-11-17",
);
const SETTINGS = {
  linux: ".config/Code/User/settings.json",
  macos: "Library/Application Support/Code/User/settings.json",
  windows: "AppData/Roaming/Code/User/settings.json",
} as const;

export const agent: Agent = {
  ...fromHookTime(hookTime, REFERENCE),
  title: "VS Code",
  aliases: ["vs-code-copilot", "vscode"],
  homepage: "https://code.visualstudio.com/docs/agents/overview",
  tools,
  notGuarded: [],
  mcpToolName: fact(MCP_SOURCE, "mcp_<server>_<tool>"),
  timeout: fact(REFERENCE, { unit: "seconds", default: 30, field: "timeout" }),
  systemMessage: fact(HOOKS, hookTime.systemMessage),
  limits: [
    ...facts(
      SOURCE,
      "The refusal of a stop is read only under `hookSpecificOutput`.",
      "`continue: false`, and a `stopReason` alone, end the run; nothing else of that answer is used.",
    ),
    ...facts(
      REFERENCE,
      "A new input that does not fit the tool's schema is dropped, and the tool runs with the old one.",
      "`permissionDecision: allow` skips the question to the user.",
    ),
    fact(HOOKS, "Exit code 2 blocks with stderr as the reason; other codes show stderr to the user as a warning."),
    fact(REFERENCE, "Blocked stops have no limit of their own."),
    ...facts(HOOKS, "Matchers are parsed and not applied: every hook runs for every tool.", "The fields of tool inputs are in camelCase."),
    fact(
      MCP_SOURCE,
      "In the name of an MCP tool the server's name is in lower case, and cut so that it and `mcp_` have at most 18 characters.",
    ),
    fact(DUPLICATES, "Hooks run one after the other. The same command in several files runs once per file."),
    fact(REFERENCE, "Commands for one system are in `windows`, `linux` and `osx`; `command` is for all others."),
  ],
  trust: [
    fact(HOOKS, { scopes: ["project"], until: "the workspace is trusted" }),
    fact(HOOKS, { scopes: ["user", "project"], until: "hooks are allowed, where an organisation's policy forbids them" }),
  ],
  marks: fact(HOOKS, { env: [], payload: ["timestamp", "transcript_path", "tool_use_id", "hookEventName"] }),
  readsFilesOf: [
    fact(HOOKS, { agent: "claude-code", scopes: ["user", "project"] }),
    fact(HOOKS, { agent: "copilot-cli", scopes: ["project"] }),
  ],
  hookFiles: {
    user: [
      file(".copilot/hooks/*.json", HOOKS, "Copilot CLI reads it too: one file serves both"),
      file(".claude/settings.json", HOOKS, "Claude's; key `hooks`"),
    ],
    project: [
      file(".github/hooks/*.json", HOOKS, "Copilot CLI reads it too: one file serves both"),
      file(".claude/settings.json", HOOKS, "Claude's; key `hooks`"),
      file(".claude/settings.local.json", HOOKS, "Claude's; key `hooks`"),
    ],
  },
  mcpFiles: {
    user: [file(".config/Code/User/mcp.json", MCP, "key `servers`; on other systems in the folder of the user's profile")],
    project: [file(".vscode/mcp.json", MCP, "key `servers`")],
  },
  skills: {
    user: files(SKILLS, ".copilot/skills", ".agents/skills", ".claude/skills"),
    project: files(SKILLS, ".github/skills", ".agents/skills", ".claude/skills"),
  },
  instructions: {
    user: [file(".copilot/instructions/*.instructions.md", INSTRUCTIONS)],
    project: files(INSTRUCTIONS, ".github/copilot-instructions.md", "AGENTS.md", ".github/instructions/*.instructions.md"),
  },
  relocatedBy: [fact(FOLDERS, { variable: "XDG_CONFIG_HOME", from: ".config/Code", to: "Code" })],
  reader: fact(HOOKS, { comment: "works", trailingComma: "works", byteOrderMark: "works", crlf: "works" }),
  knownDifferences: [
    ...facts(
      HOOKS,
      "This is VS Code's own agent. A session of VS Code with Copilot CLI, Claude or Codex behaves as that agent.",
      "Earlier versions sent `sessionId` and `hookEventName`.",
      "The setting `chat.hookFilesLocations` adds and removes files; hooks of a custom agent need `chat.useCustomAgentHooks`.",
      "Hooks are a preview.",
    ),
    fact(
      COPILOT_FILES,
      "In Copilot's files `bash` counts as `linux` and `osx`, `powershell` as `windows`, `timeoutSec` as `timeout`. Of Copilot's names of events " +
        "`subagentStart` and `preCompact` are unknown to VS Code, so those two do not fire through a file that serves both.",
    ),
  ],
  registration: {
    signs: {
      folders: [".vscode", ".config/Code", "Library/Application Support/Code", "AppData/Roaming/Code"],
      programs: ["code", "code-insiders"],
    },
    via: "copilot-cli",
  },
  servers: {
    user: {
      path: ".config/Code/User/mcp.json",
      pathOn: { macos: "Library/Application Support/Code/User/mcp.json", windows: "AppData/Roaming/Code/User/mcp.json" },
      format: "json",
      table: () => ["servers"],
    },
    project: { path: ".vscode/mcp.json", format: "json", table: () => ["servers"] },
    entry: (server) => claudeServerEntry(server, { written: (variable) => `\${env:${variable}}`, special: BRACED }),
    references: fact(VARIABLES, "`${env:NAME}` in every text"),
    approvals: [
      fact(TRUST, { places: ["user", "project"], until: "you trust the server when VS Code first starts it" }),
      fact(TRUST, { places: ["project"], until: "the workspace is trusted" }),
    ],
    wrongShape: fact(DOCS, "entry-ignored"),
  },
  agentPlugins: {
    takes: fact(PLUGINS_DOCS, ["skills", "servers"]),
    places: [
      fact(PLUGINS_SOURCE, {
        scope: "user",
        folder: "any folder",
        needs: "`chat.pluginLocations` of the user's settings has its path",
        find: configured,
      }),
      fact(PLUGINS_SOURCE, {
        scope: "user",
        folder: "~/.copilot/installed-plugins/<marketplace>/<plugin>",
        needs: "its entry in `installedPlugins` of Copilot CLI's `~/.copilot/config.json` has `enabled`",
        find: installedByCopilot,
      }),
    ],
  },
};

function configured(files: AgentFiles): readonly string[] {
  const settings = files.json(files.user(SETTINGS[files.os]));
  if (isOff(settings)) return [];
  const places = valueAt(settings, "chat.pluginLocations");
  return (isObject(places) ? entriesOf(places) : []).flatMap(([path, isOn]) => {
    if (isOn !== true) return [];
    if (path.startsWith("~/")) return [join(files.home, path.slice(2))];
    return isAbsolute(path) ? [path] : [];
  });
}

function installedByCopilot(files: AgentFiles): readonly string[] {
  if (isOff(files.json(files.user(SETTINGS[files.os])))) return [];
  const list = valueAt(files.json(files.user(".copilot/config.json")), "installedPlugins");
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) => {
    const folder = stringOr(valueAt(entry, "cache_path"), "");
    return valueAt(entry, "enabled") !== true || folder === "" ? [] : [folder];
  });
}

function isOff(settings: Json | undefined): boolean {
  return valueAt(settings, "chat.plugins.enabled") === false;
}
