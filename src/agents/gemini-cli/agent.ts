import { join } from "node:path";

import { stringOr, valueAt } from "../../model/json.ts";
import { documented, fact, facts, file, files, fromHookTime, inBoth, measured, switchesIn } from "../facts.ts";
import { DOLLAR, environmentOf, remoteEntry, rustServerEntry } from "../servers.ts";
import { type Agent, type AgentFiles, commandFor, type ServerFile } from "../setup.ts";
import { hookTime, SEEN, SETTINGS, tools } from "./payload.ts";

const LISTED = measured("0.61.0", "2026-11-16");
const LATER = measured("0.61.0", "2026-11-17");
const CONFIGURATION = documented("https://geminicli.com/docs/reference/configuration", "2026-11-15");
const TRUST = documented("https://geminicli.com/docs/cli/trusted-folders", "2026-11-15");
const SUCCESSOR = documented("https://github.com/google-gemini/gemini-cli/discussions/28017", "2026-11-15");
const SERVERS_FILE = {
  path: SETTINGS,
  format: "json",
  table: () => ["mcpServers"],
  reader: fact(LATER, { comment: "works", trailingComma: "agent-stops", byteOrderMark: "agent-stops" }),
} as const satisfies ServerFile;
const FOLDER = ".gemini/extensions";

