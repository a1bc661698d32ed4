import { join } from "node:path";

import { entriesOf } from "../../lookup.ts";
import { isObject, type JsonObject, valueAt } from "../../model/json.ts";
import { documented, fact, facts, file, files, fromHookTime, measured, switchesIn } from "../facts.ts";
import { variablesIn } from "../servers.ts";
import type { Agent, AgentFiles, Impossible, RemoteServer, ServerFile } from "../setup.ts";
import { CONFIG, HOOKS_FILE, hookTime, SEEN, tools } from "./payload.ts";

const LISTED = measured("0.166.0", "2026-11-16");
const LATER = measured("0.166.0", "2026-11-17");
const HOOKS_PAGE = "https://developers.openai.com/codex/hooks";
const HOOKS = documented(HOOKS_PAGE, "2026-11-15");
const WINDOWS = documented("https://github.com/max-sixty/worktrunk/issues/4239", "2026-11-15");
const INSTRUCTIONS = documented("https://developers.openai.com/codex/guides/agents-md", "2026-11-15");

/** Codex shortens a longer timeout to this, and warns about it at every start. */
const MOST_SECONDS_AT_END = 3;
const SERVERS = { path: CONFIG, format: "toml", table: () => ["mcp_servers"] } as const satisfies ServerFile;

