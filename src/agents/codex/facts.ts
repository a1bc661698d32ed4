import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, measured } from "../fact.ts";
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

const SEEN = measured("0.166.0", "2026-11-15");
const LISTED = measured("0.166.0", "2026-11-16");
const HOOKS = documented("https://developers.openai.com/codex/hooks", "2026-11-15");
const WINDOWS = documented("https://github.com/max-sixty/worktrunk/issues/4239", "2026-11-15");
const INSTRUCTIONS = documented("https://developers.openai.com/codex/guides/agents-md", "2026-11-15");

export const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Codex CLI",
  aliases: ["codex-cli"],
  homepage: "https://developers.openai.com/codex",
  tools,
  notGuarded: [fact({ tool: "write_stdin", does: ["shell"], why: "input into a running command fires no event" }, SEEN)],
  mcpToolName: fact("mcp__<server>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 600, field: "timeout" }, SEEN),
  limits: [
    fact("Context or a reason of more than 10,000 bytes of UTF-8 is cut in the middle, with a line that states it.", SEEN),
    fact(
      "The answer is read strictly: an unknown field, `suppressOutput`, `ask`, or `continue: false` before a tool voids all of it.",
      SEEN,
    ),
    fact("A denial without a reason, and exit 2 without text on stderr, let the tool run.", SEEN),
    fact(
      '`updatedInput` counts only beside `permissionDecision: "allow"`; that allow overrides neither sandbox, rules nor approval.',
      SEEN,
    ),
    fact("After a tool, a block or `continue: false` replaces the tool's output with the text; the session goes on.", SEEN),
    fact("When a hook times out, the tool runs, and the children of the hook's shell die.", SEEN),
    fact("`timeoutSec` in hooks.json is ignored. Session end is cut after 3 s; Codex warns about a longer `timeout` at every start.", SEEN),
    fact("Blocked stops have no limit of their own.", SEEN),
    fact("A file edit is one patch text; a shell heredoc that calls `apply_patch` arrives as `Bash` and has no event after it.", SEEN),
    fact("In the name of an MCP tool every `-` is written as `_`.", SEEN),
    fact("A hook in the user's and the project's file runs twice.", SEEN),
    fact("An unknown top-level key makes Codex reject the whole hooks.json; unknown events and entry keys are tolerated.", SEEN),
    fact("Hooks are started by `bash`.", SEEN),
    fact("On Windows the shell of the session starts `commandWindows`, which is PowerShell unless there is none.", WINDOWS),
    fact(
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      LISTED,
    ),
    fact("Every copy of a skill is listed: in project and home, and in `.agents/skills` and `.codex/skills`.", LISTED),
  ],
  trust: [
    fact(
      {
        scopes: ["user", "project"],
        until:
          'each hook is reviewed at the next interactive start ("Hooks need review"); its trust is bound to command, timeout, matcher, ' +
          "statusMessage and position, and `codex exec` silently skips it until then",
      },
      SEEN,
    ),
    fact({ scopes: ["project"], until: "the project is trusted (`trust_level`); `codex exec` trusts a project it does not know" }, SEEN),
  ],
  marks: fact({ env: ["CODEX_MANAGED_*"], payload: ["turn_id", "model"] }, SEEN),
  toolMarks: fact(["CODEX_SANDBOX*", "CODEX_THREAD_ID"], documented("https://github.com/checkly/checkly-cli/pull/1261", "2026-11-16")),
  programs: fact({ names: ["codex"], paths: ["/@openai/codex"] }, SEEN),
  switches: [
    ...["hooks", "codex_hooks"].map((key) =>
      fact(
        {
          scope: "project",
          file: ".codex/config.toml",
          reads: "toml",
          key: ["features", key],
          when: { is: false },
          effect: "off",
        } as const,
        LISTED,
      ),
    ),
    fact(
      { scope: "user", file: ".codex/config.toml", reads: "toml", key: ["features", "hooks"], when: { is: false }, effect: "off" },
      documented("https://developers.openai.com/codex/hooks", "2026-11-16"),
    ),
  ],
  hookFiles: {
    user: [file(".codex/hooks.json", SEEN), file(".codex/config.toml", SEEN, "`[[hooks.<Event>]]`; a warning when both files have hooks")],
    project: [file(".codex/hooks.json", SEEN), file(".codex/config.toml", SEEN, "`[[hooks.<Event>]]`")],
  },
  mcpFiles: {
    user: [file(".codex/config.toml", SEEN, "`[mcp_servers.<name>]`")],
    project: [file(".codex/config.toml", SEEN, "`[mcp_servers.<name>]`; `.mcp.json` is not read")],
  },
  skills: {
    user: [file(".agents/skills", SEEN), file(".codex/skills", SEEN)],
    project: [file(".agents/skills", SEEN), file(".codex/skills", SEEN, "`.claude/skills` is not read")],
    looks: fact("up", LISTED),
  },
  instructions: {
    user: [file(".codex/AGENTS.md", SEEN), file(".codex/AGENTS.override.md", INSTRUCTIONS, "replaces `AGENTS.md` beside it")],
    project: [file("AGENTS.md", SEEN), file("AGENTS.override.md", SEEN, "replaces `AGENTS.md` beside it")],
  },
  relocatedBy: [fact({ variable: "CODEX_HOME", from: ".codex", to: "." }, SEEN)],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("The old feature flag `codex_hooks` still works and is deprecated; hooks are on by default.", HOOKS),
    fact("Later documentation also names the event `Interrupt`.", HOOKS),
  ],
};
