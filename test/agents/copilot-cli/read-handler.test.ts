import { describe, expect, test } from "vitest";

import { hookTime } from "../../../src/agents/copilot-cli/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const DENY = { permissionDecision: "deny", permissionDecisionReason: "no" };
const said = (outcome: object) => ({ kind: "answer", outcome });

function ending(name: string, stdout: object | string, code = 0, stderr = "") {
  const input = hookTime.read(capturedPayload("copilot-cli", name), name.split(".")[0] ?? "");
  return hookTime.readNative({ code, stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout), stderr }, input);
}

describe("RT-15 a handler of Copilot CLI's own format", () => {
  test("decides in the words of its event, and in no others", () => {
    expect(ending("preToolUse.shell", DENY)).toEqual(said({ decision: "deny", reason: "no" }));
    expect(ending("preToolUse.shell", { decision: "block", reason: "no" })).toEqual(said({}));
    expect(ending("permissionRequest.shell", { behavior: "deny", message: "no" })).toEqual(said({ decision: "deny", reason: "no" }));
    expect(ending("permissionRequest.shell", DENY)).toEqual(said({}));
    expect(ending("agentStop", { decision: "block", reason: "no" })).toEqual(said({ decision: "deny", reason: "no" }));
    expect(ending("sessionStart", { decision: "block", reason: "no", additionalContext: "x" })).toEqual(said({ context: "x" }));
  });

  test("rewrites with an object, with JSON text, or with the text of a patch", () => {
    expect(ending("preToolUse.shell", { modifiedArgs: { command: "true" } })).toEqual(said({ nativeInput: { command: "true" } }));
    expect(ending("preToolUse.shell", { modifiedArgs: '{"command":"true"}' })).toEqual(said({ nativeInput: { command: "true" } }));
    expect(ending("preToolUse.patch-add", { modifiedArgs: "*** Begin Patch" })).toEqual(said({ nativeInput: "*** Begin Patch" }));
    expect(ending("postToolUse.shell", { modifiedArgs: { command: "true" } })).toEqual(said({}));
  });

  test("denies with every exit code but 0 before a tool and at a permission, with the reason of its JSON", () => {
    expect(ending("preToolUse.shell", "", 1, "lost")).toEqual(said({ decision: "deny", reason: "hook exited with code 1" }));
    expect(ending("preToolUse.shell", { permissionDecisionReason: "no" }, 2)).toEqual(said({ decision: "deny", reason: "no" }));
    expect(ending("permissionRequest.shell", "", 127)).toMatchObject(said({ decision: "deny" }));
  });

  test("only warns with an exit code elsewhere; after a failed tool exit 2 has a word for the model", () => {
    expect(ending("userPromptSubmitted", { decision: "block", reason: "no" }, 1)).toEqual({
      kind: "failure",
      cause: "it exited with code 1",
    });
    expect(ending("postToolUseFailure.read", "", 2, "look again\n")).toEqual(said({ context: "look again" }));
  });

  test("says nothing with plain text, and fails with broken JSON", () => {
    expect(ending("sessionStart", "hello")).toEqual({ ...said({}), losses: [{ code: "text-ignored" }] });
    expect(ending("preToolUse.shell", "{broken")).toMatchObject({ kind: "failure" });
  });

  test("passes on what has no name here, and nothing that decides", () => {
    const result = { textResultForLlm: "x", resultType: "success" };
    expect(ending("postToolUse.shell", { modifiedResult: result })).toEqual(said({ native: { modifiedResult: result } }));
    const nested = { hookSpecificOutput: { permissionDecision: "allow" } };
    expect(ending("preToolUse.shell", nested)).toEqual(said({}));
    expect(ending("preToolUse.claude-file", nested)).toEqual(said({ decision: "allow" }));
  });
});