export const agent: Agent = {
  ...fromHookTime(hookTime, SEEN),
  title: "Codex CLI",
  aliases: ["codex-cli"],
  homepage: "https://developers.openai.com/codex",
  tools,
  notGuarded: [fact(SEEN, { tool: "write_stdin", does: ["shell"], why: "input into a running command fires no event" })],
  mcpToolName: fact(SEEN, "mcp__<server>__<tool>"),
  timeout: fact(SEEN, { unit: "seconds", default: 600, field: "timeout" }),
  limits: [
    ...facts(
      SEEN,
      "Context or a reason of more than 10,000 bytes of UTF-8 is cut in the middle, with a line that states it.",
      "The answer is read strictly: an unknown field, `suppressOutput`, `ask`, or `continue: false` before a tool voids all of it.",
      "A denial without a reason, and exit 2 without text on stderr, let the tool run.",
      '`updatedInput` counts only beside `permissionDecision: "allow"`; that allow overrides neither sandbox, rules nor approval.',
      "After a tool, a block or `continue: false` replaces the tool's output with the text; the session goes on.",
      "When a hook times out, the tool runs, and the children of the hook's shell die.",
      "`timeoutSec` in hooks.json is ignored. Session end is cut after 3 s; Codex warns about a longer `timeout` at every start.",
      "Blocked stops have no limit of their own.",
      "A file edit is one patch text; a shell heredoc that calls `apply_patch` arrives as `Bash` and has no event after it.",
      "In the name of an MCP tool every `-` is written as `_`.",
      "A hook in the user's and the project's file runs twice.",
      "An unknown top-level key makes Codex reject the whole hooks.json; unknown events and entry keys are tolerated.",
      "Hooks are started by `bash`.",
    ),
    fact(WINDOWS, "On Windows the shell of the session starts `commandWindows`, which is PowerShell unless there is none."),
    ...facts(
      LISTED,
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      "Every copy of a skill is listed: in project and home, and in `.agents/skills` and `.codex/skills`.",
    ),
  ],
  trust: [
    fact(SEEN, {
      scopes: ["user", "project"],
      until:
        'each hook is reviewed at the next interactive start ("Hooks need review"); its trust is bound to command, timeout, matcher, ' +
        "statusMessage and position, and `codex exec` silently skips it until then",
      isForText: true,
    }),
    fact(SEEN, { scopes: ["project"], until: "the project is trusted (`trust_level`); `codex exec` trusts a project it does not know" }),
  ],
  marks: fact(SEEN, { env: ["CODEX_MANAGED_*"], payload: ["turn_id", "model"] }),
  toolMarks: fact(documented("https://github.com/checkly/checkly-cli/pull/1261", "2026-11-16"), ["CODEX_SANDBOX*", "CODEX_THREAD_ID"]),
  programs: fact(SEEN, { names: ["codex"], paths: ["/@openai/codex"] }),
  switches: [
    ...switchesIn(
      LISTED,
      "project",
      [CONFIG],
      "toml",
      [["features", "hooks"], { is: false }],
      [["features", "codex_hooks"], { is: false }],
    ),
    ...switchesIn(documented(HOOKS_PAGE, "2026-11-16"), "user", [CONFIG], "toml", [["features", "hooks"], { is: false }]),
  ],
  hookFiles: {
    user: [file(HOOKS_FILE, SEEN), file(CONFIG, SEEN, "`[[hooks.<Event>]]`; a warning when both files have hooks")],
    project: [file(HOOKS_FILE, SEEN), file(CONFIG, SEEN, "`[[hooks.<Event>]]`")],
  },
  mcpFiles: {
    user: [file(CONFIG, SEEN, "`[mcp_servers.<name>]`")],
    project: [file(CONFIG, SEEN, "`[mcp_servers.<name>]`; `.mcp.json` is not read")],
  },
  skills: {
    user: files(SEEN, ".agents/skills", ".codex/skills"),
    project: [file(".agents/skills", SEEN), file(".codex/skills", SEEN, "`.claude/skills` is not read")],
    looks: fact(LISTED, "up"),
  },
  instructions: {
    user: [file(".codex/AGENTS.md", SEEN), file(".codex/AGENTS.override.md", INSTRUCTIONS, "replaces `AGENTS.md` beside it")],
    project: [file("AGENTS.md", SEEN), file("AGENTS.override.md", SEEN, "replaces `AGENTS.md` beside it")],
  },
  relocatedBy: [fact(SEEN, { variable: "CODEX_HOME", from: ".codex", to: "." })],
  reader: fact(SEEN, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: facts(
    HOOKS,
    "The old feature flag `codex_hooks` still works and is deprecated; hooks are on by default.",
    "Later documentation also names the event `Interrupt`.",
  ),
  registration: {
    signs: { folders: [".codex"], programs: ["codex"] },
    file: { user: HOOKS_FILE, project: HOOKS_FILE },
    denies: "json",
    content: {
      kind: "entries",
      // The user's trust is bound to `command` and `timeout`: never change those two.
      // On Windows the session's shell, which is PowerShell, starts `commandWindows`.
      entry: ({ event, commands, timeout }) => ({
        hooks: [
          {
            type: "command",
            command: commands.posix,
            commandWindows: commands.powershell,
            timeout: event === "SessionEnd" ? MOST_SECONDS_AT_END : timeout,
          },
        ],
      }),
      shares: "hooks",
    },
    placeholder: { hooks: [] },
    rustFiles: { user: [HOOKS_FILE], project: [HOOKS_FILE] },
  },
  servers: {
    // Codex notes there which projects it trusts.
    user: { ...SERVERS, isRewritten: true },
    project: SERVERS,
    entry: (server) => {
      if (server.transport === "stdio") {
        const { command, args, variables = [] } = server;
        // Codex gives a process no variable of the user's but a few, such as `HOME` and `PATH`, and those listed here.
        return { command, args: [...args], ...(variables.length === 0 ? {} : { env_vars: [...variables] }) };
      }
      if (server.transport === "sse") return { impossible: "connect to a server over SSE" };
      return remoteEntry(server);
    },
    references: fact(LATER, "the variable's name in `env_http_headers`, or in `bearer_token_env_var`; none in `url`"),
    approvals: [fact(LATER, { places: ["project"], until: "Codex trusts the project" })],
    wrongShape: fact(LATER, "agent-stops"),
    rust: {
      path: CONFIG,
      format: "toml",
      table: ["mcp_servers"],
      entry: (server) => ("url" in server ? undefined : { command: server.command, args: [...server.args] }),
    },
  },
  agentPlugins: {
    takes: fact(LATER, ["skills", "servers"]),
    skillName: fact(LATER, "<plugin>:<skill>"),
    besideCopy: fact(LATER, "both"),
    places: [
      fact(LATER, {
        scope: "user",
        folder: "~/.codex/plugins/cache/<marketplace>/<plugin>/<version>",
        needs: '`[plugins."<plugin>@<marketplace>"]` in `~/.codex/config.toml` has `enabled = true`',
        find: enabledInCache,
      }),
    ],
  },
};

type Header = readonly [name: string, value: string];

/** Codex reads no references in texts: a header that is one variable has a table of its own, and so has a bearer token. */
function remoteEntry({ url, headers, ...about }: RemoteServer): JsonObject | Impossible {
  const [inAddress] = variablesIn({ ...about, url, headers: {} });
  if (inAddress !== undefined) return { impossible: `read the variable ${inAddress} in an address` };
  const [plain, named]: [Header[], Header[]] = [[], []];
  let token: string | undefined;
  for (const [name, value] of Object.entries(headers)) {
    const [variable] = variablesIn({ ...about, url: value, headers: {} });
    if (variable === undefined) plain.push([name, value]);
    else if (value === `\${${variable}}`) named.push([name, variable]);
    else if (name.toLowerCase() === "authorization" && value === `Bearer \${${variable}}`) token = variable;
    else return { impossible: `send the header ${name}, which has text beside a variable` };
  }
  return {
    url,
    ...(token === undefined ? {} : { bearer_token_env_var: token }),
    ...(plain.length === 0 ? {} : { http_headers: Object.fromEntries(plain) }),
    ...(named.length === 0 ? {} : { env_http_headers: Object.fromEntries(named) }),
  };
}

/** A project's `config.toml` counts for Codex where it trusts the project; what the user enabled counts everywhere. */
function enabledInCache({ user, toml, foldersIn }: AgentFiles): readonly string[] {
  const config = toml(user(CONFIG));
  if (valueAt(config, "features", "plugins") === false) return [];
  const plugins = valueAt(config, "plugins");
  return (isObject(plugins) ? entriesOf(plugins) : []).flatMap(([key, entry]) => {
    const [, name, marketplace] = /^(?!\.+@)([^@/\\]+)@(?!\.+$)([^@/\\]+)$/.exec(key) ?? [];
    if (name === undefined || marketplace === undefined || valueAt(entry, "enabled") !== true) return [];
    const folder = user(`.codex/plugins/cache/${marketplace}/${name}`);
    const versions = foldersIn(folder);
    // Codex takes one of several versions.
    return versions.length === 1 ? [join(folder, versions[0] ?? "")] : [];
  });
}
