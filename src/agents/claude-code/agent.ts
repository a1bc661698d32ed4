import { type Json, stringOr, valueAt } from "../../model/json.ts";
import type { AgentFacts } from "../agent.ts";
import { claudeServerEntry, enabledPlugins, folderOfMarketplace, MCP_JSON, pluginIn } from "../claude-shape/setup.ts";
import { documented, fact, file, fromHookTime, measured } from "../facts.ts";
import { BRACED, DOLLAR, isPlainServerName, rustServerEntry } from "../servers.ts";
import {
  type Agent,
  type AgentFiles,
  type AgentPlugins,
  commandFor,
  type HookRegistration,
  type ServerFile,
  type ServerFiles,
} from "../setup.ts";
import { hookTime, tools } from "./payload.ts";

const SEEN = measured("2.1.325", "2026-11-15");
const LISTED = measured("2.1.325", "2026-11-16");
const LATER = measured("2.1.325", "2026-11-17");
const HOOKS = documented("https://code.claude.com/docs/en/hooks", "2026-11-15");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Claude Code",
  aliases: ["claude"],
  homepage: "https://code.claude.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact("mcp__<server>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 600, field: "timeout" }, HOOKS),
  limits: [
    fact(
      "Context of more than 10,000 characters (UTF-16) goes to a file, and the model gets a preview of 2 KB; a reason is not cut.",
      SEEN,
    ),
    fact("A `null` beside a decision, a missing `hookEventName` or text before the JSON voids the whole answer, and the tool runs.", SEEN),
    fact("`updatedInput` replaces the whole input, so every field must be given.", SEEN),
    fact("When a hook times out, the tool runs, and the children of the hook's shell die.", SEEN),
    fact("Without a `timeout`, a prompt hook has 30 seconds.", HOOKS),
    fact("At session end a hook without a `timeout` was cut before 4 s; with `timeout: 60` it was waited for.", SEEN),
    fact("A stop is blocked about eight times in a turn, then the agent stops.", SEEN),
    fact("A matcher of plain words must equal the tool's name; anything else is a regular expression.", SEEN),
    fact("The same command in several settings files runs once.", SEEN),
    fact("An explicit allow skips the question to the user; the user's own deny and ask rules still win.", SEEN),
    fact("Hooks are started by `sh`.", SEEN),
    fact(
      "Skills are listed before the hooks of the session's start run; a hook that answers `reloadSkills: true` makes Claude read them again.",
      LISTED,
    ),
    fact("A skill goes by its folder's name. Where project and home have the same name, the home's is listed.", LISTED),
  ],
  trust: [
    fact(
      {
        scopes: ["user", "project"],
        until: "the folder is trusted in the dialog of the first interactive start; `claude -p` asks nothing",
      },
      SEEN,
    ),
  ],
  marks: fact({ env: ["CLAUDECODE"], payload: ["prompt_id"] }, SEEN),
  toolMarks: fact(["CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"], SEEN),
  programs: fact({ names: ["claude"], paths: ["/@anthropic-ai/claude-code", "/claude/versions/"] }, SEEN),
  switches: [
    ...[".claude/settings.json", ".claude/settings.local.json"].flatMap((path) => [
      fact({ scope: "project", file: path, reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" } as const, LISTED),
      fact(
        { scope: "project", file: path, reads: "json", key: ["env", "CLAUDE_CODE_SHELL_PREFIX"], when: "set", effect: "off" } as const,
        LISTED,
      ),
      fact({ scope: "project", file: path, reads: "json", key: ["env", "LD_PRELOAD"], when: "set", effect: "before-us" } as const, LISTED),
    ]),
    fact(
      { scope: "user", file: ".claude/settings.json", reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" },
      HOOKS,
    ),
  ],
  hookFiles: {
    user: [file(".claude/settings.json", SEEN, "key `hooks`")],
    project: [
      file(".claude/settings.json", SEEN, "key `hooks`"),
      file(".claude/settings.local.json", SEEN, "key `hooks`; personal, not shared"),
    ],
  },
  mcpFiles: {
    user: [file(".claude.json", SEEN, "keys `mcpServers` and `projects.<folder>.mcpServers`; `mcpServers` in a settings file is ignored")],
    project: [file(".mcp.json", SEEN, "key `mcpServers`; interactively the user approves each server")],
  },
  skills: {
    user: [file(".claude/skills", SEEN)],
    project: [file(".claude/skills", SEEN, "`.agents/skills` is not read")],
    looks: fact("up", LISTED),
  },
  instructions: {
    user: [file(".claude/CLAUDE.md", SEEN)],
    project: [
      file("CLAUDE.md", SEEN, "`AGENTS.md` is not read"),
      file(".claude/CLAUDE.md", SEEN),
      file("CLAUDE.local.md", SEEN, "personal, not shared"),
      file(".claude/rules/*.md", SEEN),
    ],
  },
  relocatedBy: [
    fact({ variable: "CLAUDE_CONFIG_DIR", from: ".claude", to: "." }, SEEN),
    fact({ variable: "CLAUDE_CONFIG_DIR", from: ".claude.json", to: ".claude.json" }, SEEN),
  ],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("2.1.197 sends payloads with the same keys.", measured("2.1.197", "2026-11-15")),
    fact(
      "Managed settings of an organisation can forbid every hook but its own.",
      documented("https://code.claude.com/docs/en/settings", "2026-11-15"),
    ),
  ],
};

const SETTINGS = ".claude/settings.json";

const registration: HookRegistration = {
  configName: "claude",
  signs: { folders: [".claude"], programs: ["claude"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // On Windows Claude Code starts hooks with Git Bash, or with PowerShell where it finds no Git Bash; there any exit code but 0 is a
    // denial. `shell` (since 2.1.84) always selects PowerShell. A project's file omits it, because it also serves Linux and macOS.
    entry: (call) => ({
      ...(call.matcher === undefined ? {} : { matcher: call.matcher }),
      hooks: [
        {
          type: "command",
          command: commandFor(call, "posixOrPowershell"),
          ...(call.os === "windows" && call.scope === "user" ? { shell: "powershell" } : {}),
          timeout: call.timeout,
        },
      ],
    }),
    shares: "hooks",
  },
  rustFiles: { user: [SETTINGS], project: [SETTINGS] },
};

/** Claude Code writes it at every start and after many actions. */
const STATE = {
  path: ".claude.json",
  format: "json",
  reader: fact({ comment: "agent-stops", trailingComma: "agent-stops", byteOrderMark: "works" }, LATER),
  isRewritten: true,
  lock: { ending: ".lock", waits: 1000, stale: 10_000 },
} as const satisfies Partial<ServerFile>;

const servers: ServerFiles = {
  user: { ...STATE, table: () => ["mcpServers"] },
  local: { ...STATE, table: (project) => ["projects", project, "mcpServers"] },
  project: { ...MCP_JSON, reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works" }, LATER) },
  // Copilot CLI reads the project's file too, and replaces `$NAME` there.
  entry: (server, place) =>
    claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: place === "project" ? DOLLAR : BRACED }),
  references: fact("`${NAME}` in `url` and `headers`", LATER),
  approvals: [fact({ places: ["project"], until: "you approve the server when Claude Code asks at its next start" }, LATER)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", LATER),
  rust: { path: ".claude/settings.json", format: "json", table: ["mcpServers"], entry: rustServerEntry },
};

const ENABLED = "`enabledPlugins` of `~/.claude/settings.json` has the plugin";

const agentPlugins: AgentPlugins = {
  // It reads no `plugin.json` in the root and no `mcp.json`, but the skills of any plugin.
  takes: fact(["skills"], LATER),
  skillName: fact("<plugin>:<skill>", LATER),
  besideCopy: fact("both", LATER),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.claude/plugins/cache/<marketplace>/<plugin>/<version>",
        needs: `\`~/.claude/plugins/installed_plugins.json\` has an entry for it, and ${ENABLED}`,
        find: installed,
      },
      LATER,
    ),
    fact(
      {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: `\`~/.claude/plugins/known_marketplaces.json\` has the marketplace, and ${ENABLED}`,
        find: inLocalMarketplaces,
      },
      LATER,
    ),
  ],
};

