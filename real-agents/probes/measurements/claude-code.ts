import { claudeCode } from "../../recipes/claude-code.ts";
import {
  BLOCK,
  context,
  CONTEXT,
  FIRST_STOP,
  HALT,
  MESSAGE,
  REASON,
  specific,
  type Measurement,
  type MeasurementList,
} from "./measurement.ts";

const { calls, subagent } = claudeCode;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const asking: Measurement["by"] = { ...shell, permission: "ask" };
const failing: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const nothing: Measurement["by"] = {};
const delegating: Measurement["by"] = {
  steps: () => subagent([{ calls: [calls.shell("echo ran > marker.txt")] }, { say: "Looked." }]),
};
const compacting: Measurement["by"] = {
  steps: () => [{ calls: [calls.shell("echo ran > marker.txt")], tokens: 990_000 }, { say: "Summary." }],
};
const deny = { permissionDecision: "deny", permissionDecisionReason: REASON };
const changed = { command: "echo changed > marker.txt", description: "scripted" };

export const claudeCodeMeasurements: MeasurementList = {
  recipe: claudeCode,
  measurements: [
    {
      event: "PreToolUse",
      answer: "deny + context",
      by: shell,
      give: { stdout: specific("PreToolUse", { ...deny, additionalContext: CONTEXT }) },
    },
    {
      event: "PreToolUse",
      answer: "deny + systemMessage",
      by: shell,
      give: { stdout: { ...specific("PreToolUse", deny), systemMessage: MESSAGE } },
    },
    {
      event: "PreToolUse",
      answer: "deny + suppressOutput",
      by: shell,
      give: { stdout: { ...specific("PreToolUse", deny), suppressOutput: true } },
    },
    {
      event: "PreToolUse",
      answer: "deny + continue: false",
      by: shell,
      give: { stdout: { ...specific("PreToolUse", deny), continue: false, stopReason: "MARK_STOP" } },
    },
    {
      event: "PreToolUse",
      answer: "rewrite + context + systemMessage",
      by: shell,
      give: { stdout: { ...specific("PreToolUse", { updatedInput: changed, additionalContext: CONTEXT }), systemMessage: MESSAGE } },
    },
    { event: "PostToolUse", answer: "block + context", by: shell, give: { stdout: { ...BLOCK, ...context("PostToolUse") } } },
    { event: "PostToolUseFailure", answer: "context", by: failing, give: { stdout: context("PostToolUseFailure") } },
    { event: "PostToolUseFailure", answer: "block", by: failing, give: { stdout: BLOCK } },
    { event: "PostToolUseFailure", answer: "continue: false", by: failing, give: { stdout: HALT } },
    {
      event: "UserPromptSubmit",
      answer: "block + context + systemMessage",
      by: shell,
      give: { stdout: { ...BLOCK, ...context("UserPromptSubmit"), systemMessage: MESSAGE } },
    },
    {
      event: "SessionStart",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("SessionStart"), systemMessage: MESSAGE } },
    },
    { event: "Stop", answer: "context", by: nothing, give: { stdout: context("Stop"), onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "block", by: nothing, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "block + context", by: nothing, give: { stdout: { ...BLOCK, ...context("Stop") }, onlyIf: FIRST_STOP } },
    {
      event: "Stop",
      answer: "block + systemMessage",
      by: nothing,
      give: { stdout: { ...BLOCK, systemMessage: MESSAGE }, onlyIf: FIRST_STOP },
    },
    { event: "Stop", answer: "continue: false", by: nothing, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "block every time", by: nothing, give: { stdout: BLOCK } },
    { event: "SubagentStart", answer: "context", by: delegating, give: { stdout: context("SubagentStart") } },
    { event: "SubagentStart", answer: "block", by: delegating, give: { stdout: BLOCK } },
    { event: "SubagentStop", answer: "context", by: delegating, give: { stdout: context("SubagentStop"), onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "block", by: delegating, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "continue: false", by: delegating, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    {
      event: "PermissionRequest",
      answer: "allow",
      by: asking,
      give: { stdout: specific("PermissionRequest", { decision: { behavior: "allow" } }) },
    },
    {
      event: "PermissionRequest",
      answer: "allow + updatedInput",
      by: asking,
      give: { stdout: specific("PermissionRequest", { decision: { behavior: "allow", updatedInput: changed } }) },
    },
    {
      event: "PermissionRequest",
      answer: "deny",
      by: asking,
      give: { stdout: specific("PermissionRequest", { decision: { behavior: "deny", message: REASON } }) },
    },
    {
      event: "PermissionRequest",
      answer: "deny + context + systemMessage",
      by: asking,
      give: {
        stdout: {
          ...specific("PermissionRequest", { decision: { behavior: "deny", message: REASON }, additionalContext: CONTEXT }),
          systemMessage: MESSAGE,
        },
      },
    },
    { event: "PermissionRequest", answer: "context", by: asking, give: { stdout: context("PermissionRequest") } },
    { event: "PermissionRequest", answer: "decision: block", by: asking, give: { stdout: BLOCK } },
    { event: "PreCompact", answer: "context", by: compacting, give: { stdout: context("PreCompact") } },
    { event: "PreCompact", answer: "plain text", by: compacting, give: { stdout: CONTEXT } },
    { event: "PreCompact", answer: "block", by: compacting, give: { stdout: BLOCK } },
    { event: "PreCompact", answer: "systemMessage", by: compacting, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "Stop", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE }, onlyIf: FIRST_STOP } },
    { event: "SessionEnd", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
    {
      event: "SessionEnd",
      answer: "context + systemMessage",
      by: nothing,
      give: { stdout: { ...context("SessionEnd"), systemMessage: MESSAGE } },
    },
  ],
};
