import { expect, test } from "vitest";

import type { CliContext } from "../../src/commands/cli-context.ts";
import { reportSetUpMessages } from "../../src/commands/registration-report.ts";
import type { ReportEvent } from "../../src/commands/terminal/reporter.ts";
import type { InitResult } from "../../src/setup/init-result.ts";

const NOTHING: InitResult = {
  dryRun: false,
  scope: "global",
  files: [],
  activations: [],
  servers: [],
  unknownAgents: [],
  waitsForProjects: false,
};

test("nothing to say besides the answer", () => {
  expect(messages({})).toEqual([]);
});

test("no agent is configured, and what is still registered", () => {
  const noAgents = "note: no agents configured, run `symposium init` to add one";
  expect(messages({ stillRegistered: [] })).toEqual([noAgents]);
  expect(messages({ stillRegistered: ["/home/u/.claude/settings.json"] })).toEqual([
    `${noAgents} (\`symposium uninstall\` removes what is still registered: /home/u/.claude/settings.json)`,
  ]);
});

test("a name that means no agent, and a scope that waits for projects", () => {
  expect(messages({ unknownAgents: ["clod", "cluade"], waitsForProjects: true })).toEqual([
    'warning: /home/u/config.toml: unknown agent "clod" is ignored (`symposium init --remove-agent clod` removes it)',
    'warning: /home/u/config.toml: unknown agent "cluade" is ignored (did you mean `claude`? `symposium init --remove-agent cluade` removes it)',
    "note: hooks are registered per project: run `symposium sync` in each",
  ]);
});

test("our directory was moved: a note, and in a project a warning that hooks do not run", () => {
  const note = "note: SYMPOSIUM_HOME is set here: set it in your login profile too, or Symposium uses ~/.symposium in other shells";
  expect(messages({ movedTo: "/opt/ours" })).toEqual([note]);
  expect(messages({ movedTo: "/opt/ours", scope: "project" })).toEqual([
    note,
    "warning: entries in a project call the program in ~/.symposium, and it is in /opt/ours: hooks registered here do not run" +
      " (unset SYMPOSIUM_HOME and run this again, or register for yourself with `--hook-scope global`)",
  ]);
});

/** Each with its hint in brackets. */
function messages(result: Partial<InitResult>): string[] {
  const events: ReportEvent[] = [];
  const cli = { report: (event: ReportEvent) => events.push(event), places: { config: "/home/u/config.toml" }, calledAs: "symposium" };
  reportSetUpMessages(cli as unknown as CliContext, { ...NOTHING, ...result });
  return events.map((event) => {
    if (event.type !== "message") throw new Error(`${event.type} is not a message`);
    return `${event.level}: ${event.message}${event.hint === undefined ? "" : ` (${event.hint})`}`;
  });
}
