import { expect, test } from "vitest";

import { AGENTS } from "../../src/agents/list.ts";
import { agentsCommand, renderAgents } from "../../src/commands/agents.ts";
import type { CliContext } from "../../src/commands/cli-context.ts";
import type { AnswerEvent, ReportEvent } from "../../src/commands/terminal/reporter.ts";
import { sampleAgent } from "../agents/sample-agent.ts";

const PLAIN = (_how: string, text: string) => text;

test("the answer as data is the whole table of every agent", async () => {
  const { value } = await answer();
  expect(JSON.parse(JSON.stringify(value))).toEqual(
    JSON.parse(JSON.stringify(AGENTS.map((agent) => ({ ...agent, registration: undefined, servers: undefined, agentPlugins: undefined })))),
  );
});

test("-v prints one block per agent, which begins with its title and every word for it", async () => {
  const { text } = await answer("-v");
  const lines = text(PLAIN) as string[];
  const heads = lines.filter((_, at) => at === 0 || lines[at - 1] === "");
  expect(heads).toEqual(AGENTS.map(({ title, name, aliases }) => `${title} (${[name, ...aliases].join(", ")})`));
  expect((text((how, word) => `<${how}>${word}`) as string[]).some((line) => line.startsWith("<strong>Gemini CLI"))).toBe(true);
});

test("RT-40 a block shows events with their native names and abilities, tools, what is not guarded, files, relocation and conditions", () => {
  expect(renderAgents([sampleAgent], PLAIN).join("\n")).toBe(
    `
Sample Agent (sample-agent, sample)
  PreToolUse    beforeTool  block  rewrite
  Stop                      block           context  stop
  Notification
  also          onChunk
  tools         shell: run, run_elsewhere
                file_read: editor
                file_write: editor
                file_edit: editor
  not guarded   type_into (shell): input fires no event
  hooks         user: ~/.sample/hooks.json
                project: .sample/hooks.json, .sample/own.json
  MCP           project: .sample/mcp.json
  instructions  project: SAMPLE.md
  moved by      $SAMPLE_HOME for ~/.sample
                $SAMPLE_ROOT/home for ~
  also reads    other-agent (user)
  known from    measured, 1.2.3, 2026-11-15
  timeout       timeoutMs in milliseconds, 9000 without it
  allow         an explicit allow is passed on only with a rewrite
  context       at most 12,345 characters
  runs after    project: the folder is trusted
                user, project: each hook has been checked by someone who can read all of what it does and says so in a dialog
`.trim(),
  );
});

test("without a name a row for each agent says what a hook can do before a tool runs", async () => {
  const { text } = await answer();
  const [, ...rows] = text(PLAIN) as string[];
  expect(rows).toHaveLength(AGENTS.length + 1);
  expect(rows[0]).toMatch(/^ {2}Claude Code +claude +block, ask, rewrite, context, stop$/);
  expect(rows.at(-1)).toContain("`symposium agents <name>`");
});

test("agents can be named, by any of their names, and come in the order of the table", async () => {
  const { value } = await answer("windsurf", "copilot");
  expect((value as { name: string }[]).map(({ name }) => name)).toEqual(["copilot-cli", "windsurf"]);
});

test("a name that no agent has is an error that lists the names", async () => {
  await expect(answer("windsurf", "emacs")).rejects.toMatchObject({
    message: "unknown agent: emacs",
    exitCode: 2,
    hint: expect.stringContaining("claude, codex"),
  });
});

async function answer(...words: string[]): Promise<AnswerEvent> {
  const events: ReportEvent[] = [];
  const loaded = await agentsCommand.loader();
  const run = typeof loaded === "function" ? loaded : loaded.default;
  const report = (event: ReportEvent) => void events.push(event);
  const cli = {
    report,
    context: { home: "/home/u" },
    places: { base: "/home/u/.symposium" },
    calledAs: "symposium",
    verbose: words.includes("-v"),
  };
  await run.call(cli as unknown as CliContext, {}, ...words.filter((word) => word !== "-v"));
  const [event] = events;
  if (events.length !== 1 || event?.type !== "answer") throw new Error("not one answer");
  return event;
}
