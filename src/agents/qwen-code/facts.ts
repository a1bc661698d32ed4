import type { AgentFacts } from "../agent.ts";
import { documented, fact, file, fromHookTime, inBoth, measured } from "../fact.ts";
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

const SEEN = measured("0.24.4", "2026-11-15");
const LISTED = measured("0.24.4", "2026-11-16");
const DOCS = "https://qwenlm.github.io/qwen-code-docs/en/users";
const HOOKS = documented(`${DOCS}/features/hooks`, "2026-11-15");
const SETTINGS = documented(`${DOCS}/configuration/settings`, "2026-11-15");
const MEMORY = documented(`${DOCS}/features/memory`, "2026-11-15");

export const facts: AgentFacts = {
  ...fromHookTime(hookTime, SEEN),
  title: "Qwen Code",
  aliases: ["qwen"],
  homepage: "https://qwenlm.github.io/qwen-code-docs/en",
  tools,
  notGuarded: [],
  mcpToolName: fact("mcp__<server>__<tool>", SEEN),
  timeout: fact({ unit: "seconds", default: 60, field: "timeout" }, SEEN),
  limits: [
    fact("A `timeout` of 1000 or more is read as milliseconds.", SEEN),
    fact("Before a tool no context reaches the model, also not beside a denial, and `updatedInput` is ignored.", SEEN),
    fact(
      "Of several hooks before a tool the last one's decision counts, an allow too; `continue: false` of any of them blocks. " +
        "The project's hooks come before the user's.",
      SEEN,
    ),
    fact("Before a tool `continue: false` blocks it and the run goes on; after it, it replaces the result by the reason.", SEEN),
    fact("After a tool `decision: block` and exit 2 have no effect. At a stop `continue: false` blocks, as `decision` does.", SEEN),
    fact("A question opens a dialog on a terminal; without one the call is denied, and the reason reaches the model.", SEEN),
    fact("JSON on stdout counts with any exit code but 2, which reads stderr alone; exit 2 without text lets the tool run.", SEEN),
    fact("A blocked prompt is dropped silently where there is no terminal.", SEEN),
    fact("`systemMessage` is shown at a stop in text output, and nowhere else.", SEEN),
    fact("In context `<` and `>` arrive as `&lt;` and `&gt;`.", SEEN),
    fact("A turn ends at the eighth blocked stop (`stopHookBlockingCap`, `QWEN_CODE_STOP_HOOK_BLOCK_CAP`).", SEEN),
    fact("A call that needs permission and cannot be asked for fires neither PreToolUse nor PermissionRequest.", SEEN),
    fact("UserPromptSubmit fires again after each tool turn, with an empty prompt; `submitted_prompt` marks what a user typed.", SEEN),
    fact("A subagent's tool calls carry `agent_id`.", SEEN),
    fact("When a hook times out or is missing, the tool runs. The same text in user and project settings runs once.", SEEN),
    fact("An unknown event name is skipped. Hooks are started by `bash`.", SEEN),
    fact(
      "Skills are listed before the hooks of the session's start run: a skill added or removed there is seen in the next session.",
      LISTED,
    ),
    fact("Of skills with one `name` one is listed: `.qwen/skills` before `.agents/skills`, the project's before the home's.", LISTED),
  ],
  trust: [fact({ scopes: ["project"], until: "the folder is trusted, where `security.folderTrust.enabled` is set" }, SEEN)],
  marks: fact({ env: ["QWEN_PROJECT_DIR", "QWEN_CODE_*"], payload: ["timestamp", "permission_mode"] }, SEEN),
  toolMarks: fact(["QWEN_CODE"], documented("https://github.com/QwenLM/qwen-code", "2026-11-16")),
  programs: fact({ names: ["qwen"], paths: ["/@qwen-code/qwen-code"] }, SEEN),
  switches: [
    fact(
      { scope: "project", file: ".qwen/settings.json", reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" },
      LISTED,
    ),
    fact(
      { scope: "user", file: ".qwen/settings.json", reads: "json", key: ["disableAllHooks"], when: { is: true }, effect: "off" },
      documented("https://github.com/QwenLM/qwen-code", "2026-11-16"),
    ),
    ...[".env", ".qwen/.env"].map((path) =>
      fact({ scope: "project", file: path, reads: "variables", key: ["QWEN_CODE_SIMPLE"], when: "set", effect: "off" } as const, LISTED),
    ),
  ],
  hookFiles: inBoth(file(".qwen/settings.json", SEEN, "key `hooks`")),
  mcpFiles: {
    user: [file(".qwen/settings.json", SEEN, "key `mcpServers`")],
    project: [file(".qwen/settings.json", SEEN, "key `mcpServers`"), file(".mcp.json", SEEN, "key `mcpServers`")],
  },
  skills: { ...inBoth(file(".agents/skills", SEEN), file(".qwen/skills", SEEN)), looks: fact("cwd", LISTED) },
  instructions: {
    user: [file(".qwen/QWEN.md", MEMORY)],
    project: [file("QWEN.md", SEEN), file("AGENTS.md", SEEN), file(".qwen/QWEN.local.md", MEMORY)],
  },
  relocatedBy: [fact({ variable: "QWEN_HOME", from: ".qwen", to: "." }, SEEN)],
  reader: fact({ comment: "works", trailingComma: "agent-stops", byteOrderMark: "works", crlf: "works" }, SEEN),
  knownDifferences: [
    fact("Its documentation lists `updatedInput` and context before a tool; this version does neither.", HOOKS),
    fact("Settings of the machine's administrator come before and after the user's; variables move them.", SETTINGS),
    fact("The setting `context.fileName` gives the instruction files other names.", SETTINGS),
    fact("`disableAllHooks`, `--safe-mode` and `--bare` turn all hooks off.", HOOKS),
  ],
};
