import { join } from "node:path";

import { stringOr, valueAt } from "../../model/json.ts";
import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, inBoth, measured } from "../facts.ts";
import { DOLLAR, environmentOf, headersOf, isPlainServerName, remoteIn, rustServerEntry } from "../servers.ts";
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

const SEEN = measured("0.61.0", "2026-11-15");
const LISTED = measured("0.61.0", "2026-11-16");
const LATER = measured("0.61.0", "2026-11-17");
const CONFIGURATION = documented("https://geminicli.com/docs/reference/configuration", "2026-11-15");
const TRUST = documented("https://geminicli.com/docs/cli/trusted-folders", "2026-11-15");
const SUCCESSOR = documented("https://github.com/google-gemini/gemini-cli/discussions/28017", "2026-11-15");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Gemini CLI",
  aliases: ["gemini"],
  homepage: "https://geminicli.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact("mcp_<server>_<tool>", SEEN),
  timeout: fact({ unit: "milliseconds", default: 60_000, field: "timeout" }, SEEN),
  limits: [
    fact("Before a tool no context reaches the model; after a failed or denied tool none does either.", SEEN),
    fact("`hookSpecificOutput.permissionDecision` and `updatedInput` are ignored: a denial is `decision`, a rewrite `tool_input`.", SEEN),
    fact("The new `tool_input` replaces the whole input, so every field must be given.", SEEN),
    fact("JSON on stdout wins over exit 2; exit 2 without text on stderr lets the tool run.", SEEN),
    fact("Exit codes above 2 with text on stderr block, so a hook whose program is missing (127) blocks every call.", SEEN),
    fact("An explicit allow has no effect. Asking opens a dialog even in yolo mode; without a terminal the run ends.", SEEN),
    fact("When a hook times out, the tool runs. Children of the hook's shell survive, and Gemini waits for them.", SEEN),
    fact("Blocked stops have no limit of their own.", SEEN),
    fact("`PreCompress` fires before every request to the model.", SEEN),
    fact("The payload names the MCP server of a tool in `mcp_context`.", SEEN),
    fact("On session events a matcher is compared as a whole: `.*` never fires.", SEEN),
    fact("`$NAME`, `${NAME}` and `${NAME:-x}` in settings are expanded before the shell sees them.", SEEN),
    fact("The same text in user and project settings runs once.", SEEN),
    fact("An unknown event name is skipped, with a warning for each.", SEEN),
    fact("Hooks are started by `bash`.", SEEN),
    fact(
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      LISTED,
    ),
    fact("Of skills with one `name` one is listed: `.agents/skills` before `.gemini/skills`, the project's before the home's.", LISTED),
  ],
  trust: [
    fact({ scopes: ["project"], until: "the folder is trusted; `--skip-trust` runs the user's hooks and leaves the project's off" }, SEEN),
    fact({ scopes: ["user"], until: "the folder is trusted; without a terminal to ask on, Gemini exits with code 55" }, SEEN),
  ],
  marks: fact({ env: ["GEMINI_SESSION_ID"], payload: ["timestamp"] }, SEEN),
  toolMarks: fact(["GEMINI_CLI"], documented("https://gitlab.com/gitlab-org/cli/-/merge_requests/3293", "2026-11-16")),
  programs: fact({ names: ["gemini"], paths: ["/@google/gemini-cli"] }, SEEN),
  switches: [
    ...(["user", "project"] as const).flatMap((scope) => {
      const settings = { scope, file: ".gemini/settings.json", reads: "json", effect: "off" } as const;
      const source = scope === "project" ? LISTED : documented("https://geminicli.com/docs/hooks/", "2026-11-16");
      return [
        fact({ ...settings, key: ["hooksConfig", "enabled"], when: { is: false } } as const, source),
        fact({ ...settings, key: ["hooksConfig", "disabled"], when: { holds: "symposium" } } as const, source),
      ];
    }),
    fact({ scope: "project", file: ".gemini/settings.json", reads: "json", key: ["hooks"], when: "no-table", effect: "off" }, LISTED),
    ...[".env", ".gemini/.env"].flatMap((path) =>
      ["BASH_ENV", "LD_PRELOAD"].map((name) =>
        fact({ scope: "project", file: path, reads: "variables", key: [name], when: "set", effect: "before-us" } as const, LISTED),
      ),
    ),
  ],
  hookFiles: inBoth(file(".gemini/settings.json", SEEN, "key `hooks`")),
  mcpFiles: inBoth(file(".gemini/settings.json", SEEN, "key `mcpServers`")),
  skills: { ...inBoth(file(".agents/skills", SEEN), file(".gemini/skills", SEEN)), looks: fact("cwd", LISTED) },
  instructions: {
    user: [file(".gemini/GEMINI.md", SEEN)],
    project: [file("GEMINI.md", SEEN, "`AGENTS.md` is not read by default")],
  },
  relocatedBy: [
    fact({ variable: "GEMINI_CLI_HOME", from: ".", to: "." }, SEEN),
    fact({ variable: "GEMINI_CLI_TRUSTED_FOLDERS_PATH", from: ".gemini/trustedFolders.json", to: "." }, TRUST),
  ],
  reader: fact({ comment: "works", trailingComma: "agent-stops", byteOrderMark: "agent-stops", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("Antigravity CLI succeeds Gemini CLI for individual accounts since 2026-06-18; its hook files and events differ.", SUCCESSOR),
    fact("The setting `context.fileName` gives the instruction files other names.", CONFIGURATION),
    fact("Settings of the machine's administrator come before and after the user's; variables move them.", CONFIGURATION),
  ],
};

