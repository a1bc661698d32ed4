import { expect, test } from "vitest";

import { hookTime } from "../../../src/agents/goose/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const INPUT = hookTime.read(capturedPayload("goose", "PreToolUse.shell"), "PreToolUse");
const read = (code: number, stdout = "", stderr = "") => hookTime.readNative({ code, stdout, stderr }, INPUT);
const BLOCK = '{"decision":"block","reason":"too risky"}';

test.each([
  ["a block denies", 0, BLOCK, "", { decision: "deny", reason: "too risky" }],
  ["a block denies with any exit code", 3, BLOCK, "", { decision: "deny", reason: "too risky" }],
  ["exit code 2 denies with what is on stderr", 2, "", "too risky\n", { decision: "deny", reason: "too risky" }],
  ["exit code 2 denies silently", 2, "", "", { decision: "deny" }],
  ["goose knows no deny", 0, '{"decision":"deny","reason":"too risky"}', "", {}],
  ["a field without a name passes through", 0, '{"later":1}', "", { native: { later: 1 } }],
] as const)("RT-15 %s", (_, code, stdout, stderr, outcome) => {
  expect(read(code, stdout, stderr)).toEqual({ kind: "answer", outcome });
});

test("RT-15 text is nothing, and that is recorded", () => {
  expect(read(0, "remember the release flag", "")).toEqual({ kind: "answer", outcome: {}, losses: [{ code: "text-ignored" }] });
});

test("RT-16 any other exit code is a failure", () => {
  expect(read(1, "", "broken")).toEqual({ kind: "failure", cause: "it exited with code 1" });
});

test("RT-15 fields of a native answer stand beside a block", () => {
  const answer = { decision: "deny", reason: "too risky", native: { later: 1 } } as const;
  expect(JSON.parse(hookTime.encode(answer, INPUT).stdout)).toEqual({ later: 1, decision: "block", reason: "too risky" });
});