const OFF = [
  [["hooksConfig", "enabled"], { is: false }],
  [["hooksConfig", "disabled"], { holds: "symposium" }],
] as const;

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "Gemini CLI",
  aliases: ["gemini"],
  homepage: "https://geminicli.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact(SEEN, "mcp_<server>_<tool>"),
  timeout: fact(SEEN, { unit: "milliseconds", default: 60_000, field: "timeout" }),
  limits: [
    ...facts(
      SEEN,
      "Before a tool no context reaches the model; after a failed or denied tool none does either.",
      "`hookSpecificOutput.permissionDecision` and `updatedInput` are ignored: a denial is `decision`, a rewrite `tool_input`.",
      "The new `tool_input` replaces the whole input, so every field must be given.",
      "JSON on stdout wins over exit 2; exit 2 without text on stderr lets the tool run.",
      "Exit codes above 2 with text on stderr block, so a hook whose program is missing (127) blocks every call.",
      "An explicit allow has no effect. Asking opens a dialog even in yolo mode; without a terminal the run ends.",
      "When a hook times out, the tool runs. Children of the hook's shell survive, and Gemini waits for them.",
      "Blocked stops have no limit of their own.",
      "`PreCompress` fires before every request to the model.",
      "The payload names the MCP server of a tool in `mcp_context`.",
      "On session events a matcher is compared as a whole: `.*` never fires.",
      "`$NAME`, `${NAME}` and `${NAME:-x}` in settings are expanded before the shell sees them.",
      "The same text in user and project settings runs once.",
      "An unknown event name is skipped, with a warning for each.",
      "Hooks are started by `bash`.",
    ),
    ...facts(
      LISTED,
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      "Of skills with one `name` one is listed: `.agents/skills` before `.gemini/skills`, the project's before the home's.",
    ),
  ],
  trust: [
    fact(SEEN, { scopes: ["project"], until: "the folder is trusted; `--skip-trust` runs the user's hooks and leaves the project's off" }),
    fact(SEEN, { scopes: ["user"], until: "the folder is trusted; without a terminal to ask on, Gemini exits with code 55" }),
  ],
  marks: fact(SEEN, { env: ["GEMINI_SESSION_ID"], payload: ["timestamp"] }),
  toolMarks: fact(documented("https://gitlab.com/gitlab-org/cli/-/merge_requests/3293", "2026-11-16"), ["GEMINI_CLI"]),
  programs: fact(SEEN, { names: ["gemini"], paths: ["/@google/gemini-cli"] }),
  switches: [
    ...switchesIn(documented("https://geminicli.com/docs/hooks/", "2026-11-16"), "user", [SETTINGS], "json", ...OFF),
    ...switchesIn(LISTED, "project", [SETTINGS], "json", ...OFF, [["hooks"], "no-table"]),
    ...switchesIn(
      LISTED,
      "project",
      [".env", ".gemini/.env"],
      "variables",
      [["BASH_ENV"], "set", "before-us"],
      [["LD_PRELOAD"], "set", "before-us"],
    ),
  ],
  hookFiles: inBoth(file(SETTINGS, SEEN, "key `hooks`")),
  mcpFiles: inBoth(file(SETTINGS, SEEN, "key `mcpServers`")),
  skills: { ...inBoth(...files(SEEN, ".agents/skills", ".gemini/skills")), looks: fact(LISTED, "cwd") },
  instructions: { user: [file(".gemini/GEMINI.md", SEEN)], project: [file("GEMINI.md", SEEN, "`AGENTS.md` is not read by default")] },
  relocatedBy: [
    fact(SEEN, { variable: "GEMINI_CLI_HOME", from: ".", to: "." }),
    fact(TRUST, { variable: "GEMINI_CLI_TRUSTED_FOLDERS_PATH", from: ".gemini/trustedFolders.json", to: "." }),
  ],
  reader: fact(SEEN, { comment: "works", trailingComma: "agent-stops", byteOrderMark: "agent-stops", crlf: "works" }),
  knownDifferences: [
    fact(SUCCESSOR, "Antigravity CLI succeeds Gemini CLI for individual accounts since 2026-06-18; its hook files and events differ."),
    ...facts(
      CONFIGURATION,
      "The setting `context.fileName` gives the instruction files other names.",
      "Settings of the machine's administrator come before and after the user's; variables move them.",
    ),
  ],
  registration: {
    configName: "gemini",
    signs: { folders: [".gemini"], programs: ["gemini"] },
    file: { user: SETTINGS, project: SETTINGS },
    denies: "json",
    content: {
      kind: "entries",
      // Without a name Gemini shows the whole command to the user. Its timeout is in milliseconds.
      entry: (call) => ({
        hooks: [{ name: "symposium", type: "command", command: commandFor(call, "powershell"), timeout: call.timeout * 1000 }],
      }),
      shares: "hooks",
    },
    onlyWhileUsed: ["PreCompress"],
    rustFiles: { user: [SETTINGS], project: [SETTINGS] },
  },
  servers: {
    user: SERVERS_FILE,
    project: SERVERS_FILE,
    entry: (server) => {
      // It gives a process no variable whose name looks like that of a secret, unless the entry has it.
      if (server.transport === "stdio")
        return { command: server.command, args: [...server.args], ...environmentOf(server, (variable) => `\${${variable}:-}`) };
      return remoteEntry(server, { written: (variable) => `\${${variable}}`, special: DOLLAR }, (url) =>
        server.transport === "http" ? { httpUrl: url } : { url, type: "sse" },
      );
    },
    references: fact(LATER, "`${NAME}` or `$NAME` in every text"),
    approvals: [fact(LATER, { places: ["project"], until: "the folder is trusted" })],
    wrongShape: fact(LATER, "entry-ignored"),
    rust: { path: SERVERS_FILE.path, format: "json", table: ["mcpServers"], entry: rustServerEntry },
  },
  agentPlugins: {
    // It reads no `plugin.json` and no `mcp.json`, but the skills of its own extensions.
    takes: fact(LATER, ["skills"]),
    skillName: fact(LATER, "<skill>"),
    besideCopy: fact(LATER, "one"),
    places: [
      fact(LATER, {
        scope: "user",
        folder: "~/.gemini/extensions/<name>",
        needs: "it also has a `gemini-extension.json`, and `extension-enablement.json` there does not name it",
        find: withOwnManifest,
      }),
    ],
  },
};

/** Leaves out an extension that is disabled somewhere, because only rules of Gemini CLI's own say in which folders. */
function withOwnManifest({ user, foldersIn, json }: AgentFiles): readonly string[] {
  const rules = json(user(`${FOLDER}/extension-enablement.json`));
  return foldersIn(user(FOLDER))
    .map((name) => join(user(FOLDER), name))
    .filter((folder) => {
      const name = stringOr(valueAt(json(join(folder, "gemini-extension.json")), "name"), "");
      return name !== "" && valueAt(rules, name) === undefined;
    });
}
