/** Scripts that tell the model something, watch, or hold it at a stop. */

import { RUN_MARKER, reached, toolBlocked, toolRan, type Claim, type Seen } from "./scenario.ts";
import type { ClaudeScript, LostEffect } from "./shim-script.ts";

const NEVER_TOLD = (text: string, loss: LostEffect["loss"]): LostEffect => ({
  loss,
  instead: ({ turns }) => [[`"${text}" did not reach the model`, !turns.some((turn) => turn.includes(text))]],
});

const IDENTITY = "git config user.name someone && git config user.email someone@example.com";
const FREEZE = "Release freeze: no schema changes before Friday.";
// Gemini CLI puts the context of the session's start into the prompt, so the words are more than the user's.
const TICKET = "The open ticket is SYM-42, and the prompt has ";
const CHANGELOG = "Every commit needs a line in CHANGELOG.md under Unreleased.";
const LOGGER = "Use the logger instead of print: app.py";
const INVALID = "broken.json is not valid JSON, line 1";
const TESTS = "The tests did not run. Run them before you stop.";

export const shimFeedback: readonly ClaudeScript[] = [
  {
    name: "session-notes",
    language: "sh",
    answer: "plain text",
    effect: "adds context at the session's start",
    judge: (seen) => [reached(seen, FREEZE, 1), reached(seen, "Branch: main", 1)],
    lost: { goose: NEVER_TOLD(FREEZE, "context-lost") },
  },
  {
    name: "ticket-context",
    language: "Python",
    answer: "plain text",
    effect: "adds context to the prompt",
    judge: (seen) => [reached(seen, TICKET, 1)],
    lost: { goose: NEVER_TOLD(TICKET, "context-lost") },
  },
  {
    name: "changelog-reminder",
    language: "JavaScript",
    answer: "`additionalContext`",
    effect: "adds context after a command",
    steps: ({ calls }) => [{ calls: [calls.shell(`${IDENTITY} && git commit --allow-empty -q -m first && echo ran > committed.txt`)] }],
    judge: (seen) => [["the command ran", seen.file("committed.txt") === "ran"], reached(seen, CHANGELOG, seen.turns.length)],
    lost: { goose: NEVER_TOLD(CHANGELOG, "context-lost") },
  },
  {
    name: "print-lint",
    language: "Bash with jq",
    answer: "`decision: block` after the tool",
    effect: "sends the linter's findings to the model",
    steps: ({ calls }, { project }) => [
      ...(calls.read === undefined ? [] : [{ calls: [calls.read(`${project}/app.py`)] }]),
      { calls: [calls.edit(`${project}/app.py`, "log(2)", "print(2)")] },
    ],
    judge: (seen) => [["the file was edited", seen.file("app.py") === "log(1)\nprint(2)"], reached(seen, LOGGER, seen.turns.length)],
    lost: { goose: NEVER_TOLD(LOGGER, "deny-unsupported") },
  },
  {
    name: "json-check",
    language: "Python",
    answer: "exit code 2 after the tool, text on stderr",
    effect: "sends a parser's message to the model",
    steps: ({ calls }, { project }) => [{ calls: [calls.write(`${project}/broken.json`, '{"a": 1,}\n')] }],
    judge: (seen) => [["the file was written", seen.file("broken.json") === '{"a": 1,}'], reached(seen, INVALID, seen.turns.length)],
    lost: { goose: NEVER_TOLD(INVALID, "deny-unsupported") },
  },
  {
    name: "audit-log",
    language: "Bash with jq",
    answer: "nothing: it writes a log",
    effect: "sees every tool call once",
    steps: ({ calls }) => [{ calls: [calls.shell(RUN_MARKER)] }],
    judge: (seen) => [
      toolRan(seen),
      logged(seen, `PostToolUse\tBash\t${RUN_MARKER}`),
      logged(seen, `PostToolUse\tWrite\t${seen.run.project}/notes.md`),
      logged(seen, `PostToolUse\tEdit\t${seen.run.project}/app.py`),
      [
        "the log has the MCP tool once",
        auditOf(seen).filter((line) => /^PostToolUse\tmcp__my_srv[-_]a__list_rows\t-$/.test(line)).length === 1,
      ],
    ],
  },
  {
    name: "tests-before-stop",
    language: "Python",
    answer: "`decision: block`, once by `stop_hook_active`",
    effect: "sends the model back to work",
    judge: (seen) => [
      reached(seen, TESTS, seen.turns.length),
      ["the model was sent back once", !seen.turns.slice(0, -1).some((turn) => turn.includes(TESTS))],
    ],
    lost: { opencode: NEVER_TOLD(TESTS, "deny-unsupported") },
  },
  {
    name: "prompt-filter",
    language: "Python",
    answer: "`decision: block`",
    effect: "blocks a prompt",
    run: "prompt",
    steps: ({ calls }) => [{ calls: [calls.shell(RUN_MARKER)] }],
    judge: (seen) => [["the model was asked nothing", seen.turns.length === 0], toolBlocked(seen)],
    lost: { goose: { loss: "deny-unsupported", instead: (seen) => [toolRan(seen)] } },
  },
  {
    name: "permission-rules",
    language: "JavaScript",
    answer: "`decision.behavior: deny`",
    effect: "refuses a permission",
    run: "permission",
    steps: ({ asksPermission }) => asksPermission?.(RUN_MARKER) ?? [],
    judge: (seen) => [toolBlocked(seen), reached(seen, "The team's rules do not permit this command.", 2)],
    lost: Object.fromEntries(["gemini-cli", "goose", "opencode"].map((agent) => [agent, { loss: "no-event", instead: () => [] }])),
  },
];

function auditOf(seen: Seen): readonly string[] {
  return seen.file(".claude/audit.log").split("\n");
}

function logged(seen: Seen, line: string): Claim {
  const found = auditOf(seen).filter((one) => one === line).length;
  return [`the log has "${line}" once (${found})`, found === 1];
}
