import { goose } from "../../recipes/goose.ts";
import { BLOCK, CONTEXT, context, HALT, MESSAGE, REASON, specific, type Measurement, type MeasurementList } from "./measurement.ts";

const { calls } = goose;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const failing: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const asking: Measurement["by"] = { ...shell, permission: "ask" };
const nothing: Measurement["by"] = {};
const changed = { command: "echo changed > marker.txt" };

export const gooseMeasurements: MeasurementList = {
  recipe: goose,
  measurements: [
    { event: "PreToolUse", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "PreToolUse", answer: "block without a reason", by: shell, give: { stdout: { decision: "block" } } },
    { event: "PreToolUse", answer: "deny", by: shell, give: { stdout: { decision: "deny", reason: REASON } } },
    { event: "PreToolUse", answer: "block + context", by: shell, give: { stdout: { ...BLOCK, ...context("PreToolUse") } } },
    { event: "PreToolUse", answer: "block + systemMessage", by: shell, give: { stdout: { ...BLOCK, systemMessage: MESSAGE } } },
    { event: "PreToolUse", answer: "block + continue: false", by: shell, give: { stdout: { ...HALT, ...BLOCK } } },
    { event: "PreToolUse", answer: "block + unknown field", by: shell, give: { stdout: { ...BLOCK, unknown: true } } },
    { event: "PreToolUse", answer: "block, exit 1", by: shell, give: { stdout: BLOCK, exit: 1 } },
    { event: "PreToolUse", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PreToolUse", answer: "exit 2 + stderr + context on stdout", by: shell, give: { stdout: CONTEXT, stderr: REASON, exit: 2 } },
    { event: "PreToolUse", answer: "exit 2, nothing said", by: shell, give: { exit: 2 } },
    { event: "PreToolUse", answer: "ask", by: shell, give: { stdout: { decision: "ask", reason: REASON } } },
    { event: "PreToolUse", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "PreToolUse", answer: "rewrite", by: shell, give: { stdout: specific("PreToolUse", { updatedInput: changed }) } },
    { event: "PreToolUse", answer: "context", by: shell, give: { stdout: context("PreToolUse") } },
    { event: "PreToolUse", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "PreToolUse", answer: "allow, the user must approve", by: asking, give: { stdout: { decision: "allow" } } },
    { event: "PreToolUseResult", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "BeforeShellExecution", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "BeforeShellExecution", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PostToolUse", answer: "context", by: shell, give: { stdout: context("PostToolUse") } },
    { event: "PostToolUse", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "PostToolUse", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PostToolUse", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "PostToolUse", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "PostToolUseFailure", answer: "context", by: failing, give: { stdout: context("PostToolUseFailure") } },
    { event: "PostToolUseFailure", answer: "block", by: failing, give: { stdout: BLOCK } },
    { event: "UserPromptSubmit", answer: "context", by: shell, give: { stdout: context("UserPromptSubmit") } },
    { event: "UserPromptSubmit", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "UserPromptSubmit", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "UserPromptSubmit", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "SessionStart", answer: "context", by: shell, give: { stdout: context("SessionStart") } },
    { event: "SessionStart", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "Stop", answer: "context", by: nothing, give: { stdout: context("Stop") } },
    { event: "Stop", answer: "plain text", by: nothing, give: { stdout: CONTEXT } },
    { event: "Stop", answer: "block every time", by: nothing, give: { stdout: BLOCK } },
    { event: "Stop", answer: "block + context every time", by: nothing, give: { stdout: { ...BLOCK, ...context("Stop") } } },
    { event: "Stop", answer: "exit 2 + stderr every time", by: nothing, give: { stderr: REASON, exit: 2 } },
    { event: "Stop", answer: "continue: false", by: nothing, give: { stdout: HALT } },
    { event: "SessionEnd", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
  ],
};
