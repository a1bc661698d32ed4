import { basename, join } from "node:path";

import { isObject, valueAt } from "../../model/json.ts";
import { documented, fact, facts, file, files, fromHookTime, inBoth, measured, switchesIn } from "../facts.ts";
import { DOLLAR, remoteEntry, variablesIn } from "../servers.ts";
import { type Agent, type AgentFiles, commandFor } from "../setup.ts";
import { HOOKS, hookTime, SEEN, tools } from "./payload.ts";

const LISTED = measured("1.52.0", "2026-11-16");
const LATER = measured("1.52.0", "2026-11-17");

/** Says where the file is on Windows; what is in it was measured on Linux. */
const CONFIG = documented("https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/config-files.md", "2026-11-17");
const CONFIG_FILE = ".config/goose/config.yaml";
const CONFIG_ON_WINDOWS = "AppData/Roaming/Block/goose/config/config.yaml";
const SETTINGS = ".config/goose/settings.json";
const LOCAL_SETTINGS = ".config/goose/settings.local.json";
const FOLDER = ".agents/plugins";
const HOOKS_FILE = `${FOLDER}/symposium/hooks/hooks.json`;
const NEEDS = "neither `disabledPlugins` of `.config/goose/settings.json` nor `plugins` of `config.yaml` disables it";

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "goose",
  aliases: ["goose-cli"],
  homepage: "https://goose-docs.ai",
  tools,
  notGuarded: [
    fact(SEEN, {
      tool: "delegate",
      does: ["shell", "file_write", "file_edit", "web_fetch"],
      why: "nothing that a subagent does fires an event; the call that starts one does, as `Agent`",
    }),
  ],
  mcpToolName: fact(SEEN, "<extension>__<tool>"),
  timeout: fact(SEEN, { unit: "seconds", default: 30, field: "timeout" }),
  limits: [
    ...facts(
      SEEN,
      "Context reaches the model from no event; with a denial it is added to the reason.",
      "Only PreToolUse and Stop are obeyed: a prompt cannot be blocked, an input not replaced, a run not ended.",
      '`{"decision":"block"}` counts with any exit code, exit 2 with any output; `"deny"` and nested decisions are ignored.',
      'To every denial goose adds "Do not retry; this is a policy denial".',
      "The payload has no result of a tool, no cause of a failure, and no working folder on session and prompt events.",
      "Calls that a subagent (`delegate`) makes fire no hook, and neither its start nor its end does.",
      "The user is asked for approval before PreToolUse; a tool that is never allowed fires no hook.",
      "A stop is blocked at most eight times (`GOOSE_STOP_HOOK_BLOCK_CAP`); the payload does not show that one was.",
      "A matcher is a regular expression; `*` is invalid, and the rule is dropped. Shell events compare it with the command.",
      "When a hook times out, the tool runs, unless `on_failure` is `block`. Children of the hook's shell survive.",
      "`${PLUGIN_ROOT}` in a command is the folder of the plugin. Hooks are started by `sh` in the project's folder.",
    ),
    fact(
      LATER,
      "A project's plugin folder replaces the user's folder of the same name, unless `plugins` in `config.yaml` disables the project's.",
    ),
    ...facts(
      SEEN,
      "Tools of goose's own extensions are named as those of MCP servers are (`apps__create_app`).",
      "Resuming a session fires no SessionStart.",
      "An MCP server must answer methods it does not know with error -32601, or it is dropped.",
      "In the mode `auto` the rules in `permission.yaml` are ignored; without a terminal the other modes end the run.",
    ),
    ...facts(
      LISTED,
      "Skills are listed after the hooks of the session's start ran.",
      "Of skills with one `name` one is listed: `.agents/skills` before `.goose/skills` and `.claude/skills`, the project's before the home's.",
    ),
  ],
  trust: [],
  marks: fact(SEEN, { env: ["PLUGIN_ROOT"], payload: ["event", "matcher_context"] }),
  toolMarks: fact(documented("https://github.com/block/goose", "2026-11-16"), ["GOOSE_TERMINAL"]),
  programs: fact(SEEN, { names: ["goose", "goosed"], paths: ["/@aaif/goose-binary"] }),
  switches: [
    ...switchesIn(LISTED, "project", [`${FOLDER}/symposium`], "folder", [[], "set"]),
    ...switchesIn(LATER, "project", [SETTINGS, LOCAL_SETTINGS], "json", [["disabledPlugins"], { holds: "symposium" }]),
    ...switchesIn(LATER, "user", [SETTINGS], "json", [["disabledPlugins"], { holds: "symposium" }]),
    // goose itself writes an entry, with `true`, for each folder that it finds.
    ...switchesIn(LATER, "user", [CONFIG_FILE], "yaml", [["plugins", { folder: `${FOLDER}/symposium` }, "enabled"], { is: false }]),
    ...switchesIn(CONFIG, "user", [CONFIG_ON_WINDOWS], "yaml", [["plugins", { folder: `${FOLDER}/symposium` }, "enabled"], { is: false }]),
  ],
  hookFiles: inBoth(file(HOOKS_FILE, SEEN, "any plugin folder; no manifest is needed")),
  mcpFiles: {
    user: [file(CONFIG_FILE, SEEN, "`extensions.<name>` with `enabled`, `type: stdio`, `name`, `cmd`, `args`, `timeout`")],
    project: [],
  },
  skills: {
    user: files(SEEN, ".agents/skills", ".claude/skills", ".config/goose/skills", ".config/agents/skills"),
    project: files(SEEN, ".agents/skills", ".claude/skills", ".goose/skills"),
    looks: fact(LISTED, "cwd"),
  },
  instructions: {
    user: files(SEEN, ".config/goose/.goosehints", ".config/goose/AGENTS.md", ".agents/AGENTS.md"),
    project: files(SEEN, "AGENTS.md", ".goosehints"),
  },
  relocatedBy: [
    fact(SEEN, { variable: "GOOSE_PATH_ROOT", from: ".agents/plugins", to: ".agents/plugins" }),
    fact(SEEN, { variable: "GOOSE_PATH_ROOT", from: ".config/goose", to: "config" }),
    fact(SEEN, { variable: "XDG_CONFIG_HOME", from: ".config/goose", to: "goose" }),
  ],
  reader: fact(SEEN, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [
    fact(HOOKS, "Plugins can also be installed into goose's own folder; hooks in them run as well."),
    fact(SEEN, "`.goose/config.yaml` of a project and the shape `provider: mcp` are not read."),
  ],
  registration: {
    signs: {
      folders: [".config/goose", ".local/share/goose", "Library/Application Support/Block/goose", "AppData/Roaming/Block/goose"],
      programs: ["goose"],
    },
    file: { user: HOOKS_FILE, project: HOOKS_FILE },
    denies: "json",
    content: {
      kind: "entries",
      entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "cmd"), timeout: call.timeout }] }),
      shares: "hooks",
    },
    // A project's folder of the same name replaces the user's.
    projectWins: true,
  },
  servers: {
    user: { path: CONFIG_FILE, pathOn: { windows: CONFIG_ON_WINDOWS }, format: "yaml", table: () => ["extensions"] },
    entry: (server) => {
      const { name } = server;
      if (server.transport === "stdio") return { enabled: true, type: "stdio", name, cmd: server.command, args: [...server.args] };
      if (server.transport === "sse") return { impossible: "connect to a server over SSE" };
      const entry = remoteEntry(server, { written: (variable) => `\${${variable}}`, special: DOLLAR }, (uri) => ({
        ...{ enabled: true, type: "streamable_http", name, uri },
      }));
      const variables = variablesIn(server);
      return "impossible" in entry || variables.length === 0 ? entry : { ...entry, env_keys: [...variables] };
    },
    references: fact(LATER, "`${NAME}` in `uri` and `headers`, where `env_keys` lists the variable"),
    wrongShape: fact(LATER, "entry-ignored"),
    rust: {
      path: CONFIG_FILE,
      format: "yaml",
      table: ["extensions"],
      entry: (server) => ("url" in server ? undefined : { provider: "mcp", config: { command: server.command, args: [...server.args] } }),
    },
  },
  agentPlugins: {
    // It reads servers from `.mcp.json`, which is not part of the format.
    takes: fact(LATER, ["skills"]),
    skillName: fact(LATER, "<skill>"),
    besideCopy: fact(LATER, "one"),
    places: [
      fact(LATER, { scope: "user", folder: "~/.agents/plugins/<name>", needs: NEEDS, find: inUserFolder }),
      fact(LATER, { scope: "project", folder: ".agents/plugins/<name>", needs: NEEDS, find: inProject }),
    ],
  },
};

