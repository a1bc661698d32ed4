import { join } from "node:path";

import { fieldsOf, type Json, stringOr, valueAt } from "../../model/json.ts";
import { claudeServerEntry, MCP_JSON } from "../claude-shape/setup.ts";
import { documented, fact, facts, file, files, fromHookTime, inBoth, measured, switchesIn } from "../facts.ts";
import { DOLLAR, remoteEntry, variablesIn } from "../servers.ts";
import { type Agent, type AgentFiles, commandFor } from "../setup.ts";
import { HOOKS, hookTime, SEEN, SETTINGS, tools } from "./payload.ts";

const LISTED = measured("0.24.4", "2026-11-16");
const LATER = measured("0.24.4", "2026-11-17");
const DOCS = "https://qwenlm.github.io/qwen-code-docs/en/users";
const CONFIGURATION = documented(`${DOCS}/configuration/settings`, "2026-11-15");
const REPOSITORY = documented("https://github.com/QwenLM/qwen-code", "2026-11-16");
const MEMORY = documented(`${DOCS}/features/memory`, "2026-11-15");
const SYNTAX = { written: (variable: string) => `\${${variable}}`, special: DOLLAR };
const FOLDER = ".qwen/extensions";

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "Qwen Code",
  aliases: ["qwen"],
  homepage: "https://qwenlm.github.io/qwen-code-docs/en",
  tools,
  notGuarded: [],
  mcpToolName: fact(SEEN, "mcp__<server>__<tool>"),
  timeout: fact(SEEN, { unit: "seconds", default: 60, field: "timeout" }),
  limits: [
    ...facts(
      SEEN,
      "A `timeout` of 1000 or more is read as milliseconds.",
      "Before a tool no context reaches the model, also not beside a denial, and `updatedInput` is ignored.",
      "Of several hooks before a tool the last one's decision counts, an allow too; `continue: false` of any of them blocks. " +
        "The project's hooks come before the user's.",
      "Before a tool `continue: false` blocks it and the run goes on; after it, it replaces the result by the reason.",
      "After a tool `decision: block` and exit 2 have no effect. At a stop `continue: false` blocks, as `decision` does.",
      "A question opens a dialog on a terminal; without one the call is denied, and the reason reaches the model.",
      "JSON on stdout counts with any exit code but 2, which reads stderr alone; exit 2 without text lets the tool run.",
      "A blocked prompt is dropped silently where there is no terminal.",
      "`systemMessage` is shown at a stop in text output, and nowhere else.",
      "In context `<` and `>` arrive as `&lt;` and `&gt;`.",
      "A turn ends at the eighth blocked stop (`stopHookBlockingCap`, `QWEN_CODE_STOP_HOOK_BLOCK_CAP`).",
      "A call that needs permission and cannot be asked for fires neither PreToolUse nor PermissionRequest.",
      "UserPromptSubmit fires again after each tool turn, with an empty prompt; `submitted_prompt` marks what a user typed.",
      "A subagent's tool calls carry `agent_id`.",
      "When a hook times out or is missing, the tool runs. The same text in user and project settings runs once.",
      "An unknown event name is skipped. Hooks are started by `bash`.",
    ),
    ...facts(
      LISTED,
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      "Of skills with one `name` one is listed: `.qwen/skills` before `.agents/skills`, the project's before the home's.",
    ),
  ],
  trust: [fact(SEEN, { scopes: ["project"], until: "the folder is trusted, where `security.folderTrust.enabled` is set" })],
  marks: fact(SEEN, { env: ["QWEN_PROJECT_DIR", "QWEN_CODE_*"], payload: ["timestamp", "permission_mode"] }),
  toolMarks: fact(REPOSITORY, ["QWEN_CODE"]),
  programs: fact(SEEN, { names: ["qwen"], paths: ["/@qwen-code/qwen-code"] }),
  switches: [
    ...switchesIn(LISTED, "project", [SETTINGS], "json", [["disableAllHooks"], { is: true }]),
    ...switchesIn(REPOSITORY, "user", [SETTINGS], "json", [["disableAllHooks"], { is: true }]),
    ...switchesIn(LISTED, "project", [".env", ".qwen/.env"], "variables", [["QWEN_CODE_SIMPLE"], "set"]),
  ],
  hookFiles: inBoth(file(SETTINGS, SEEN, "key `hooks`")),
  mcpFiles: {
    user: [file(SETTINGS, SEEN, "key `mcpServers`")],
    project: [file(SETTINGS, SEEN, "key `mcpServers`"), file(".mcp.json", SEEN, "key `mcpServers`")],
  },
  skills: { ...inBoth(...files(SEEN, ".agents/skills", ".qwen/skills")), looks: fact(LISTED, "cwd") },
  instructions: {
    user: [file(".qwen/QWEN.md", MEMORY)],
    project: [file("QWEN.md", SEEN), file("AGENTS.md", SEEN), file(".qwen/QWEN.local.md", MEMORY)],
  },
  relocatedBy: [fact(SEEN, { variable: "QWEN_HOME", from: ".qwen", to: "." })],
  reader: fact(SEEN, { comment: "works", trailingComma: "agent-stops", byteOrderMark: "works", crlf: "works" }),
  knownDifferences: [
    fact(HOOKS, "Its documentation lists `updatedInput` and context before a tool; this version does neither."),
    ...facts(
      CONFIGURATION,
      "Settings of the machine's administrator come before and after the user's; variables move them.",
      "The setting `context.fileName` gives the instruction files other names.",
    ),
    fact(HOOKS, "`disableAllHooks`, `--safe-mode` and `--bare` turn all hooks off."),
  ],
  registration: {
    signs: { folders: [".qwen"], programs: ["qwen"] },
    file: { user: SETTINGS, project: SETTINGS },
    denies: "json",
    content: {
      kind: "entries",
      // Its timeout is in seconds while it is below 1000. On Windows the shell differs with the terminal unless it is named.
      entry: (call) => ({
        hooks: [
          {
            name: "symposium",
            type: "command",
            command: commandFor(call, "powershell"),
            ...(call.os === "windows" ? { shell: "powershell" } : {}),
            timeout: call.timeout,
          },
        ],
      }),
      shares: "hooks",
    },
  },
  servers: {
    user: { path: SETTINGS, format: "json", table: () => ["mcpServers"] },
    project: MCP_JSON,
    entry: (server, place) => {
      if (server.transport === "stdio") return claudeServerEntry(server, SYNTAX);
      // In the user's settings `type: "http"` is not read: the key of the address tells the transport.
      if (place === "user") return remoteEntry(server, SYNTAX, (url) => (server.transport === "http" ? { httpUrl: url } : { url }));
      const [variable] = variablesIn(server);
      return variable === undefined ? claudeServerEntry(server, SYNTAX) : { impossible: `read the variable ${variable} in .mcp.json` };
    },
    references: fact(LATER, "`${NAME}` or `$NAME` in `url` and `headers` of its settings; none in `.mcp.json`"),
    approvals: [
      fact(LATER, { places: ["project"], until: "you approve the server when Qwen Code asks, or with `qwen mcp approve`" }),
      fact(LATER, { places: ["user", "project"], until: "the folder is trusted, where `security.folderTrust.enabled` is set" }),
    ],
    wrongShape: fact(LATER, "entry-ignored"),
  },
  agentPlugins: {
    takes: fact(LATER, ["skills", "servers"]),
    skillName: fact(LATER, "<plugin>:<skill>"),
    besideCopy: fact(LATER, "both"),
    places: [
      fact(LATER, {
        scope: "user",
        folder: "~/.qwen/extensions/<name>",
        needs: "`extensions/extension-enablement.json` and `extension-store/state.json` in `~/.qwen` do not disable it",
        find: notDisabled,
      }),
    ],
  },
};