const SETTINGS = ".gemini/settings.json";

const registration: HookRegistration = {
  configName: "gemini",
  signs: { folders: [".gemini"], programs: ["gemini"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // Without a name Gemini shows the whole command to the user. Its timeout is in milliseconds.
    entry: (call) => ({
      hooks: [{ name: "symposium", type: "command", command: commandFor(call, "powershell"), timeout: call.timeout * 1000 }],
    }),
    shares: "hooks",
  },
  onlyWhileUsed: ["PreCompress"],
  rustFiles: { user: [SETTINGS], project: [SETTINGS] },
};

const SERVERS_FILE = {
  path: ".gemini/settings.json",
  format: "json",
  table: () => ["mcpServers"],
  reader: fact({ comment: "works", trailingComma: "agent-stops", byteOrderMark: "agent-stops" }, LATER),
} as const satisfies ServerFile;

const servers: ServerFiles = {
  user: SERVERS_FILE,
  project: SERVERS_FILE,
  entry: (server) => {
    // It gives a process no variable whose name looks like that of a secret, unless the entry has it.
    if (server.transport === "stdio")
      return { command: server.command, args: [...server.args], ...environmentOf(server, (variable) => `\${${variable}:-}`) };
    const remote = remoteIn(server, { written: (variable) => `\${${variable}}`, special: DOLLAR });
    if ("impossible" in remote) return remote;
    const address = server.transport === "http" ? { httpUrl: remote.url } : { url: remote.url, type: "sse" };
    return { ...address, ...headersOf(remote) };
  },
  references: fact("`${NAME}` or `$NAME` in every text", LATER),
  approvals: [fact({ places: ["project"], until: "the folder is trusted" }, LATER)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", LATER),
  rust: { path: SERVERS_FILE.path, format: "json", table: ["mcpServers"], entry: rustServerEntry },
};

const FOLDER = ".gemini/extensions";

const agentPlugins: AgentPlugins = {
  // It reads no `plugin.json` and no `mcp.json`, but the skills of its own extensions.
  takes: fact(["skills"], LATER),
  skillName: fact("<skill>", LATER),
  besideCopy: fact("one", LATER),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.gemini/extensions/<name>",
        needs: "it also has a `gemini-extension.json`, and `extension-enablement.json` there does not name it",
        find: withOwnManifest,
      },
      LATER,
    ),
  ],
};

export const agent: Agent = { ...facts, registration, servers, agentPlugins };

/** An extension that is disabled somewhere is given here: which folders that means follows from rules of Gemini CLI's own. */
function withOwnManifest({ user, foldersIn, json }: AgentFiles): readonly string[] {
  const rules = json(user(`${FOLDER}/extension-enablement.json`));
  return foldersIn(user(FOLDER))
    .map((name) => join(user(FOLDER), name))
    .filter((folder) => {
      const name = stringOr(valueAt(json(join(folder, "gemini-extension.json")), "name"), "");
      return name !== "" && valueAt(rules, name) === undefined;
    });
}