async function inUserFolder(files: AgentFiles): Promise<readonly string[]> {
  // A project's folder replaces the user's folder of the same name, unless it is disabled.
  const replaced = (await inProject(files)).map((folder) => basename(folder));
  return enabledIn(files.user(FOLDER), files, (name) => !replaced.includes(name));
}

async function inProject(files: AgentFiles): Promise<readonly string[]> {
  return files.project === undefined ? [] : enabledIn(join(files.project, FOLDER), files, () => true);
}

async function enabledIn(folder: string, files: AgentFiles, isSeen: (name: string) => boolean): Promise<readonly string[]> {
  const names = files.foldersIn(folder).filter(isSeen);
  if (names.length === 0) return [];
  const disabled = settingsFiles(files).map((path) => valueAt(files.json(path), "disabledPlugins"));
  const config = files.user(files.os === "windows" ? CONFIG_ON_WINDOWS : CONFIG_FILE);
  const entries = valueAt(await files.yaml(config), "plugins");
  return names
    .filter((name) => !disabled.some((list) => Array.isArray(list) && list.includes(name)))
    .map((name) => join(folder, name))
    .filter((path) => !isObject(entries) || valueAt(entries, path, "enabled") !== false);
}

/** The user's in both places: not all variables that move goose's other files move these. */
function settingsFiles({ user, home, project }: AgentFiles): string[] {
  const ofProject = project === undefined ? [] : [SETTINGS, LOCAL_SETTINGS].map((path) => join(project, path));
  return [...new Set([user(SETTINGS), join(home, SETTINGS)]), ...ofProject];
}
