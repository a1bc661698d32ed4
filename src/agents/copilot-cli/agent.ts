import { type Json, stringOr, valueAt } from "../../model/json.ts";
import type { AgentFacts } from "../agent.ts";
import { claudeServerEntry, enabledPlugins, folderOfMarketplace, MCP_JSON, pluginIn } from "../claude-shape/setup.ts";
import { documented, fact, file, fromHookTime, measured } from "../facts.ts";
import { DOLLAR, isPlainServerName, rustServerEntry } from "../servers.ts";
import type { Agent, AgentFiles, AgentPlugins, HookRegistration, ServerFiles } from "../setup.ts";
import { hookTime, tools } from "./payload.ts";

const SEEN = measured("1.0.102", "2026-11-15");
const LISTED = measured("1.0.102", "2026-11-16");
const LATER = measured("1.0.102", "2026-11-17");
const HOOKS = documented("https://docs.github.com/en/copilot/reference/hooks-reference", "2026-11-15");
const FOLDER = documented("https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference", "2026-11-15");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Copilot CLI",
  aliases: ["copilot"],
  homepage: "https://docs.github.com/en/copilot/how-tos/copilot-cli",
  tools,
  notGuarded: [],
  mcpToolName: fact("<server>-<tool>, at a permission <server>/<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 30, field: "timeoutSec" }, SEEN),
  limits: [
    fact("An explicit allow, before a tool or at a permission, overrules the user's own `--deny-tool`.", SEEN),
    fact("Before a tool and at a permission every exit code but 0 denies, also that of a missing program; stderr is lost.", SEEN),
    fact('`decision: "block"` does nothing before a tool, and `permissionDecision` nothing at other events.', SEEN),
    fact("A stop block without a reason does nothing. Blocked stops of the agent end after 8, those of subagents never.", SEEN),
    fact("After a tool a block replaces the result by the reason, and context beside it is dropped.", SEEN),
    fact("After a tool, failed or not, context of more than 10,240 characters is cut silently; elsewhere it arrives whole.", SEEN),
    fact("`continue: false`, `systemMessage`, `suppressOutput` and plain text on stdout have no effect anywhere.", SEEN),
    fact("Without a terminal a question is a denial whose reason reaches the model.", SEEN),
    fact("A rewrite replaces the whole input; the input of `apply_patch` is its text, and takes only text back.", SEEN),
    fact("GPT-5 models get `apply_patch` and `rg` instead of `create`, `edit` and `grep`.", SEEN),
    fact("A shell command that exits non-zero is not a failed tool.", SEEN),
    fact("Permissions are asked of the hook with `--allow-all` too; changes of files come there as `edit` with a diff.", SEEN),
    fact("The events of a subagent have a session of their own, and `parentAgentId`; those of its permissions have the agent's.", SEEN),
    fact("When a hook times out, the tool runs, and the children of the hook's shell die.", SEEN),
    fact("Hooks of one event run one after the other; after a denial the next one is not started.", SEEN),
    fact("The prompt's hook may run before that of the session's start.", SEEN),
    fact('In its own files the matcher is a pattern for the whole name; `"*"` and `""` match nothing.', SEEN),
    fact("A hook in the user's and the project's file runs twice.", SEEN),
    fact("An unknown event name is skipped.", SEEN),
    fact("Hooks are started by `bash`; variables of the model provider are not passed on.", SEEN),
    fact(
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      LISTED,
    ),
    fact(
      "Of skills with one `name` one is listed: `.github/skills` before `.agents/skills` before `.claude/skills`, the project's before the home's.",
      LISTED,
    ),
  ],
  trust: [
    fact(
      {
        scopes: ["project"],
        until: "the folder is trusted: at its first start there, by `--trust-folder`, or in `~/.copilot/config.json`",
      },
      SEEN,
    ),
  ],
  marks: fact({ env: ["COPILOT_CLI"], payload: ["sessionId", "toolName", "toolArgs"] }, SEEN),
  toolMarks: fact(["COPILOT_PROJECT_DIR"], SEEN),
  programs: fact({ names: ["copilot"], paths: ["/@github/copilot"] }, SEEN),
  switches: [
    ".github/copilot/settings.json",
    ".github/copilot/settings.local.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
  ].map((path) =>
    fact({ scope: "project", file: path, reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" } as const, LISTED),
  ),
  readsFilesOf: [
    fact({ agent: "claude-code", scopes: ["project"], loses: "the reason of exit code 2, and context" }, SEEN),
    fact({ agent: "vscode-copilot", scopes: ["user", "project"] }, SEEN),
  ],
  hookFiles: {
    user: [
      file(".copilot/hooks/*.json", SEEN, '`{"version": 1, "hooks": {…}}`; every file of the folder is read'),
      file(".copilot/settings.json", SEEN, "key `hooks`; `config.json` beside it is not read"),
    ],
    project: [
      file(".github/hooks/*.json", SEEN, "every file of the folder is read"),
      file(".github/copilot/settings.json", SEEN, "key `hooks`"),
      file(".github/copilot/settings.local.json", SEEN, "key `hooks`"),
      file(".claude/settings.json", SEEN, "Claude's hooks, with Claude's keys in the payload; those of the user's home are not read"),
      file(".claude/settings.local.json", SEEN, "likewise"),
    ],
  },
  mcpFiles: {
    user: [file(".copilot/mcp-config.json", SEEN, "key `mcpServers`")],
    project: [
      file(".mcp.json", SEEN, "key `mcpServers`"),
      file(".github/mcp.json", SEEN, "key `mcpServers`, when there is no `.mcp.json`; `.vscode/mcp.json` is not read"),
    ],
  },
  skills: {
    user: [file(".copilot/skills", SEEN), file(".agents/skills", SEEN)],
    project: [file(".github/skills", SEEN), file(".agents/skills", SEEN), file(".claude/skills", SEEN)],
    looks: fact("up", LISTED),
  },
  instructions: {
    user: [file(".copilot/copilot-instructions.md", FOLDER), file(".copilot/instructions/*.instructions.md", FOLDER)],
    project: [file(".github/copilot-instructions.md", SEEN), file("AGENTS.md", SEEN), file("CLAUDE.md", SEEN), file("GEMINI.md", SEEN)],
  },
  relocatedBy: [fact({ variable: "COPILOT_HOME", from: ".copilot", to: "." }, SEEN)],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("Events may be written in PascalCase; the payload then has Claude's keys, except at a permission and a subagent's start.", SEEN),
    fact("Earlier versions sent `toolArgs` as JSON text; both are read.", HOOKS),
    fact("Copilot's cloud agent runs the hooks of `.github/hooks` too, on its own machine and for fewer events.", HOOKS),
    fact("Hooks of the machine's administrator and of installed plugins are added to these.", HOOKS),
  ],
};

const registration: HookRegistration = {
  configName: "copilot",
  signs: { folders: [".copilot"], programs: ["copilot"] },
  file: { user: ".copilot/hooks/symposium.json", project: ".github/hooks/symposium.json" },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // VS Code reads the same keys: `bash` as `linux` and `osx`, `powershell` as `windows`, `timeoutSec` as `timeout`.
    entry: ({ commands, timeout }) => ({
      type: "command",
      bash: commands.posix,
      powershell: commands.powershell,
      timeoutSec: timeout,
    }),
    frame: { version: 1 },
  },
  rustFiles: {
    user: [".copilot/config.json", ".copilot/settings.json"],
    project: [".copilot/config.json", ".copilot/settings.json", ".github/hooks/symposium.json"],
  },
};

