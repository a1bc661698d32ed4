import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, measured } from "../facts.ts";
import { CURLY, headersOf, isPlainServerName, remoteIn, rustServerEntry } from "../servers.ts";
import type { Agent, AgentPlugins, HookRegistration, ServerFile, ServerFiles } from "../setup.ts";
import { hookTime, tools } from "./payload.ts";

const SEEN = measured("1.18.33", "2026-11-15");
const LISTED = measured("1.18.33", "2026-11-16");
const LATER = measured("1.18.33", "2026-11-17");
const CONFIG = documented("https://opencode.ai/docs/config/", "2026-11-15");
const RULES = documented("https://opencode.ai/docs/rules/", "2026-11-15");
const SECOND = documented("https://opencode.ai/v2/docs/build/plugins/migrate-v1", "2026-11-15");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "OpenCode",
  aliases: ["open-code"],
  homepage: "https://opencode.ai/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact("<server>_<tool>", SEEN),
  // OpenCode waits for a plugin as long as it takes; this is the plugin file's own timer.
  timeout: fact({ unit: "seconds", default: 60, field: "SECONDS" }, SEEN),
  limits: [
    fact(
      "Hooks are functions of a plugin file, called within OpenCode; Symposium's plugin file starts `symposium-hook` and has its own timeout.",
      SEEN,
    ),
    fact("Whatever a plugin throws before a tool blocks that tool, and its text is the tool's result word for word.", SEEN),
    fact("A throw at the prompt ends the run with exit 1 and shows a general error; our plugin file shows the reason itself.", SEEN),
    fact("Arguments must be changed in place; a new `output.args` object is ignored.", SEEN),
    fact("There is no place for context before a tool, and no event after a tool that failed or was denied.", SEEN),
    fact("A shell command that fails is not a failed tool: it arrives after the tool, with its exit code in `metadata.exit`.", SEEN),
    fact("The result of an MCP tool is a list of content blocks, that of any other tool a text.", SEEN),
    fact(
      "Events of the bus (created, idle, error, permission asked) are reported, and OpenCode does not wait for the answer, so none of them can block.",
      SEEN,
    ),
    fact("`dispose` is waited for at the end of `opencode run`.", SEEN),
    fact("The hook `permission.ask` is never called.", SEEN),
    fact("A plugin is set up once for each folder that one process works in, and again after its configuration was reloaded.", SEEN),
    fact("Models of the GPT-5 family get `apply_patch` instead of `edit` and `write`.", SEEN),
    fact("The same plugin file in the user's and the project's folder is loaded twice; Symposium's then acts once.", SEEN),
    fact("`OPENCODE_CONFIG_DIR` names a folder that is read besides the user's own, not instead of it.", SEEN),
    fact("`opencode --pure` and `OPENCODE_PURE=1` load no plugin file.", SEEN),
    fact("Skills are listed after the hooks of the session's start ran.", LISTED),
    fact("Of skills with one `name` one is listed: which one changes from run to run.", LISTED),
  ],
  trust: [],
  marks: fact({ env: ["OPENCODE", "OPENCODE_PID"], payload: ["hook", "input", "output"] }, SEEN),
  programs: fact({ names: ["opencode"], paths: ["/node_modules/opencode-", "/.opencode/bin/"] }, SEEN),
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
    user: [
      file(".config/opencode/skills", SEEN),
      file(".config/opencode/skill", SEEN),
      file(".opencode/skills", SEEN),
      file(".agents/skills", SEEN),
      file(".claude/skills", SEEN),
    ],
    project: [file(".opencode/skills", SEEN), file(".agents/skills", SEEN), file(".claude/skills", SEEN)],
    looks: fact("up", LISTED),
  },
  instructions: {
    user: [file(".config/opencode/AGENTS.md", RULES)],
    project: [file("AGENTS.md", SEEN), file("CLAUDE.md", SEEN, "where there is no `AGENTS.md`")],
  },
  relocatedBy: [fact({ variable: "XDG_CONFIG_HOME", from: ".config", to: "." }, SEEN)],
  reader: fact({ comment: "works", trailingComma: "works", byteOrderMark: "works", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("OpenCode 2 does not run plugins of version 1: its plugin files and hooks have another form.", SECOND),
    fact("`OPENCODE_CONFIG` names one more configuration file, `OPENCODE_CONFIG_CONTENT` holds its text.", CONFIG),
  ],
};

const registration: HookRegistration = {
  signs: { folders: [".config/opencode", ".local/share/opencode"], programs: ["opencode"] },
  file: { user: ".config/opencode/plugins/symposium.js", project: ".opencode/plugins/symposium.js" },
  // The plugin file throws on a denial, and checks for another loaded copy of itself.
  denies: "json",
  content: { kind: "plugin-file" },
};

const USER = ".config/opencode/opencode.json";

const SERVERS_FILE = {
  format: "json",
  table: () => ["mcp"],
  reader: fact({ comment: "works", trailingComma: "works", byteOrderMark: "works" }, LATER),
} as const satisfies Partial<ServerFile>;

const servers: ServerFiles = {
  user: { ...SERVERS_FILE, path: USER },
  project: { ...SERVERS_FILE, path: "opencode.json" },
  entry: (server) => {
    if (server.transport === "stdio") return { type: "local", command: [server.command, ...server.args] };
    // It tries streamable HTTP first and SSE then.
    const remote = remoteIn(server, { written: (variable) => `{env:${variable}}`, special: CURLY });
    return "impossible" in remote ? remote : { type: "remote", url: remote.url, ...headersOf(remote) };
  },
  references: fact("`{env:NAME}` anywhere in the file; `{file:path}` reads a file", LATER),
  isValidName: isPlainServerName,
  wrongShape: fact("agent-stops", LATER),
  rust: { path: USER, format: "json", table: ["mcp"], entry: rustServerEntry },
};

const agentPlugins: AgentPlugins = { takes: fact([], measured("1.18.33", "2026-11-17")), places: [] };

export const agent: Agent = { ...facts, registration, servers, agentPlugins };