/** Leaves out an extension that is disabled somewhere, because only rules of Qwen Code's own say in which folders. */
function notDisabled(files: AgentFiles): readonly string[] {
  const { user, foldersIn, json } = files;
  const rules = json(user(`${FOLDER}/extension-enablement.json`));
  const all = Object.values(fieldsOf(valueAt(json(user(".qwen/extension-store/state.json")), "extensions")));
  return foldersIn(user(FOLDER))
    .map((name) => linkedFrom(join(user(FOLDER), name), files))
    .filter((folder) => {
      const name = stringOr(valueAt(json(join(folder, "plugin.json")), "name"), "");
      return valueAt(rules, name) === undefined && all.filter((one) => valueAt(one, "name") === name).every(isEnabled);
    });
}

/** In the place of its files a linked extension has a note that says where they are. */
function linkedFrom(folder: string, { json }: AgentFiles): string {
  const note = json(join(folder, ".qwen-extension-install.json"));
  return valueAt(note, "type") === "link" ? stringOr(valueAt(note, "source"), folder) : folder;
}

function isEnabled(state: Json | undefined): boolean {
  const hasOthers = Object.keys(fieldsOf(valueAt(state, "workspaceOverrides"))).length > 0;
  return valueAt(state, "defaultActivation") === "enabled" && !hasOthers && valueAt(state, "legacyPathRules") === undefined;
}
