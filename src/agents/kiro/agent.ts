import { documented, fact, facts, file, files, fromHookTime, inBoth } from "../facts.ts";
import { BRACED, remoteEntry, rustServerEntry } from "../servers.ts";
import { type Agent, commandFor, type ServerFile } from "../setup.ts";
import { HOOKS, hookTime, tools } from "./payload.ts";

const AGENT_FILE = documented("https://kiro.dev/docs/cli/custom-agents/configuration-reference/", "2026-11-15");
const CONFIGURATION = documented("https://kiro.dev/docs/cli/chat/configuration", "2026-11-15");
const SKILLS = documented("https://kiro.dev/docs/cli/skills/", "2026-11-15");
const STEERING = documented("https://kiro.dev/docs/cli/steering/", "2026-11-15");
const THREE = documented("https://kiro.dev/docs/cli/v3/hooks/", "2026-11-15");
const IDE = documented("https://kiro.dev/docs/hooks/actions", "2026-11-15");

/** The published sources of the program that Kiro CLI is based on. */
const SOURCES = documented("https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/agent/hook.rs", "2026-11-15");
const AGENT = ".kiro/agents/symposium.json";
const DOCS = documented("https://kiro.dev/docs/cli/mcp/configuration", "2026-11-17");
const APPROVED = documented("https://kiro.dev/docs/mcp/configuration", "2026-11-17");
const SETTINGS = { path: ".kiro/settings/mcp.json", format: "json", table: () => ["mcpServers"] } as const satisfies ServerFile;

export const agent: Agent = {
  ...fromHookTime(hookTime, HOOKS),
  title: "Kiro",
  aliases: ["kiro-cli"],
  homepage: "https://kiro.dev/docs/cli/",
  tools,
  notGuarded: [],
  mcpToolName: fact(HOOKS, "@<server>/<tool>"),
  timeout: fact(HOOKS, { unit: "milliseconds", default: 30_000, field: "timeout_ms" }),
  contextLimit: fact(SOURCES, hookTime.contextLimit),
  limits: [
    ...facts(
      HOOKS,
      "A denial is exit code 2 with the reason on stderr, so a registered command must pass that code on, and only that one.",
      "Only a tool can be denied: a prompt, a result or a stop cannot.",
      "The input of a tool cannot be replaced, and the user cannot be asked.",
      "Text on stdout is context when the agent starts and at a prompt; other events do not document it.",
      "Any other exit code shows stderr to the user as a warning, and everything goes on.",
    ),
    fact(SOURCES, "Output of more than 10,240 bytes is cut (`max_output_size`)."),
    fact(
      HOOKS,
      "A matcher is a tool's name, a pattern with `*`, `@server`, `@server/tool` or `@builtin`; without one every tool is meant.",
    ),
    ...facts(
      AGENT_FILE,
      "An entry is flat: `command`, `matcher`, `timeout_ms`, `cache_ttl_seconds`; there is no list inside it.",
      "Without `tools` an agent file has no tools, without `resources` no skills, and without `includeMcpJson` none of the servers in `mcp.json`.",
    ),
  ],
  trust: [
    fact(AGENT_FILE, {
      scopes: ["user", "project"],
      until: "the agent of this file is chosen (`kiro-cli --agent symposium`, `/agent`), or its `hooks` are copied into the agent you use",
    }),
  ],
  marks: fact(HOOKS, { env: [], payload: [] }),
  programs: fact(HOOKS, { names: ["kiro-cli", "kiro-cli-chat"], paths: [] }),
  hookFiles: {
    user: [file(".kiro/agents/symposium.json", AGENT_FILE, "an agent of its own; key `hooks`")],
    project: [file(".kiro/agents/symposium.json", AGENT_FILE, "an agent of its own; key `hooks`; wins over the user's agent of that name")],
  },
  mcpFiles: inBoth(file(".kiro/settings/mcp.json", CONFIGURATION, "key `mcpServers`; an agent file needs `includeMcpJson` to see it")),
  skills: {
    user: [file(".kiro/skills", SKILLS)],
    project: [file(".kiro/skills", SKILLS, "a custom agent needs `skill://.kiro/skills/**/SKILL.md` in its `resources`")],
  },
  instructions: { user: [file(".kiro/steering/*.md", STEERING)], project: files(STEERING, ".kiro/steering/*.md", "AGENTS.md") },
  relocatedBy: [],
  reader: fact(AGENT_FILE, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [
    fact(
      THREE,
      "Kiro CLI 3 has hook files of their own (`.kiro/hooks/<name>.json`, `version: v1`, events in PascalCase) that act under every agent; " +
        "hooks inside agent files still work there, and exit code 2 also refuses a prompt.",
    ),
    fact(IDE, "Hooks of the Kiro IDE are other files with other events; there any exit code but 0 denies a tool or a prompt."),
    fact(HOOKS, "Versions before `session_id` was documented send none: Symposium remembers nothing between calls."),
  ],
  registration: {
    signs: { folders: [".kiro"], programs: ["kiro-cli", "kiro"] },
    file: { user: AGENT, project: AGENT },
    denies: "exit-code",
    alsoPasted: true,
    content: {
      kind: "entries",
      entry: (call) => ({ command: commandFor(call, "cmd"), timeout_ms: call.timeout * 1000 }),
      // A separate agent: without `tools` it would have none, without `resources` no skills, without `includeMcpJson` none of the user's servers.
      frame: {
        name: "symposium",
        description: "Kiro with the hooks of Symposium",
        tools: ["*"],
        resources: ["skill://.kiro/skills/**/SKILL.md", "skill://~/.kiro/skills/**/SKILL.md"],
        includeMcpJson: true,
      },
    },
    rustFiles: { user: [AGENT], project: [AGENT] },
    rustFrame: { resources: ["skill://.kiro/skills/**/SKILL.md"] },
  },
  servers: {
    user: SETTINGS,
    project: SETTINGS,
    entry: (server) => {
      if (server.transport === "stdio") return { command: server.command, args: [...server.args] };
      // It tells the two kinds of remote server apart by itself.
      return remoteEntry(server, { written: (variable) => `\${${variable}}`, special: BRACED }, (url) => ({ url }));
    },
    references: fact(DOCS, "`${NAME}` in `url` and `headers`, for variables that the user approved"),
    approvals: [
      fact(APPROVED, {
        places: ["user", "project"],
        until: "the variables are in `kiroAgent.mcpApprovedEnvVars` of `~/.kiro/settings/cli.json`",
        onlyWith: "references",
      }),
    ],
    wrongShape: fact(DOCS, "servers-ignored"),
    rust: { path: SETTINGS.path, format: "json", table: ["mcpServers"], entry: rustServerEntry },
  },
};
