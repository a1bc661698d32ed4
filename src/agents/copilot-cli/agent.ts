import { type Json, stringOr, valueAt } from "../../model/json.ts";
import { claudeServerEntry, enabledPlugins, folderOfMarketplace, MCP_JSON, pluginIn } from "../claude-shape/setup.ts";
import { documented, fact, facts, file, files, fromHookTime, measured, switchesIn } from "../facts.ts";
import { DOLLAR, rustServerEntry } from "../servers.ts";
import type { Agent, AgentFiles } from "../setup.ts";
import { HOOKS, hookTime, SEEN, SETTINGS, tools, USER_SETTINGS } from "./payload.ts";

const LISTED = measured("1.0.102", "2026-11-16");
const LATER = measured("1.0.102", "2026-11-17");
const FOLDER = documented("https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference", "2026-11-15");
const USER = ".copilot/mcp-config.json";

const CLAUDE_SETTINGS = [".claude/settings.json", ".claude/settings.local.json"] as const;

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "Copilot CLI",
  aliases: ["copilot"],
  homepage: "https://docs.github.com/en/copilot/how-tos/copilot-cli",
  tools,
  notGuarded: [],
  mcpToolName: fact(SEEN, "<server>-<tool>, at a permission <server>/<tool>"),
  timeout: fact(SEEN, { unit: "seconds", default: 30, field: "timeoutSec" }),
  limits: [
    ...facts(
      SEEN,
      "An explicit allow, before a tool or at a permission, overrules the user's own `--deny-tool`.",
      "Before a tool and at a permission every exit code but 0 denies, also that of a missing program; stderr is lost.",
      '`decision: "block"` does nothing before a tool, and `permissionDecision` nothing at other events.',
      "A stop block without a reason does nothing. Blocked stops of the agent end after 8, those of subagents never.",
      "After a tool a block replaces the result by the reason, and context beside it is dropped.",
      "After a tool, failed or not, context of more than 10,240 characters is cut silently; elsewhere it arrives whole.",
      "`continue: false`, `systemMessage`, `suppressOutput` and plain text on stdout have no effect anywhere.",
      "Without a terminal a question is a denial whose reason reaches the model.",
      "A rewrite replaces the whole input; the input of `apply_patch` is its text, and takes only text back.",
      "GPT-5 models get `apply_patch` and `rg` instead of `create`, `edit` and `grep`.",
      "A shell command that exits non-zero is not a failed tool.",
      "Permissions are asked of the hook with `--allow-all` too; changes of files come there as `edit` with a diff.",
      "The events of a subagent have a session of their own, and `parentAgentId`; those of its permissions have the agent's.",
      "When a hook times out, the tool runs, and the children of the hook's shell die.",
      "Hooks of one event run one after the other; after a denial the next one is not started.",
      "The prompt's hook may run before that of the session's start.",
      'In its own files the matcher is a pattern for the whole name; `"*"` and `""` match nothing.',
      "A hook in the user's and the project's file runs twice.",
      "An unknown event name is skipped.",
      "Hooks are started by `bash`; variables of the model provider are not passed on.",
    ),
    ...facts(
      LISTED,
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      "Of skills with one `name` one is listed: `.github/skills` before `.agents/skills` before `.claude/skills`, the project's before the home's.",
    ),
  ],
  trust: [
    fact(SEEN, {
      scopes: ["project"],
      until: "the folder is trusted: at its first start there, by `--trust-folder`, or in `~/.copilot/config.json`",
    }),
  ],
  marks: fact(SEEN, { env: ["COPILOT_CLI"], payload: ["sessionId", "toolName", "toolArgs"] }),
  toolMarks: fact(SEEN, ["COPILOT_PROJECT_DIR"]),
  programs: fact(SEEN, { names: ["copilot"], paths: ["/@github/copilot"] }),
  switches: switchesIn(LISTED, "project", [...SETTINGS, ...CLAUDE_SETTINGS], "json", [["disableAllHooks"], { is: true }]),
  readsFilesOf: [
    fact(SEEN, { agent: "claude-code", scopes: ["project"], loses: "the reason of exit code 2, and context" }),
    fact(SEEN, { agent: "vscode-copilot", scopes: ["user", "project"] }),
  ],
  hookFiles: {
    user: [
      file(".copilot/hooks/*.json", SEEN, '`{"version": 1, "hooks": {…}}`; every file of the folder is read'),
      file(USER_SETTINGS, SEEN, "key `hooks`; `config.json` beside it is not read"),
    ],
    project: [
      file(".github/hooks/*.json", SEEN, "every file of the folder is read"),
      file(SETTINGS[0], SEEN, "key `hooks`"),
      file(SETTINGS[1], SEEN, "key `hooks`"),
      file(CLAUDE_SETTINGS[0], SEEN, "Claude's hooks, with Claude's keys in the payload; those of the user's home are not read"),
      file(CLAUDE_SETTINGS[1], SEEN, "likewise"),
    ],
  },
  mcpFiles: {
    user: [file(USER, SEEN, "key `mcpServers`")],
    project: [
      file(".mcp.json", SEEN, "key `mcpServers`"),
      file(".github/mcp.json", SEEN, "key `mcpServers`, when there is no `.mcp.json`; `.vscode/mcp.json` is not read"),
    ],
  },
  skills: {
    user: files(SEEN, ".copilot/skills", ".agents/skills"),
    project: files(SEEN, ".github/skills", ".agents/skills", ".claude/skills"),
    looks: fact(LISTED, "up"),
  },
  instructions: {
    user: files(FOLDER, ".copilot/copilot-instructions.md", ".copilot/instructions/*.instructions.md"),
    project: files(SEEN, ".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"),
  },
  relocatedBy: [fact(SEEN, { variable: "COPILOT_HOME", from: ".copilot", to: "." })],
  reader: fact(SEEN, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [
    fact(SEEN, "Events may be written in PascalCase; the payload then has Claude's keys, except at a permission and a subagent's start."),
    ...facts(
      HOOKS,
      "Earlier versions sent `toolArgs` as JSON text; both are read.",
      "Copilot's cloud agent runs the hooks of `.github/hooks` too, on its own machine and for fewer events.",
      "Hooks of the machine's administrator and of installed plugins are added to these.",
    ),
  ],
  registration: {
    configName: "copilot",
    signs: { folders: [".copilot"], programs: ["copilot"] },
    file: { user: ".copilot/hooks/symposium.json", project: ".github/hooks/symposium.json" },
    denies: "json",
    content: {
      kind: "entries",
      // VS Code reads the same keys: `bash` as `linux` and `osx`, `powershell` as `windows`, `timeoutSec` as `timeout`.
      entry: ({ commands, timeout }) => ({ type: "command", bash: commands.posix, powershell: commands.powershell, timeoutSec: timeout }),
      frame: { version: 1 },
    },
    rustFiles: {
      user: [".copilot/config.json", USER_SETTINGS],
      project: [".copilot/config.json", USER_SETTINGS, ".github/hooks/symposium.json"],
    },
  },
  servers: {
    user: {
      path: USER,
      format: "json",
      table: () => ["mcpServers"],
      reader: fact(LATER, { comment: "works", trailingComma: "works", byteOrderMark: "works" }),
    },
    project: {
      ...MCP_JSON,
      reader: fact(LATER, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored" }),
    },
    entry: (server) => claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: DOLLAR }),
    references: fact(LATER, "`${NAME}` or `$NAME` in `url` and `headers`"),
    approvals: [fact(LATER, { places: ["project"], until: "Copilot CLI trusts the folder" })],
    wrongShape: fact(LATER, "entry-ignored"),
    rust: { path: USER, format: "json", table: [], entry: rustServerEntry },
  },
  agentPlugins: {
    takes: fact(LATER, ["skills", "servers"]),
    skillName: fact(LATER, "<skill>"),
    besideCopy: fact(LATER, "one"),
    places: [
      fact(LATER, {
        scope: "user",
        folder: "~/.copilot/installed-plugins/<marketplace>/<plugin>",
        needs:
          "its entry in `installedPlugins` of `~/.copilot/config.json` has `enabled`, and `enabledPlugins` of `settings.json` does not switch it off",
        find: installed,
      }),
      fact(LATER, {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: "`~/.copilot/settings.json` has the marketplace in `extraKnownMarketplaces` and the plugin in `enabledPlugins`",
        find: inLocalMarketplaces,
      }),
    ],
  },
};

function installed({ user, json }: AgentFiles): readonly string[] {
  const list = valueAt(json(user(".copilot/config.json")), "installedPlugins");
  const chosen = valueAt(json(user(USER_SETTINGS)), "enabledPlugins");
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) => {
    const [name, marketplace, folder] = ["name", "marketplace", "cache_path"].map((key) => stringOr(valueAt(entry, key), ""));
    const isOff =
      valueAt(entry, "enabled") !== true || valueAt(chosen, marketplace === "" ? `${name}` : `${name}@${marketplace}`) === false;
    return isOff || !folder ? [] : [folder];
  });
}

function inLocalMarketplaces(files: AgentFiles): readonly string[] {
  const settings = files.json(files.user(USER_SETTINGS));
  return enabledPlugins(settings).flatMap(({ name, of }) => {
    const folder = folderOfMarketplace(valueAt(settings, "extraKnownMarketplaces", of, "source"));
    return folder === undefined ? [] : pluginIn(folder, name, [".github/plugin", ".claude-plugin"], files);
  });
}
