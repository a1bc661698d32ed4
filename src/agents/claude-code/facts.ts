import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, measured } from "../fact.ts";
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

const SEEN = measured("2.1.325", "2026-11-15");
const LISTED = measured("2.1.325", "2026-11-16");
const HOOKS = documented("https://code.claude.com/docs/en/hooks", "2026-11-15");

export const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Claude Code",
  aliases: ["claude"],
  homepage: "https://code.claude.com/docs",
  tools,
  notGuarded: [],
  mcpToolName: fact("mcp__<server>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 600, field: "timeout" }, HOOKS),
  limits: [
    fact(
      "Context of more than 10,000 characters (UTF-16) goes to a file, and the model gets a preview of 2 KB; a reason is not cut.",
      SEEN,
    ),
    fact("A `null` beside a decision, a missing `hookEventName` or text before the JSON voids the whole answer, and the tool runs.", SEEN),
    fact("`updatedInput` replaces the whole input, so every field must be given.", SEEN),
    fact("When a hook times out, the tool runs, and the children of the hook's shell die.", SEEN),
    fact("Without a `timeout`, a prompt hook has 30 seconds.", HOOKS),
    fact("At session end a hook without a `timeout` was cut before 4 s; with `timeout: 60` it was waited for.", SEEN),
    fact("A stop is blocked about eight times in a turn, then the agent stops.", SEEN),
    fact("A matcher of plain words must equal the tool's name; anything else is a regular expression.", SEEN),
    fact("The same command in several settings files runs once.", SEEN),
    fact("An explicit allow skips the question to the user; the user's own deny and ask rules still win.", SEEN),
    fact("Hooks are started by `sh`.", SEEN),
    fact(
      "Skills are listed before the hooks of the session's start run; a hook that answers `reloadSkills: true` makes Claude read them again.",
      LISTED,
    ),
    fact("A skill goes by its folder's name. Where project and home have the same name, the home's is listed.", LISTED),
  ],
  trust: [
    fact(
      {
        scopes: ["user", "project"],
        until: "the folder is trusted in the dialog of the first interactive start; `claude -p` asks nothing",
      },
      SEEN,
    ),
  ],
  marks: fact({ env: ["CLAUDECODE"], payload: ["prompt_id"] }, SEEN),
  toolMarks: fact(["CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"], SEEN),
  programs: fact({ names: ["claude"], paths: ["/@anthropic-ai/claude-code", "/claude/versions/"] }, SEEN),
  switches: [
    ...[".claude/settings.json", ".claude/settings.local.json"].flatMap((path) => [
      fact({ scope: "project", file: path, reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" } as const, LISTED),
      fact(
        { scope: "project", file: path, reads: "json", key: ["env", "CLAUDE_CODE_SHELL_PREFIX"], when: "set", effect: "off" } as const,
        LISTED,
      ),
      fact({ scope: "project", file: path, reads: "json", key: ["env", "LD_PRELOAD"], when: "set", effect: "before-us" } as const, LISTED),
    ]),
    fact(
      { scope: "user", file: ".claude/settings.json", reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" },
      HOOKS,
    ),
  ],
  hookFiles: {
    user: [file(".claude/settings.json", SEEN, "key `hooks`")],
    project: [
      file(".claude/settings.json", SEEN, "key `hooks`"),
      file(".claude/settings.local.json", SEEN, "key `hooks`; personal, not shared"),
    ],
  },
  mcpFiles: {
    user: [file(".claude.json", SEEN, "keys `mcpServers` and `projects.<folder>.mcpServers`; `mcpServers` in a settings file is ignored")],
    project: [file(".mcp.json", SEEN, "key `mcpServers`; interactively the user approves each server")],
  },
  skills: {
    user: [file(".claude/skills", SEEN)],
    project: [file(".claude/skills", SEEN, "`.agents/skills` is not read")],
    looks: fact("up", LISTED),
  },
  instructions: {
    user: [file(".claude/CLAUDE.md", SEEN)],
    project: [
      file("CLAUDE.md", SEEN, "`AGENTS.md` is not read"),
      file(".claude/CLAUDE.md", SEEN),
      file("CLAUDE.local.md", SEEN, "personal, not shared"),
      file(".claude/rules/*.md", SEEN),
    ],
  },
  relocatedBy: [
    fact({ variable: "CLAUDE_CONFIG_DIR", from: ".claude", to: "." }, SEEN),
    fact({ variable: "CLAUDE_CONFIG_DIR", from: ".claude.json", to: ".claude.json" }, SEEN),
  ],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("2.1.197 sends payloads with the same keys.", measured("2.1.197", "2026-11-15")),
    fact(
      "Managed settings of an organisation can forbid every hook but its own.",
      documented("https://code.claude.com/docs/en/settings", "2026-11-15"),
    ),
  ],
};
