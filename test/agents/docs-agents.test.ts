import { expect, test } from "vitest";

import { abilitiesTable, agentSections } from "../../scripts/docs-agents.ts";
import { sampleAgent } from "./sample-agent.ts";

const section = agentSections([sampleAgent]);

test("the matrix has every neutral event, with the native name and what it can do", () => {
  const rows = abilitiesTable([sampleAgent]).split("\n");
  expect(rows[0]).toBe("| event | Sample Agent |");
  expect(rows).toContain("| `PreToolUse`<br>`pre-tool-use` | `beforeTool`: block, rewrite |");
  expect(rows).toContain("| `Notification`<br>`notification` | `Notification`: nothing |");
  expect(rows).toContain("| `SubagentStop`<br>`subagent-stop` | has no such event |");
});

test.each([
  ["an event with its note", "| `beforeTool` | `PreToolUse` | block, rewrite | needs `reason` \\| or else | measured, 1.2.3, 2026-11-15 |"],
  ["an event only it has", "| `onChunk` | only here | nothing |  | [documented](https://sample.dev/docs/hooks), 2026-11-14 |"],
  ["a tool", "| `run` | `Bash` | `shell` |  |"],
  ["a tool beside it", "| `run_elsewhere` | `Bash` | `shell` | beside the usual tool |"],
  ["an editor", "| `editor` | `Write`, `Edit`, `Read` | `file_write`, `file_edit`, `file_read` | beside the usual tool, by its input |"],
  ["RT-40 what is not guarded", "- type_into (shell): input fires no event (measured, 1.2.3, 2026-11-15)"],
  ["its fields", "Input fields under Claude's names: `cmd` is `command`, unless there is `command` (measured, 1.2.3, 2026-11-15)."],
  ["a file of the user", "| hooks | user | `~/.sample/hooks.json` | key `hooks` | measured, 1.2.3, 2026-11-15 |"],
  ["a file of the project", "| instructions | project | `SAMPLE.md` |  | measured, 1.2.3, 2026-11-15 |"],
  ["the timeout", "| timeout | `timeoutMs` in milliseconds, 9000 without it | [documented](https://sample.dev/docs/hooks), 2026-11-14 |"],
  ["the context limit", "| context | at most 12,345 characters | measured, 1.2.3, 2026-11-15 |"],
  ["marks", "| variables that mark it as the caller | `SAMPLE_*` | measured, 1.2.3, 2026-11-15 |"],
  ["other readers", "| it also reads the files of | `other-agent` (user) | [documented](https://sample.dev/docs/hooks), 2026-11-14 |"],
  ["relocation", "| moved by | $SAMPLE_ROOT/home for ~ | [documented](https://sample.dev/docs/hooks), 2026-11-14 |"],
  ["a reader's verdict", "| a byte-order mark | the agent ends with an error | measured, 1.2.3, 2026-11-15 |"],
  ["a condition", "- project: not active until the folder is trusted (measured, 1.2.3, 2026-11-15)"],
  ["a limit", "- One limit. (measured, 1.2.3, 2026-11-15)"],
  ["nothing known", "#### Known differences\n\nNone known."],
])("a section shows %s", (_what, line) => {
  expect(section).toContain(line);
});
