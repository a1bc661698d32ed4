import { codex } from "../../recipes/codex.ts";
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

const { calls, subagent, asksPermission } = codex;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const nothing: Measurement["by"] = {};
const failing: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const asking: Measurement["by"] = { permission: "ask", steps: () => asksPermission("echo ran > marker.txt") };
const delegating: Measurement["by"] = {
  steps: () => subagent([{ calls: [calls.shell("echo ran > marker.txt")] }, { say: "Looked." }]),
};
const compacting: Measurement["by"] = {
  moreArgs: ["-c", "model_auto_compact_token_limit=1000"],
  steps: () => [{ calls: [calls.shell("echo ran > marker.txt")], tokens: 5000 }],
};
const deny = { permissionDecision: "deny", permissionDecisionReason: REASON };
const changed = { command: "echo changed > marker.txt" };

export const codexMeasurements: MeasurementList = {
  recipe: codex,
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
    { event: "PreToolUse", answer: "decision: block + context", by: shell, give: { stdout: { ...BLOCK, ...context("PreToolUse") } } },
    {
      event: "PreToolUse",
      answer: "rewrite + context + systemMessage",
      by: shell,
      give: {
        stdout: {
          ...specific("PreToolUse", { permissionDecision: "allow", updatedInput: changed, additionalContext: CONTEXT }),
          systemMessage: MESSAGE,
        },
      },
    },
    {
      event: "PreToolUse",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("PreToolUse"), systemMessage: MESSAGE } },
    },
    { event: "PostToolUse", answer: "block + context", by: shell, give: { stdout: { ...BLOCK, ...context("PostToolUse") } } },
    { event: "PostToolUse", answer: "context, command failed", by: failing, give: { stdout: context("PostToolUse") } },
    {
      event: "PostToolUse",
      answer: "suppressOutput + context",
      by: shell,
      give: { stdout: { ...context("PostToolUse"), suppressOutput: true } },
    },
    {
      event: "UserPromptSubmit",
      answer: "block + context + systemMessage",
      by: shell,
      give: { stdout: { ...BLOCK, ...context("UserPromptSubmit"), systemMessage: MESSAGE } },
    },
    {
      event: "UserPromptSubmit",
      answer: "suppressOutput + context",
      by: shell,
      give: { stdout: { ...context("UserPromptSubmit"), suppressOutput: true } },
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
    { event: "Stop", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE }, onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "continue: false", by: nothing, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "SubagentStart", answer: "context", by: delegating, give: { stdout: context("SubagentStart") } },
    { event: "SubagentStart", answer: "continue: false", by: delegating, give: { stdout: HALT } },
    { event: "SubagentStop", answer: "context", by: delegating, give: { stdout: context("SubagentStop"), onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "block", by: delegating, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "continue: false", by: delegating, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "PermissionRequest", answer: "nothing", by: asking, give: {} },
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
      answer: "deny without message",
      by: asking,
      give: { stdout: specific("PermissionRequest", { decision: { behavior: "deny" } }) },
    },
    {
      event: "PermissionRequest",
      answer: "deny + systemMessage",
      by: asking,
      give: { stdout: { ...specific("PermissionRequest", { decision: { behavior: "deny", message: REASON } }), systemMessage: MESSAGE } },
    },
    {
      event: "PermissionRequest",
      answer: "deny + context",
      by: asking,
      give: { stdout: specific("PermissionRequest", { decision: { behavior: "deny", message: REASON }, additionalContext: CONTEXT }) },
    },
    { event: "PermissionRequest", answer: "context", by: asking, give: { stdout: context("PermissionRequest") } },
    { event: "PermissionRequest", answer: "decision: block", by: asking, give: { stdout: BLOCK } },
    { event: "PreCompact", answer: "context", by: compacting, give: { stdout: context("PreCompact") } },
    { event: "PreCompact", answer: "block", by: compacting, give: { stdout: BLOCK } },
    { event: "PreCompact", answer: "continue: false", by: compacting, give: { stdout: HALT } },
    { event: "PreCompact", answer: "systemMessage", by: compacting, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "PreCompact", answer: "exit 2 + stderr", by: compacting, give: { stderr: REASON, exit: 2 } },
    { event: "PostCompact", answer: "block", by: compacting, give: { stdout: BLOCK } },
    { event: "PostCompact", answer: "continue: false", by: compacting, give: { stdout: HALT } },
    { event: "PostCompact", answer: "exit 2 + stderr", by: compacting, give: { stderr: REASON, exit: 2 } },
    { event: "PostCompact", answer: "systemMessage", by: compacting, give: { stdout: { systemMessage: MESSAGE } } },
    ...["PreModelRequest", "PostModelRequest"].flatMap((event): Measurement[] => [
      { event, answer: "block", by: shell, give: { stdout: BLOCK } },
      { event, answer: "continue: false", by: shell, give: { stdout: HALT } },
      { event, answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
      { event, answer: "context", by: shell, give: { stdout: context(event) } },
      { event, answer: "plain text", by: shell, give: { stdout: CONTEXT } },
      { event, answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    ]),
    { event: "SessionEnd", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
  ],
};
