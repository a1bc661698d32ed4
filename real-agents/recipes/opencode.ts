import { json, markerOf, type McpServer, type Permission, PORT, type Recipe, TAKES_EVERY_REWRITE } from "./recipe.ts";

const MODEL = { tool_call: true, limit: { context: 100_000, output: 4096 } };

/** Models whose name tells of GPT-5 get `apply_patch` in the place of the tools that write and edit. */
const CONFIG = {
  autoupdate: false,
  share: "disabled",
  snapshot: false,
  model: "scripted/plain",
  small_model: "scripted/plain",
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "scripted",
      options: { baseURL: `http://127.0.0.1:${PORT}/v1`, apiKey: "fake" },
      models: { plain: { name: "plain", ...MODEL }, "gpt-5": { name: "gpt-5", ...MODEL } },
    },
  },
};

/** The native program is mostly in time, the Node one is not. */
const DOES_NOT_WAIT =
  "OpenCode tells that a session was created, and does not wait for an answer: what comes late is listed in the next session";

export const opencode = {
  name: "opencode",
  title: "OpenCode",
  npm: { package: "opencode-ai", version: "1.18.33", bin: "opencode" },
  seconds: 90,
  launch: ({ prompt, permission, mcp, forbidden }) => ({
    args: ["run", prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_SHARE: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      // Its runtime optimises on other cores what a run of seconds never gets back; without that a fifth of the work is spared.
      BUN_JSC_useFTLJIT: "0",
      BUN_JSC_useConcurrentGC: "0",
    },
    homeFiles: {
      // At every start it installs a package into each of its folders; a registry that says no at once spares the wait for one.
      ".npmrc": `registry=http://127.0.0.1:${PORT}/npm/\nfetch-retries=0\naudit=false\n`,
      ".config/opencode/opencode.json": json({
        ...CONFIG,
        permission: permissionRules(permission, forbidden),
        ...(mcp === undefined ? {} : { mcp: mcpServers(mcp) }),
      }),
    },
    projectFiles: {},
  }),
  movedBy: "XDG_CONFIG_HOME",
  gatedServers: "project",
  events: [
    ...["session-created", "subagent-created", "chat-message", "tool-execute-before", "tool-execute-after", "session-compacting"],
    ...["permission-asked", "session-idle", "subagent-idle", "session-error", "session-end"],
  ],
  calls: {
    shell: (command) => ({ name: "bash", args: { command, description: "scripted" } }),
    write: (path, content) => ({ name: "write", args: { filePath: path, content } }),
    edit: (path, before, after) => ({ name: "edit", args: { filePath: path, oldString: before, newString: after } }),
    read: (path) => ({ name: "read", args: { filePath: path } }),
    mcp: (server, tool, args) => ({ name: `${server}_${tool}`, args }),
  },
  subagent: (inside) => [
    { calls: [{ name: "task", args: { description: "look around", prompt: "Look around.", subagent_type: "general" } }] },
    ...inside,
  ],
  beside: {
    shell: { calls: () => [{ name: "bash", args: { command: `echo ran > ${markerOf(0)}`, description: "scripted" } }] },
    edit: {
      args: ["--model", "scripted/gpt-5"],
      calls: ({ project }) => [
        { name: "apply_patch", args: { patchText: `*** Begin Patch\n*** Add File: ${project}/${markerOf(0)}\n+ran\n*** End Patch` } },
        { name: "apply_patch", args: { patchText: `*** Begin Patch\n*** Add File: ${markerOf(1)}\n+ran\n*** End Patch` } },
      ],
    },
  },
  cannot: {
    "a rewrite it cannot take": TAKES_EVERY_REWRITE,
    "failure told to the user": "OpenCode's plugins have no hook whose answer is a message to the user",
    "context after a failed tool": "OpenCode calls no hook after a tool that failed; a command that fails arrives as tool.execute.after",
    "permission denied": "OpenCode never calls its permission hook, and only tells that it asked",
    "listed in the session that brings it": DOES_NOT_WAIT,
    "gone in the session that starts without it": DOES_NOT_WAIT,
    "stop block": "OpenCode tells that the session is idle, and does not wait for an answer",
    "subagent stop block": "OpenCode tells that the subagent's session is idle, and does not wait for an answer",
  },
} satisfies Recipe;

/** The last rule that fits counts. */
function permissionRules(permission: Permission, forbidden: string | undefined) {
  const bash = { "*": permission === "bypass" ? "allow" : "ask", ...(forbidden === undefined ? {} : { [`${forbidden} *`]: "deny" }) };
  return { "*": "allow", bash };
}

function mcpServers({ name, command, args }: McpServer) {
  return { [name]: { type: "local", command: [command, ...args] } };
}
