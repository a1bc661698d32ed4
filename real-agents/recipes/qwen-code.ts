import { join } from "node:path";

import { put } from "../sandbox.ts";
import { NOTEBOOK, json, LISTS_SKILLS_FIRST, markerOf, PORT, type Recipe } from "./recipe.ts";

const SETTINGS = {
  security: { auth: { selectedType: "openai" } },
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Its own agents that look for memories and skills would take part in the plot.
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
};

/** With this on the user is asked in every new folder; without a terminal there is no question, and the folder is not trusted. */
const UNTRUSTED = { security: { ...SETTINGS.security, folderTrust: { enabled: true } } };

export const qwenCode = {
  name: "qwen-code",
  title: "Qwen Code",
  npm: { package: "@qwen-code/qwen-code", version: "0.24.4", bin: "qwen" },
  // The heaviest of all to start.
  seconds: 120,
  launch: ({ prompt, permission, mcp, forbidden, untrusted }) => ({
    // Asked by prompt alone it declines whatever needs permission; over the SDK's protocol it asks its hooks first.
    ...(permission === "bypass"
      ? { args: ["--approval-mode", "yolo", "-o", "json", "-p", prompt] }
      : { args: ["--approval-mode", "default", "--input-format", "stream-json", "-o", "stream-json"], stdin: message(prompt) }),
    env: {
      OPENAI_API_KEY: "fake",
      OPENAI_BASE_URL: `http://127.0.0.1:${PORT}/v1`,
      OPENAI_MODEL: "scripted",
      QWEN_CODE_NO_RELAUNCH: "true",
      // Its own limit ends a turn at the eighth blocked stop; ours is the one to be shown.
      QWEN_CODE_STOP_HOOK_BLOCK_CAP: "20",
    },
    homeFiles: {
      ".qwen/settings.json": json({
        ...SETTINGS,
        ...(untrusted === true ? UNTRUSTED : {}),
        ...(forbidden === undefined ? {} : { permissions: { deny: [`Bash(${forbidden} *)`] } }),
        ...(mcp === undefined ? {} : { mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args } } }),
      }),
    },
    projectFiles: {},
  }),
  movedBy: "QWEN_HOME",
  trusts: "project",
  gatedServers: "project",
  ownPlugins: { servers: true, folder: ({ home }, name) => join(home, ".qwen/extensions", name) },
  events: [
    ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop"],
    ...["StopFailure", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Notification", "PermissionRequest"],
    ...["PermissionDenied", "UserPromptExpansion", "MessageDisplay", "SessionDelete", "TodoCreated", "TodoCompleted"],
    ...["InstructionsLoaded"],
  ],
  // The setting that makes it ask is in its file since the first start.
  trustsProject: ({ home, project }, answer) =>
    put(join(home, ".qwen/trustedFolders.json"), json(answer ? { [project]: "TRUST_FOLDER" } : {})),
  calls: {
    shell: (command) => ({ name: "run_shell_command", args: { command, is_background: false } }),
    write: (path, content) => ({ name: "write_file", args: { file_path: path, content } }),
    edit: (path, before, after) => ({ name: "edit", args: { file_path: path, old_string: before, new_string: after } }),
    read: (path) => ({ name: "read_file", args: { file_path: path } }),
    mcp: (server, tool, args) => ({ name: `mcp__${server}__${tool}`, args }),
  },
  subagent: (inside) => [
    {
      calls: [
        {
          name: "agent",
          args: { description: "look around", prompt: "Look around.", subagent_type: "general-purpose", run_in_background: false },
        },
      ],
    },
    ...inside,
  ],
  asksPermission: (command) => [{ calls: [{ name: "run_shell_command", args: { command, is_background: false } }] }],
  beside: {
    shell: {
      calls: () => [
        { name: "monitor", args: { command: `echo ran > ${markerOf(0)}`, description: "scripted" } },
        { name: "run_shell_command", args: { command: `echo ran > ${markerOf(1)}`, is_background: true } },
      ],
    },
    edit: {
      first: ({ project }) => [{ name: "read_file", args: { file_path: `${project}/book.ipynb` } }],
      calls: ({ project }) => [
        { name: "notebook_edit", args: { notebook_path: `${project}/book.ipynb`, cell_id: "one", new_source: "2" } },
        { name: "write_file", args: { file_path: `${project}/${markerOf(1)}`, content: "ran" } },
      ],
      files: { "book.ipynb": NOTEBOOK },
    },
  },
  cannot: {
    "a deleted working folder does not open a guard":
      "Qwen Code starts hooks in the working folder, and where that is gone it runs the tool without them",
    "tools with the names of inherited properties are denied": "Qwen Code does not start a server that has tools of such names",
    ...LISTS_SKILLS_FIRST,
    "rewrite of a shell command": "Qwen Code takes no rewrite: the call is denied with the wanted form",
    "rewrite of a file edit": "Qwen Code takes no rewrite: the call is denied with the wanted form",
    "context at subagent start": "Qwen Code drops the context of SubagentStart",
    "session end": "Qwen Code ends a session that has no terminal without the event",
    "failure told to the user": "Qwen Code shows a hook's message to the user only at a stop, and only in text output",
  },
} satisfies Recipe;

function message(prompt: string): string {
  return `${JSON.stringify({ type: "user", message: { role: "user", content: prompt }, parent_tool_use_id: null, session_id: "scripted" })}\n`;
}
