import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, inBoth, measured } from "../fact.ts";
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

const SEEN = measured("1.52.0", "2026-11-15");
const LISTED = measured("1.52.0", "2026-11-16");
const HOOKS = documented(
  "https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/context-engineering/hooks.md",
  "2026-11-15",
);
/** On Windows; what is in it was measured on Linux. */
const CONFIG = documented("https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/config-files.md", "2026-11-17");

export const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "goose",
  aliases: ["goose-cli"],
  homepage: "https://goose-docs.ai",
  tools,
  notGuarded: [
    fact(
      {
        tool: "delegate",
        does: ["shell", "file_write", "file_edit", "web_fetch"],
        why: "nothing that a subagent does fires an event; the call that starts one does, as `Agent`",
      },
      SEEN,
    ),
  ],
  mcpToolName: fact("<extension>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 30, field: "timeout" }, SEEN),
  limits: [
    fact("Context reaches the model from no event; with a denial it is added to the reason.", SEEN),
    fact("Only PreToolUse and Stop are obeyed: a prompt cannot be blocked, an input not replaced, a run not ended.", SEEN),
    fact('`{"decision":"block"}` counts with any exit code, exit 2 with any output; `"deny"` and nested decisions are ignored.', SEEN),
    fact('To every denial goose adds "Do not retry; this is a policy denial".', SEEN),
    fact("The payload has no result of a tool, no cause of a failure, and no working folder on session and prompt events.", SEEN),
    fact("Calls that a subagent (`delegate`) makes fire no hook, and neither its start nor its end does.", SEEN),
    fact("The user is asked for approval before PreToolUse; a tool that is never allowed fires no hook.", SEEN),
    fact("A stop is blocked at most eight times (`GOOSE_STOP_HOOK_BLOCK_CAP`); the payload does not show that one was.", SEEN),
    fact("A matcher is a regular expression; `*` is invalid, and the rule is dropped. Shell events compare it with the command.", SEEN),
    fact("When a hook times out, the tool runs, unless `on_failure` is `block`. Children of the hook's shell survive.", SEEN),
    fact("`${PLUGIN_ROOT}` in a command is the folder of the plugin. Hooks are started by `sh` in the project's folder.", SEEN),
    fact(
      "A project's plugin folder replaces the user's folder of the same name, unless `plugins` in `config.yaml` disables the project's.",
      measured("1.52.0", "2026-11-17"),
    ),
    fact("Tools of goose's own extensions are named as those of MCP servers are (`apps__create_app`).", SEEN),
    fact("Resuming a session fires no SessionStart.", SEEN),
    fact("An MCP server must answer methods it does not know with error -32601, or it is dropped.", SEEN),
    fact("In the mode `auto` the rules in `permission.yaml` are ignored; without a terminal the other modes end the run.", SEEN),
    fact("Skills are listed after the hooks of the session's start ran.", LISTED),
    fact(
      "Of skills with one `name` one is listed: `.agents/skills` before `.goose/skills` and `.claude/skills`, the project's before the home's.",
      LISTED,
    ),
  ],
  trust: [],
  marks: fact({ env: ["PLUGIN_ROOT"], payload: ["event", "matcher_context"] }, SEEN),
  toolMarks: fact(["GOOSE_TERMINAL"], documented("https://github.com/block/goose", "2026-11-16")),
  programs: fact({ names: ["goose", "goosed"], paths: ["/@aaif/goose-binary"] }, SEEN),
  switches: [
    fact({ scope: "project", file: ".agents/plugins/symposium", reads: "folder", key: [], when: "set", effect: "off" }, LISTED),
    ...(
      [
        ["project", ".config/goose/settings.json"],
        ["project", ".config/goose/settings.local.json"],
        ["user", ".config/goose/settings.json"],
      ] as const
    ).map(([scope, path]) =>
      fact(
        { scope, file: path, reads: "json", key: ["disabledPlugins"], when: { holds: "symposium" }, effect: "off" },
        measured("1.52.0", "2026-11-17"),
      ),
    ),
    // goose itself writes an entry, with `true`, for each folder that it finds.
    ...(
      [
        [".config/goose/config.yaml", measured("1.52.0", "2026-11-17")],
        ["AppData/Roaming/Block/goose/config/config.yaml", CONFIG],
      ] as const
    ).map(([path, source]) =>
      fact(
        {
          ...{ scope: "user", file: path, reads: "yaml", effect: "off" },
          key: ["plugins", { folder: ".agents/plugins/symposium" }, "enabled"],
          when: { is: false },
        } as const,
        source,
      ),
    ),
  ],
  hookFiles: inBoth(file(".agents/plugins/symposium/hooks/hooks.json", SEEN, "any plugin folder; no manifest is needed")),
  mcpFiles: {
    user: [file(".config/goose/config.yaml", SEEN, "`extensions.<name>` with `enabled`, `type: stdio`, `name`, `cmd`, `args`, `timeout`")],
    project: [],
  },
  skills: {
    user: [
      file(".agents/skills", SEEN),
      file(".claude/skills", SEEN),
      file(".config/goose/skills", SEEN),
      file(".config/agents/skills", SEEN),
    ],
    project: [file(".agents/skills", SEEN), file(".claude/skills", SEEN), file(".goose/skills", SEEN)],
    looks: fact("cwd", LISTED),
  },
  instructions: {
    user: [file(".config/goose/.goosehints", SEEN), file(".config/goose/AGENTS.md", SEEN), file(".agents/AGENTS.md", SEEN)],
    project: [file("AGENTS.md", SEEN), file(".goosehints", SEEN)],
  },
  relocatedBy: [
    fact({ variable: "GOOSE_PATH_ROOT", from: ".agents/plugins", to: ".agents/plugins" }, SEEN),
    fact({ variable: "GOOSE_PATH_ROOT", from: ".config/goose", to: "config" }, SEEN),
    fact({ variable: "XDG_CONFIG_HOME", from: ".config/goose", to: "goose" }, SEEN),
  ],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("Plugins can also be installed into goose's own folder; hooks in them run as well.", HOOKS),
    fact("`.goose/config.yaml` of a project and the shape `provider: mcp` are not read.", SEEN),
  ],
};
