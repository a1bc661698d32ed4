import { describe, expect, test } from "vitest";

import { failureOf } from "../../src/commands/run.ts";
import { reportAsJson, reportToPeople } from "../../src/commands/terminal/open-reporter.ts";
import { isShown, type ReportEvent } from "../../src/commands/terminal/reporter.ts";
import { InternalError, UserError } from "../../src/errors.ts";

const EVENTS: readonly ReportEvent[] = [
  { type: "message", level: "detail", message: "looked at 3 files" },
  { type: "message", level: "note", message: "2 plugins" },
  { type: "message", level: "done", message: "wrote config.toml" },
  { type: "message", level: "warning", message: "a plugin is asleep", hint: "wake it" },
  { type: "answer", value: { count: 2 }, text: (style) => [`count ${style("strong", "2")}`] },
  { type: "failure", code: "GONE", message: "the file is gone", hint: "make it again", stack: "    at nowhere" },
];

interface Options {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

function rendered({ quiet = false, verbose = false, json = false, terminal = false, env = {} }: Options) {
  const out = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof out) => ({ write: (text: string) => void (out[name] += text), isTTY: terminal });
  const [stdout, stderr] = [stream("stdout"), stream("stderr")];
  const reporter = json ? reportAsJson({ quiet, verbose, stdout }) : reportToPeople({ quiet, verbose, stdout, stderr, env });
  for (const event of EVENTS) reporter.report(event);
  reporter.end();
  return out;
}

describe("for people", () => {
  test("the answer goes to stdout, everything else to stderr", () => {
    expect(rendered({})).toEqual({
      stdout: "count 2\n",
      stderr: "2 plugins\nwrote config.toml\nwarning: a plugin is asleep\nhint: wake it\nerror: the file is gone\n\nhint: make it again\n",
    });
  });

  test("-q leaves the answer, warnings and errors", () => {
    const stderr = "warning: a plugin is asleep\nhint: wake it\nerror: the file is gone\n\nhint: make it again\n";
    expect(rendered({ quiet: true })).toEqual({ stdout: "count 2\n", stderr });
  });

  test("-q hides an answer that only reports", () => {
    expect(isShown({ type: "answer", value: 1, text: () => ["1"], isReport: true }, { quiet: true, verbose: false })).toBe(false);
  });

  test("-v adds details and where an error comes from", () => {
    const { stderr } = rendered({ verbose: true });
    expect(stderr).toContain("looked at 3 files\n");
    expect(stderr).toContain("error: the file is gone\n    at nowhere\n");
  });

  test("colour appears on a terminal only, and never against NO_COLOR", () => {
    const escape = "\u001B[";
    expect(rendered({ terminal: true }).stdout).toBe(`count ${escape}1m2${escape}22m\n`);
    expect(rendered({ terminal: true }).stderr).toContain(`${escape}31merror${escape}39m: `);
    for (const env of [{ NO_COLOR: "1" }, { NO_COLOR: "0" }, { TERM: "dumb" }] as Record<string, string>[]) {
      expect(rendered({ terminal: true, env })).toEqual(rendered({}));
    }
    expect(rendered({ terminal: true, env: { NO_COLOR: "" } }).stdout).toContain(escape);
  });
});

describe("as JSON", () => {
  const document = (options: Options) => JSON.parse(rendered({ ...options, json: true }).stdout);

  test("there is one document on stdout and nothing on stderr", () => {
    expect(rendered({ json: true, terminal: true }).stderr).toBe("");
    expect(document({})).toEqual({
      answer: { count: 2 },
      error: { code: "GONE", message: "the file is gone", hint: "make it again" },
      messages: [
        { level: "note", message: "2 plugins" },
        { level: "done", message: "wrote config.toml" },
        { level: "warning", message: "a plugin is asleep", hint: "wake it" },
      ],
    });
  });

  test("-q and -v decide about messages as they do for people", () => {
    expect(document({ quiet: true }).messages).toEqual([{ level: "warning", message: "a plugin is asleep", hint: "wake it" }]);
    expect(document({ verbose: true }).messages).toContainEqual({ level: "detail", message: "looked at 3 files" });
    expect(document({ verbose: true }).error.stack).toBe("    at nowhere");
  });
});

describe("errors", () => {
  test("one the user can fix is printed with its hint and exit code, without a stack", () => {
    const error = new UserError("NO_AGENT", "no such agent", { hint: "see the list", exitCode: 2 });
    const event = { type: "failure", code: "NO_AGENT", message: "no such agent", hint: "see the list" };
    expect(failureOf(error)).toEqual({ event, exitCode: 2 });
    expect(failureOf(new UserError("FAILED", "it failed"))).toEqual({
      event: { type: "failure", code: "FAILED", message: "it failed" },
      exitCode: 1,
    });
  });

  test("an internal one says how to report it and keeps the stack of every cause", () => {
    const { event, exitCode } = failureOf(new InternalError("cannot be", { cause: new Error("deep down") }));
    expect(exitCode).toBe(1);
    expect(event).toMatchObject({ code: "INTERNAL", message: "cannot be", hint: expect.stringContaining("report") });
    expect("stack" in event && event.stack).toMatch(/^ {4}at [\s\S]+\ncaused by: deep down\n {4}at /);
  });

  test.each([
    [new TypeError("x is not a function"), "x is not a function"],
    [new Error(""), "Error"],
    ["thrown text", "thrown text"],
  ])("anything else thrown is ours too: %j", (thrown, message) => {
    expect(failureOf(thrown)).toMatchObject({ event: { code: "UNEXPECTED", message }, exitCode: 1 });
  });
});
