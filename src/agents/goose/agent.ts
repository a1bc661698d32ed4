import { basename, join } from "node:path";

import { isObject, type Json, valueAt } from "../../model/json.ts";
import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, inBoth, measured } from "../facts.ts";
import { DOLLAR, headersOf, isPlainServerName, remoteIn, variablesIn } from "../servers.ts";
import { type Agent, type AgentFiles, type AgentPlugins, commandFor, type HookRegistration, type ServerFiles } from "../setup.ts";
import { hookTime, tools } from "./payload.ts";

const SEEN = measured("1.52.0", "2026-11-15");
const LISTED = measured("1.52.0", "2026-11-16");
const LATER = measured("1.52.0", "2026-11-17");
const HOOKS = documented(
  "https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/context-engineering/hooks.md",
  "2026-11-15",
);

/** On Windows; what is in it was measured on Linux. */
const CONFIG = documented("https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/config-files.md", "2026-11-17");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "goose",
  aliases: ["goose-cli"],
  homepage: "https://goose-docs.ai",
  tools,
  notGuarded: [
    fact(
      {
        tool: "delegate",
        does: ["shell", "file_write", "file_edit", "web_fetch"],
        why: "nothing that a subagent does fires an event; the call that starts one does, as `Agent`",
      },
      SEEN,
    ),
  ],
  mcpToolName: fact("<extension>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 30, field: "timeout" }, SEEN),
  limits: [
    fact("Context reaches the model from no event; with a denial it is added to the reason.", SEEN),
    fact("Only PreToolUse and Stop are obeyed: a prompt cannot be blocked, an input not replaced, a run not ended.", SEEN),
    fact('`{"decision":"block"}` counts with any exit code, exit 2 with any output; `"deny"` and nested decisions are ignored.', SEEN),
    fact('To every denial goose adds "Do not retry; this is a policy denial".', SEEN),
    fact("The payload has no result of a tool, no cause of a failure, and no working folder on session and prompt events.", SEEN),
    fact("Calls that a subagent (`delegate`) makes fire no hook, and neither its start nor its end does.", SEEN),
    fact("The user is asked for approval before PreToolUse; a tool that is never allowed fires no hook.", SEEN),
    fact("A stop is blocked at most eight times (`GOOSE_STOP_HOOK_BLOCK_CAP`); the payload does not show that one was.", SEEN),
    fact("A matcher is a regular expression; `*` is invalid, and the rule is dropped. Shell events compare it with the command.", SEEN),
    fact("When a hook times out, the tool runs, unless `on_failure` is `block`. Children of the hook's shell survive.", SEEN),
    fact("`${PLUGIN_ROOT}` in a command is the folder of the plugin. Hooks are started by `sh` in the project's folder.", SEEN),
    fact(
      "A project's plugin folder replaces the user's folder of the same name, unless `plugins` in `config.yaml` disables the project's.",
      measured("1.52.0", "2026-11-17"),
    ),
    fact("Tools of goose's own extensions are named as those of MCP servers are (`apps__create_app`).", SEEN),
    fact("Resuming a session fires no SessionStart.", SEEN),
    fact("An MCP server must answer methods it does not know with error -32601, or it is dropped.", SEEN),
    fact("In the mode `auto` the rules in `permission.yaml` are ignored; without a terminal the other modes end the run.", SEEN),
    fact("Skills are listed after the hooks of the session's start ran.", LISTED),
    fact(
      "Of skills with one `name` one is listed: `.agents/skills` before `.goose/skills` and `.claude/skills`, the project's before the home's.",
      LISTED,
    ),
  ],
  trust: [],
  marks: fact({ env: ["PLUGIN_ROOT"], payload: ["event", "matcher_context"] }, SEEN),
  toolMarks: fact(["GOOSE_TERMINAL"], documented("https://github.com/block/goose", "2026-11-16")),
  programs: fact({ names: ["goose", "goosed"], paths: ["/@aaif/goose-binary"] }, SEEN),
  switches: [
    fact({ scope: "project", file: ".agents/plugins/symposium", reads: "folder", key: [], when: "set", effect: "off" }, LISTED),
    ...(
      [
        ["project", ".config/goose/settings.json"],
        ["project", ".config/goose/settings.local.json"],
        ["user", ".config/goose/settings.json"],
      ] as const
    ).map(([scope, path]) =>
      fact(
        { scope, file: path, reads: "json", key: ["disabledPlugins"], when: { holds: "symposium" }, effect: "off" },
        measured("1.52.0", "2026-11-17"),
      ),
    ),
    // goose itself writes an entry, with `true`, for each folder that it finds.
    ...(
      [
        [".config/goose/config.yaml", measured("1.52.0", "2026-11-17")],
        ["AppData/Roaming/Block/goose/config/config.yaml", CONFIG],
      ] as const
    ).map(([path, source]) =>
      fact(
        {
          ...{ scope: "user", file: path, reads: "yaml", effect: "off" },
          key: ["plugins", { folder: ".agents/plugins/symposium" }, "enabled"],
          when: { is: false },
        } as const,
        source,
      ),
    ),
  ],
  hookFiles: inBoth(file(".agents/plugins/symposium/hooks/hooks.json", SEEN, "any plugin folder; no manifest is needed")),
  mcpFiles: {
    user: [file(".config/goose/config.yaml", SEEN, "`extensions.<name>` with `enabled`, `type: stdio`, `name`, `cmd`, `args`, `timeout`")],
    project: [],
  },
  skills: {
    user: [
      file(".agents/skills", SEEN),
      file(".claude/skills", SEEN),
      file(".config/goose/skills", SEEN),
      file(".config/agents/skills", SEEN),
    ],
    project: [file(".agents/skills", SEEN), file(".claude/skills", SEEN), file(".goose/skills", SEEN)],
    looks: fact("cwd", LISTED),
  },
  instructions: {
    user: [file(".config/goose/.goosehints", SEEN), file(".config/goose/AGENTS.md", SEEN), file(".agents/AGENTS.md", SEEN)],
    project: [file("AGENTS.md", SEEN), file(".goosehints", SEEN)],
  },
  relocatedBy: [
    fact({ variable: "GOOSE_PATH_ROOT", from: ".agents/plugins", to: ".agents/plugins" }, SEEN),
    fact({ variable: "GOOSE_PATH_ROOT", from: ".config/goose", to: "config" }, SEEN),
    fact({ variable: "XDG_CONFIG_HOME", from: ".config/goose", to: "goose" }, SEEN),
  ],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("Plugins can also be installed into goose's own folder; hooks in them run as well.", HOOKS),
    fact("`.goose/config.yaml` of a project and the shape `provider: mcp` are not read.", SEEN),
  ],
};

