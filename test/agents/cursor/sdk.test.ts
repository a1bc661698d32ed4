/** Cursor's own code as the judge of our judge. */

import { describe, expect, test } from "vitest";

import { json } from "../../oracles/answers.ts";
import { entriesOf, OWN_FILES, SCOPES } from "../../support/registered-entries.ts";
import { oracle } from "./oracle.ts";
import { type CursorHooks, cursorHooks, VERSION } from "./sdk-hooks.ts";

describe.skipIf(cursorHooks === undefined)(`RT-30 Cursor's code agrees (needs @cursor/sdk ${VERSION} in $SYMPOSIUM_CURSOR_SDK)`, () => {
  const cursor = cursorHooks as CursorHooks;

  test("on the events", () => expect([...oracle.events].sort()).toEqual(Object.values(cursor.steps).sort()));

  test.each([
    ["a denial", { permission: "deny", user_message: "WHY", agent_message: "WHY" }],
    ["a rewrite with context", { updated_input: { command: "ls" }, additional_context: "CTX" }],
    ["a prompt held back", { continue: false, user_message: "WHY" }],
    ["a follow-up", { followup_message: "WHY" }],
    ["another agent's answer", { decision: "block", reason: "WHY", hookSpecificOutput: {} }],
    ["a permission it does not know", { permission: "no" }],
    ["null", { permission: null, additional_context: null, followup_message: null, continue: null }],
    ["a text where an object belongs", { updated_input: "ls" }],
    ["a list where a text belongs", { additional_context: ["CTX"], user_message: [], followup_message: [] }],
  ])("on which answers hold at the events we answer: %s", (_, answer) => {
    const own = oracle.events.filter((event) => oracle.means(event, {}) !== null);
    const theirs = own.filter((event) => cursor.checkAnswer(event, answer).success);
    const ours = own.filter((event) => oracle.read(event, {}, json(answer)).void === undefined);
    // The oracle is never more lenient: it knows the types of fields also where this code does not look at them.
    expect(theirs).toEqual(expect.arrayContaining(ours));
    expect(ours.includes("preToolUse")).toBe(theirs.includes("preToolUse"));
  });

  test("on what exit code 2 does", () => {
    const denied = oracle.events.filter((event) => {
      const left = cursor.blockAt(event, "WHY") ?? {};
      return left["permission"] === "deny" || (left["continue"] === false && event !== "sessionStart");
    });
    const exit2 = { stdout: "", stderr: "WHY", exitCode: 2 };
    expect(oracle.events.filter((event) => oracle.read(event, {}, exit2).blocked)).toEqual(denied);
  });

  test("RG-2 on the entries that are written", () => {
    const registration = OWN_FILES.find(({ agent }) => agent === "cursor") ?? expect.fail("no Cursor");
    for (const scope of SCOPES) {
      for (const os of ["linux", "windows"] as const) {
        const lists = Object.entries(entriesOf(registration, scope, os)).map(([event, entry]) => [event, [entry]]);
        const frame = registration.content.kind === "entries" ? registration.content.frame : {};
        expect(cursor.checkFile({ ...frame, hooks: Object.fromEntries(lists) as unknown })).toEqual({ isValid: true, errors: [] });
      }
    }
  });

  test("on an entry of this form, and not on others", () => {
    const own = oracle.events.filter((event) => oracle.means(event, {}) !== null);
    const entry = { command: "'/home/user/.symposium/bin/symposium-hook' cursor", timeout: 60, loop_limit: null };
    const of = (value: unknown, names = own) => ({ version: 1, hooks: Object.fromEntries(names.map((event) => [event, value])) });
    expect(cursor.checkFile(of([entry]))).toEqual({ isValid: true, errors: [] });
    const { version: _, ...unversioned } = of([entry]);
    const nested = { hooks: [{ type: "command", command: "x" }] };
    for (const config of [unversioned, of(entry), of([entry], ["PreToolUse"]), of([nested]), of([{ ...entry, timeout: "60" }])]) {
      expect(cursor.checkFile(config).isValid).toBe(false);
    }
  });

  test("on the limits that hold where an entry has none", () => {
    expect({ stops: cursor.mostStops, seconds: cursor.seconds }).toEqual({ stops: 5, seconds: 60 });
  });
});