const USER = ".copilot/mcp-config.json";

const servers: ServerFiles = {
  user: {
    path: USER,
    format: "json",
    table: () => ["mcpServers"],
    reader: fact({ comment: "works", trailingComma: "works", byteOrderMark: "works" }, LATER),
  },
  project: { ...MCP_JSON, reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored" }, LATER) },
  entry: (server) => claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: DOLLAR }),
  references: fact("`${NAME}` or `$NAME` in `url` and `headers`", LATER),
  approvals: [fact({ places: ["project"], until: "Copilot CLI trusts the folder" }, LATER)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", LATER),
  rust: { path: USER, format: "json", table: [], entry: rustServerEntry },
};

const SETTINGS = ".copilot/settings.json";

const agentPlugins: AgentPlugins = {
  takes: fact(["skills", "servers"], LATER),
  skillName: fact("<skill>", LATER),
  besideCopy: fact("one", LATER),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.copilot/installed-plugins/<marketplace>/<plugin>",
        needs:
          "its entry in `installedPlugins` of `~/.copilot/config.json` has `enabled`, and `enabledPlugins` of `settings.json` does not switch it off",
        find: installed,
      },
      LATER,
    ),
    fact(
      {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: "`~/.copilot/settings.json` has the marketplace in `extraKnownMarketplaces` and the plugin in `enabledPlugins`",
        find: inLocalMarketplaces,
      },
      LATER,
    ),
  ],
};

export const agent: Agent = { ...facts, registration, servers, agentPlugins };

function installed({ user, json }: AgentFiles): readonly string[] {
  const list = valueAt(json(user(".copilot/config.json")), "installedPlugins");
  const chosen = valueAt(json(user(SETTINGS)), "enabledPlugins");
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) => {
    const [name, marketplace, folder] = ["name", "marketplace", "cache_path"].map((key) => stringOr(valueAt(entry, key), ""));
    const isOff =
      valueAt(entry, "enabled") !== true || valueAt(chosen, marketplace === "" ? `${name}` : `${name}@${marketplace}`) === false;
    return isOff || !folder ? [] : [folder];
  });
}

function inLocalMarketplaces(files: AgentFiles): readonly string[] {
  const settings = files.json(files.user(SETTINGS));
  return enabledPlugins(settings).flatMap(({ name, of }) => {
    const folder = folderOfMarketplace(valueAt(settings, "extraKnownMarketplaces", of, "source"));
    return folder === undefined ? [] : pluginIn(folder, name, [".github/plugin", ".claude-plugin"], files);
  });
}