const HOOKS_FILE = ".agents/plugins/symposium/hooks/hooks.json";

const registration: HookRegistration = {
  signs: {
    folders: [".config/goose", ".local/share/goose", "Library/Application Support/Block/goose", "AppData/Roaming/Block/goose"],
    programs: ["goose"],
  },
  file: { user: HOOKS_FILE, project: HOOKS_FILE },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "cmd"), timeout: call.timeout }] }),
    shares: "hooks",
  },
  // A project's folder of the same name replaces the user's.
  projectWins: true,
};

const SERVERS_FILE = ".config/goose/config.yaml";

const servers: ServerFiles = {
  user: {
    path: SERVERS_FILE,
    pathOn: { windows: "AppData/Roaming/Block/goose/config/config.yaml" },
    format: "yaml",
    table: () => ["extensions"],
  },
  entry: (server) => {
    const { name } = server;
    if (server.transport === "stdio") return { enabled: true, type: "stdio", name, cmd: server.command, args: [...server.args] };
    if (server.transport === "sse") return { impossible: "connect to a server over SSE" };
    const remote = remoteIn(server, { written: (variable) => `\${${variable}}`, special: DOLLAR });
    if ("impossible" in remote) return remote;
    const variables = variablesIn(server);
    return {
      ...{ enabled: true, type: "streamable_http", name, uri: remote.url },
      ...headersOf(remote),
      ...(variables.length === 0 ? {} : { env_keys: [...variables] }),
    };
  },
  references: fact("`${NAME}` in `uri` and `headers`, where `env_keys` lists the variable", LATER),
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", LATER),
  rust: {
    path: SERVERS_FILE,
    format: "yaml",
    table: ["extensions"],
    entry: (server) => ("url" in server ? undefined : { provider: "mcp", config: { command: server.command, args: [...server.args] } }),
  },
};

const FOLDER = ".agents/plugins";
const NEEDS = "neither `disabledPlugins` of `.config/goose/settings.json` nor `plugins` of `config.yaml` disables it";

const agentPlugins: AgentPlugins = {
  // It reads servers from `.mcp.json`, which is not part of the format.
  takes: fact(["skills"], LATER),
  skillName: fact("<skill>", LATER),
  besideCopy: fact("one", LATER),
  places: [
    fact({ scope: "user", folder: "~/.agents/plugins/<name>", needs: NEEDS, find: inUserFolder }, LATER),
    fact({ scope: "project", folder: ".agents/plugins/<name>", needs: NEEDS, find: inProject }, LATER),
  ],
};

export const agent: Agent = { ...facts, registration, servers, agentPlugins };

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
  const settings = settingsFiles(files).map(files.json);
  const entries = valueAt(await files.yaml(configFile(files)), "plugins");
  return names
    .filter((name) => !settings.some((document) => listsName(valueAt(document, "disabledPlugins"), name)))
    .map((name) => join(folder, name))
    .filter((path) => !isObject(entries) || valueAt(entries, path, "enabled") !== false);
}

/** Not all variables that move its other files move the user's settings. */
function settingsFiles({ user, home, project }: AgentFiles): string[] {
  const path = ".config/goose/settings.json";
  const local = ".config/goose/settings.local.json";
  return [...new Set([user(path), join(home, path)]), ...(project === undefined ? [] : [join(project, path), join(project, local)])];
}

function configFile({ user, os }: AgentFiles): string {
  return user(os === "windows" ? "AppData/Roaming/Block/goose/config/config.yaml" : ".config/goose/config.yaml");
}

function listsName(list: Json | undefined, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}
