import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { agentPage } from "../../scripts/docs-agent-page.ts";
import { agentsTable, eventsTable, namesTable } from "../../scripts/docs-agents.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { sampleAgent } from "./sample-agent.ts";

const page = agentPage(sampleAgent, [sampleAgent], {
  registration: "One entry.",
  approval: "Nothing.",
  servers: "None.",
  agentPlugins: "None.",
  evidence: "Runs.",
});

describe("tables of all agents", () => {
  test("abilities link to the agent's page, and say what happens instead", () => {
    const rows = agentsTable([{ facts: sampleAgent, checked: { version: "1.2.3", isPresent: true } }], "docs/agents").split("\n");
    expect(rows[2]).toBe("| [Sample Agent](docs/agents/sample-agent.md) | yes | denies | yes | no | yes | never | 1.2.3 |");
  });

  test.each([
    [{ isPresent: false }, "documentation"],
    [{ version: "1.2.3", isPresent: false }, "1.2.3, earlier build"],
  ])("an agent checked by %o", (checked, words) => {
    expect(agentsTable([{ facts: sampleAgent, checked }], ".").split("\n")[2]).toMatch(new RegExp(`\\| ${words} \\|$`));
  });

  test("names and approval", () => {
    expect(namesTable([sampleAgent])).toContain("| [Sample Agent](agents/sample-agent.md) | `sample-agent`, `sample` | yes |");
  });

  test("every neutral event has a letter for each ability, a dot for none, and an empty cell where the agent lacks the event", () => {
    const rows = eventsTable([sampleAgent]).split("\n");
    expect(rows[0]).toBe("| event | Sample Agent |");
    expect(rows).toContain("| `PreToolUse` | B R |");
    expect(rows).toContain("| `Notification` | · |");
    expect(rows).toContain("| `SubagentStop` |  |");
  });
});

describe("an agent's page", () => {
  test.each([
    ["its title", "# Sample Agent\n"],
    ["what most facts were measured on, once", "Facts were measured on version 1.2.3, from 2026-11-14 to 2026-11-15."],
    ["an event with its note", "| `beforeTool` | `PreToolUse` | block, rewrite | needs `reason` \\| or else |"],
    [
      "an event that only it has",
      'Events without a neutral name, for hooks with `format = "sample-agent"`; a hook manifest takes those with a second name: `onChunk`.',
    ],
    ["a tool", "| `run` | `Bash` | `shell` |"],
    ["a second tool for the same", "| `run_elsewhere` | `Bash` | `shell` |"],
    ["an editor", "| `editor` | `Write` or `Edit` or `Read` | `file_write` or `file_edit` or `file_read` |"],
    ["RT-40 tools without hooks", "- type_into (shell): input fires no event"],
    ["its fields", "| `cmd` | `command` | `run` |"],
    ["a file of the user", "| hooks | `~/.sample/hooks.json` | key `hooks` |"],
    ["a file of the project", "| instructions | `SAMPLE.md` |  |"],
    [
      "a documented fact with its link",
      "| timeout | `timeoutMs` in milliseconds, 9000 without it ([docs](https://sample.dev/docs/hooks)) |",
    ],
    ["the context limit", "| context | at most 12,345 characters |"],
    ["marks", "| caller's variables | `SAMPLE_*` |"],
    ["other readers", "| also reads the files of | `other-agent` (user) ([docs](https://sample.dev/docs/hooks)) |"],
    ["relocation", "| moved by | `$SAMPLE_ROOT/home` for `~` ([docs](https://sample.dev/docs/hooks)) |"],
    ["how it reads its file", "| byte-order mark in it | the agent exits with an error |"],
    ["a limit", "- One limit."],
    ["the other parts", "## What you must approve\n\nNothing.\n\n## MCP servers\n\nNone.\n\n## Agent Plugins\n\nNone.\n\n## Events"],
  ])("shows %s", (_what, line) => {
    expect(page).toContain(line);
  });

  test("has no section that says nothing", () => {
    expect(page).not.toContain("Known differences");
  });
});

test("docs/agents has a page for each agent, and no other", () => {
  const names = readdirSync(new URL("../../docs/agents", import.meta.url));
  expect(names.toSorted()).toEqual(AGENTS.map(({ name }) => `${name}.md`).toSorted());
});