export const agent: Agent = { ...facts, registration, servers, agentPlugins };

/** What the user enabled counts everywhere; a project's settings count where the user trusts it. */
function chosen(files: AgentFiles) {
  const marketplaces = files.json(files.user(".claude/plugins/known_marketplaces.json"));
  return enabledPlugins(files.json(files.user(".claude/settings.json"))).map((one) => ({
    ...one,
    marketplace: folderOfMarketplace(valueAt(marketplaces, one.of, "source")),
  }));
}

function installed(files: AgentFiles): readonly string[] {
  const plugins = valueAt(files.json(files.user(".claude/plugins/installed_plugins.json")), "plugins");
  return chosen(files).flatMap(({ key, marketplace }) => {
    const entries = marketplace === undefined ? valueAt(plugins, key) : undefined;
    return (Array.isArray(entries) ? (entries as readonly Json[]) : []).flatMap((entry) => {
      const folder = stringOr(valueAt(entry, "installPath"), "");
      return folder === "" || valueAt(entry, "scope") !== "user" ? [] : [folder];
    });
  });
}

function inLocalMarketplaces(files: AgentFiles): readonly string[] {
  return chosen(files).flatMap(({ name, marketplace }) =>
    marketplace === undefined ? [] : pluginIn(marketplace, name, [".claude-plugin"], files),
  );
}
