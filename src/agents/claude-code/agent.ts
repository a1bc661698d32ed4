import { type Json, stringOr, valueAt } from "../../model/json.ts";
import { claudeServerEntry, enabledPlugins, folderOfMarketplace, MCP_JSON, pluginIn } from "../claude-shape/setup.ts";
import { documented, fact, facts, file, fromHookTime, measured, switchesIn } from "../facts.ts";
import { BRACED, DOLLAR, rustServerEntry } from "../servers.ts";
import { type Agent, type AgentFiles, commandFor, type ServerFile } from "../setup.ts";
import { HOOKS, hookTime, LOCAL_SETTINGS, SEEN, SETTINGS, tools } from "./payload.ts";

const LISTED = measured("2.1.325", "2026-11-16");
const LATER = measured("2.1.325", "2026-11-17");

/** Claude Code writes it at every start and after many actions. */
const STATE = {
  path: ".claude.json",
  format: "json",
  reader: fact(LATER, { comment: "agent-stops", trailingComma: "agent-stops", byteOrderMark: "works" }),
  isRewritten: true,
  lock: { ending: ".lock", waits: 1000, stale: 10_000 },
} as const satisfies Partial<ServerFile>;
const ENABLED = "`enabledPlugins` of `~/.claude/settings.json` has the plugin";

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "Claude Code",
  aliases: ["claude"],
  homepage: "https://code.claude.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact(SEEN, "mcp__<server>__<tool>"),
  timeout: fact(HOOKS, { unit: "seconds", default: 600, field: "timeout" }),
  limits: [
    ...facts(
      SEEN,
      "Context of more than 10,000 characters (UTF-16) goes to a file, and the model gets a preview of 2 KB; a reason is not cut.",
      "A `null` beside a decision, a missing `hookEventName` or text before the JSON voids the whole answer, and the tool runs.",
      "`updatedInput` replaces the whole input, so every field must be given.",
      "When a hook times out, the tool runs, and the children of the hook's shell die.",
    ),
    fact(HOOKS, "Without a `timeout`, a prompt hook has 30 seconds."),
    ...facts(
      SEEN,
      "At session end a hook without a `timeout` was cut before 4 s; with `timeout: 60` it was waited for.",
      "A stop is blocked about eight times in a turn, then the agent stops.",
      "A matcher of plain words must equal the tool's name; anything else is a regular expression.",
      "The same command in several settings files runs once.",
      "An explicit allow skips the question to the user; the user's own deny and ask rules still win.",
      "Hooks are started by `sh`.",
    ),
    ...facts(
      LISTED,
      "Skills are listed before the hooks of the session's start run; a hook that answers `reloadSkills: true` makes Claude read them again.",
      "A skill goes by its folder's name. Where project and home have the same name, the home's is listed.",
    ),
  ],
  trust: [
    fact(SEEN, {
      scopes: ["user", "project"],
      until: "the folder is trusted in the dialog of the first interactive start; `claude -p` asks nothing",
    }),
  ],
  marks: fact(SEEN, { env: ["CLAUDECODE"], payload: ["prompt_id"] }),
  toolMarks: fact(SEEN, ["CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"]),
  programs: fact(SEEN, { names: ["claude"], paths: ["/@anthropic-ai/claude-code", "/claude/versions/"] }),
  switches: [
    ...switchesIn(
      LISTED,
      "project",
      [SETTINGS, LOCAL_SETTINGS],
      "json",
      [["disableAllHooks"], { is: true }],
      [["env", "CLAUDE_CODE_SHELL_PREFIX"], "set"],
      [["env", "LD_PRELOAD"], "set", "before-us"],
    ),
    ...switchesIn(HOOKS, "user", [SETTINGS], "json", [["disableAllHooks"], { is: true }]),
  ],
  hookFiles: {
    user: [file(SETTINGS, SEEN, "key `hooks`")],
    project: [file(SETTINGS, SEEN, "key `hooks`"), file(LOCAL_SETTINGS, SEEN, "key `hooks`; personal, not shared")],
  },
  mcpFiles: {
    user: [file(".claude.json", SEEN, "keys `mcpServers` and `projects.<folder>.mcpServers`; `mcpServers` in a settings file is ignored")],
    project: [file(".mcp.json", SEEN, "key `mcpServers`; interactively the user approves each server")],
  },
  skills: {
    user: [file(".claude/skills", SEEN)],
    project: [file(".claude/skills", SEEN, "`.agents/skills` is not read")],
    looks: fact(LISTED, "up"),
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
    fact(SEEN, { variable: "CLAUDE_CONFIG_DIR", from: ".claude", to: "." }),
    fact(SEEN, { variable: "CLAUDE_CONFIG_DIR", from: ".claude.json", to: ".claude.json" }),
  ],
  reader: fact(SEEN, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works", crlf: "works" }),
  knownDifferences: [
    fact(measured("2.1.197", "2026-11-15"), "2.1.197 sends payloads with the same keys."),
    fact(
      documented("https://code.claude.com/docs/en/settings", "2026-11-15"),
      "Managed settings of an organisation can forbid every hook but its own.",
    ),
  ],
  registration: {
    configName: "claude",
    signs: { folders: [".claude"], programs: ["claude"] },
    file: { user: SETTINGS, project: SETTINGS },
    denies: "json",
    content: {
      kind: "entries",
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
  },
  servers: {
    user: { ...STATE, table: () => ["mcpServers"] },
    local: { ...STATE, table: (project) => ["projects", project, "mcpServers"] },
    project: { ...MCP_JSON, reader: fact(LATER, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works" }) },
    // Copilot CLI reads the project's file too, and replaces `$NAME` there.
    entry: (server, place) =>
      claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: place === "project" ? DOLLAR : BRACED }),
    references: fact(LATER, "`${NAME}` in `url` and `headers`"),
    approvals: [fact(LATER, { places: ["project"], until: "you approve the server when Claude Code asks at its next start" })],
    wrongShape: fact(LATER, "entry-ignored"),
    rust: { path: SETTINGS, format: "json", table: ["mcpServers"], entry: rustServerEntry },
  },
  agentPlugins: {
    // It reads no `plugin.json` in the root and no `mcp.json`, but the skills of any plugin.
    takes: fact(LATER, ["skills"]),
    skillName: fact(LATER, "<plugin>:<skill>"),
    besideCopy: fact(LATER, "both"),
    places: [
      fact(LATER, {
        scope: "user",
        folder: "~/.claude/plugins/cache/<marketplace>/<plugin>/<version>",
        needs: `\`~/.claude/plugins/installed_plugins.json\` has an entry for it, and ${ENABLED}`,
        find: installed,
      }),
      fact(LATER, {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: `\`~/.claude/plugins/known_marketplaces.json\` has the marketplace, and ${ENABLED}`,
        find: inLocalMarketplaces,
      }),
    ],
  },
};

/** What the user enabled counts everywhere; a project's settings count where the user trusts it. */
function chosen(files: AgentFiles) {
  const marketplaces = files.json(files.user(".claude/plugins/known_marketplaces.json"));
  return enabledPlugins(files.json(files.user(SETTINGS))).map((one) => ({
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
