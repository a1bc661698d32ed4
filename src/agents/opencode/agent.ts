import { documented, fact, facts, file, files, fromHookTime, measured } from "../facts.ts";
import { CURLY, remoteEntry, rustServerEntry } from "../servers.ts";
import type { Agent, ServerFile } from "../setup.ts";
import { hookTime, SEEN, tools } from "./payload.ts";

const LISTED = measured("1.18.33", "2026-11-16");
const LATER = measured("1.18.33", "2026-11-17");
const CONFIG = documented("https://opencode.ai/docs/config/", "2026-11-15");
const RULES = documented("https://opencode.ai/docs/rules/", "2026-11-15");
const SECOND = documented("https://opencode.ai/v2/docs/build/plugins/migrate-v1", "2026-11-15");
const USER = ".config/opencode/opencode.json";
const SERVERS_FILE = {
  format: "json",
  table: () => ["mcp"],
  reader: fact(LATER, { comment: "works", trailingComma: "works", byteOrderMark: "works" }),
} as const satisfies Partial<ServerFile>;

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "OpenCode",
  aliases: ["open-code"],
  homepage: "https://opencode.ai/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact(SEEN, "<server>_<tool>"),
  // OpenCode waits for a plugin as long as it takes; this is the plugin file's own timer.
  timeout: fact(SEEN, { unit: "seconds", default: 60, field: "SECONDS" }),
  limits: [
    ...facts(
      SEEN,
      "Hooks are functions of a plugin file, called within OpenCode; Symposium's plugin file starts `symposium-hook` and has its own timeout.",
      "Whatever a plugin throws before a tool blocks that tool, and its text is the tool's result word for word.",
      "A throw at the prompt ends the run with exit 1 and shows a general error; our plugin file shows the reason itself.",
      "Arguments must be changed in place; a new `output.args` object is ignored.",
      "There is no place for context before a tool, and no event after a tool that failed or was denied.",
      "A shell command that fails is not a failed tool: it arrives after the tool, with its exit code in `metadata.exit`.",
      "The result of an MCP tool is a list of content blocks, that of any other tool a text.",
      "Events of the bus (created, idle, error, permission asked) are reported, and OpenCode does not wait for the answer, so none of them can block.",
      "`dispose` is waited for at the end of `opencode run`.",
      "The hook `permission.ask` is never called.",
      "A plugin is set up once for each folder that one process works in, and again after its configuration was reloaded.",
      "Models of the GPT-5 family get `apply_patch` instead of `edit` and `write`.",
      "The same plugin file in the user's and the project's folder is loaded twice; Symposium's then acts once.",
      "`OPENCODE_CONFIG_DIR` names a folder that is read besides the user's own, not instead of it.",
      "`opencode --pure` and `OPENCODE_PURE=1` load no plugin file.",
    ),
    ...facts(
      LISTED,
      "Skills are listed after the hooks of the session's start ran.",
      "Of skills with one `name` one is listed: which one changes from run to run.",
    ),
  ],
  trust: [],
  marks: fact(SEEN, { env: ["OPENCODE", "OPENCODE_PID"], payload: ["hook", "input", "output"] }),
  programs: fact(SEEN, { names: ["opencode"], paths: ["/node_modules/opencode-", "/.opencode/bin/"] }),
  hookFiles: {
    user: [file(".config/opencode/plugins", SEEN, "every `.js` and `.ts` file in it"), file(".config/opencode/plugin", SEEN)],
    project: [file(".opencode/plugins", SEEN, "every `.js` and `.ts` file in it"), file(".opencode/plugin", SEEN)],
  },
  mcpFiles: {
    user: [file(".config/opencode/opencode.json", SEEN, "key `mcp`; another shape than its own makes OpenCode refuse to start")],
    project: [
      file("opencode.json", SEEN, "key `mcp`; `.mcp.json` is not read"),
      file("opencode.jsonc", CONFIG, "key `mcp`"),
      file(".opencode/opencode.json", CONFIG, "key `mcp`"),
    ],
  },
  skills: {
    user: files(SEEN, ".config/opencode/skills", ".config/opencode/skill", ".opencode/skills", ".agents/skills", ".claude/skills"),
    project: files(SEEN, ".opencode/skills", ".agents/skills", ".claude/skills"),
    looks: fact(LISTED, "up"),
  },
  instructions: {
    user: [file(".config/opencode/AGENTS.md", RULES)],
    project: [file("AGENTS.md", SEEN), file("CLAUDE.md", SEEN, "where there is no `AGENTS.md`")],
  },
  relocatedBy: [fact(SEEN, { variable: "XDG_CONFIG_HOME", from: ".config", to: "." })],
  reader: fact(SEEN, { comment: "works", trailingComma: "works", byteOrderMark: "works", crlf: "works" }),
  knownDifferences: [
    fact(SECOND, "OpenCode 2 does not run plugins of version 1: its plugin files and hooks have another form."),
    fact(CONFIG, "`OPENCODE_CONFIG` names one more configuration file, `OPENCODE_CONFIG_CONTENT` holds its text."),
  ],
  registration: {
    signs: { folders: [".config/opencode", ".local/share/opencode"], programs: ["opencode"] },
    file: { user: ".config/opencode/plugins/symposium.js", project: ".opencode/plugins/symposium.js" },
    // The plugin file throws on a denial, and checks for another loaded copy of itself.
    denies: "json",
    content: { kind: "plugin-file" },
  },
  servers: {
    user: { ...SERVERS_FILE, path: USER },
    project: { ...SERVERS_FILE, path: "opencode.json" },
    entry: (server) => {
      if (server.transport === "stdio") return { type: "local", command: [server.command, ...server.args] };
      // It tries streamable HTTP first and SSE then.
      return remoteEntry(server, { written: (variable) => `{env:${variable}}`, special: CURLY }, (url) => ({ type: "remote", url }));
    },
    references: fact(LATER, "`{env:NAME}` anywhere in the file; `{file:path}` reads a file"),
    wrongShape: fact(LATER, "agent-stops"),
    rust: { path: USER, format: "json", table: ["mcp"], entry: rustServerEntry },
  },
  agentPlugins: { takes: fact(measured("1.18.33", "2026-11-17"), []), places: [] },
};
