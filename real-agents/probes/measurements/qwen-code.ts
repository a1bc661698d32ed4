import { qwenCode } from "../../recipes/qwen-code.ts";
import {
  BLOCK,
  CONTEXT,
  context,
  FIRST_STOP,
  HALT,
  MESSAGE,
  REASON,
  specific,
  type Measurement,
  type MeasurementList,
} from "./measurement.ts";

const { calls, subagent } = qwenCode;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const failing: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const delegating: Measurement["by"] = { steps: () => subagent([{ calls: [calls.shell("echo ran > marker.txt")] }, { say: "Looked." }]) };
const asking: Measurement["by"] = { ...shell, permission: "ask" };
const nothing: Measurement["by"] = {};
const planning: Measurement["by"] = {
  steps: () => [
    { calls: [{ name: "todo_write", args: { todos: [{ id: "1", content: "one", status: "pending" }] } }] },
    { calls: [{ name: "todo_write", args: { todos: [{ id: "1", content: "one", status: "completed" }] } }] },
  ],
};
const expanding: Measurement["by"] = { ...shell, prompt: "/hello world", files: { ".qwen/commands/hello.md": "Say hello to {{args}}\n" } };
const changed = { command: "echo changed > marker.txt" };
const TYPED = '"submitted_prompt"';
const UNTYPED = '"prompt":""';

const deny = (more: Record<string, unknown> = {}) =>
  specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: REASON, ...more });
const decided = (decision: string, more: Record<string, unknown> = {}) =>
  specific("PreToolUse", { permissionDecision: decision, permissionDecisionReason: REASON, ...more });

const permission = (decision: Record<string, unknown>) => specific("PermissionRequest", { decision });

export const qwenCodeMeasurements: MeasurementList = {
  recipe: qwenCode,
  measurements: [
    { event: "PreToolUse", answer: "deny", by: shell, give: { stdout: deny() } },
    { event: "PreToolUse", answer: "deny + context", by: shell, give: { stdout: deny({ additionalContext: CONTEXT }) } },
    { event: "PreToolUse", answer: "deny + systemMessage", by: shell, give: { stdout: { ...deny(), systemMessage: MESSAGE } } },
    { event: "PreToolUse", answer: "deny + suppressOutput", by: shell, give: { stdout: { ...deny(), suppressOutput: true } } },
    {
      event: "PreToolUse",
      answer: "deny + continue: false",
      by: shell,
      give: { stdout: { ...deny(), continue: false, stopReason: "MARK_STOP" } },
    },
    { event: "PreToolUse", answer: "decision: block", by: shell, give: { stdout: BLOCK } },
    { event: "PreToolUse", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "PreToolUse", answer: "ask", by: shell, give: { stdout: decided("ask") } },
    { event: "PreToolUse", answer: "allow + rewrite", by: shell, give: { stdout: decided("allow", { updatedInput: changed }) } },
    { event: "PreToolUse", answer: "context", by: shell, give: { stdout: context("PreToolUse") } },
    { event: "PreToolUse", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "PreToolUse", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "PreToolUse", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PreToolUse", answer: "exit 2, nothing said", by: shell, give: { exit: 2 } },
    { event: "PreToolUse", answer: "exit 2 + JSON that denies on stdout", by: shell, give: { stdout: deny(), exit: 2 } },
    { event: "PreToolUse", answer: "deny, exit 1", by: shell, give: { stdout: deny(), exit: 1 } },
    { event: "PostToolUse", answer: "context", by: shell, give: { stdout: context("PostToolUse") } },
    { event: "PostToolUse", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "PostToolUse", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PostToolUse", answer: "continue: false", by: shell, give: { stdout: HALT } },
    {
      event: "PostToolUse",
      answer: "continue: false + context",
      by: shell,
      give: { stdout: { ...HALT, ...context("PostToolUse") } },
    },
    { event: "PostToolUse", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "PostToolUseFailure", answer: "context", by: failing, give: { stdout: context("PostToolUseFailure") } },
    { event: "PostToolUseFailure", answer: "block", by: failing, give: { stdout: BLOCK } },
    { event: "PostToolUseFailure", answer: "continue: false", by: failing, give: { stdout: HALT } },
    { event: "PostToolBatch", answer: "context", by: shell, give: { stdout: context("PostToolBatch") } },
    { event: "PostToolBatch", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "UserPromptSubmit", answer: "context", by: shell, give: { stdout: context("UserPromptSubmit"), onlyIf: TYPED } },
    { event: "UserPromptSubmit", answer: "plain text", by: shell, give: { stdout: CONTEXT, onlyIf: TYPED } },
    {
      event: "UserPromptSubmit",
      answer: "context at the empty prompt",
      by: shell,
      give: { stdout: context("UserPromptSubmit"), onlyIf: UNTYPED },
    },
    { event: "UserPromptSubmit", answer: "block", by: shell, give: { stdout: BLOCK, onlyIf: TYPED } },
    {
      event: "UserPromptSubmit",
      answer: "block + systemMessage",
      by: shell,
      give: { stdout: { ...BLOCK, systemMessage: MESSAGE }, onlyIf: TYPED },
    },
    { event: "UserPromptSubmit", answer: "continue: false", by: shell, give: { stdout: HALT, onlyIf: TYPED } },
    { event: "UserPromptSubmit", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2, onlyIf: TYPED } },
    {
      event: "SessionStart",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("SessionStart"), systemMessage: MESSAGE } },
    },
    { event: "SessionStart", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "SessionStart", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "Stop", answer: "context", by: nothing, give: { stdout: context("Stop"), onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "block", by: nothing, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "block + context", by: nothing, give: { stdout: { ...BLOCK, ...context("Stop") }, onlyIf: FIRST_STOP } },
    {
      event: "Stop",
      answer: "block + continue: false",
      by: nothing,
      give: { stdout: { ...BLOCK, continue: false, stopReason: "MARK_STOP" } },
    },
    { event: "Stop", answer: "block every time", by: nothing, give: { stdout: BLOCK } },
    { event: "Stop", answer: "continue: false", by: nothing, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "Stop", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "SubagentStart", answer: "context", by: delegating, give: { stdout: context("SubagentStart") } },
    { event: "SubagentStart", answer: "block", by: delegating, give: { stdout: BLOCK } },
    { event: "SubagentStart", answer: "continue: false", by: delegating, give: { stdout: HALT } },
    { event: "SubagentStop", answer: "context", by: delegating, give: { stdout: context("SubagentStop"), onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "block", by: delegating, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    { event: "SubagentStop", answer: "continue: false", by: delegating, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "PermissionRequest", answer: "deny", by: asking, give: { stdout: permission({ behavior: "deny", message: REASON }) } },
    { event: "PermissionRequest", answer: "allow", by: asking, give: { stdout: permission({ behavior: "allow" }) } },
    {
      event: "PermissionRequest",
      answer: "allow + updatedInput",
      by: asking,
      give: { stdout: permission({ behavior: "allow", updatedInput: changed }) },
    },
    { event: "Notification", answer: "context", by: shell, give: { stdout: context("Notification") } },
    { event: "Notification", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "PostToolBatch", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "PostToolBatch", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "PostToolBatch", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
    { event: "PostToolBatch", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "UserPromptExpansion", answer: "block", by: expanding, give: { stdout: BLOCK } },
    { event: "UserPromptExpansion", answer: "continue: false", by: expanding, give: { stdout: HALT } },
    { event: "UserPromptExpansion", answer: "exit 2 + stderr", by: expanding, give: { stderr: REASON, exit: 2 } },
    { event: "UserPromptExpansion", answer: "context", by: expanding, give: { stdout: context("UserPromptExpansion") } },
    { event: "UserPromptExpansion", answer: "plain text", by: expanding, give: { stdout: CONTEXT } },
    { event: "UserPromptExpansion", answer: "systemMessage", by: expanding, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "TodoCreated", answer: "block", by: planning, give: { stdout: BLOCK } },
    { event: "TodoCreated", answer: "continue: false", by: planning, give: { stdout: HALT } },
    { event: "TodoCreated", answer: "exit 2 + stderr", by: planning, give: { stderr: REASON, exit: 2 } },
    { event: "TodoCreated", answer: "context", by: planning, give: { stdout: context("TodoCreated") } },
    { event: "TodoCreated", answer: "plain text", by: planning, give: { stdout: CONTEXT } },
    { event: "TodoCreated", answer: "systemMessage", by: planning, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "TodoCompleted", answer: "block", by: planning, give: { stdout: BLOCK } },
    { event: "TodoCompleted", answer: "continue: false", by: planning, give: { stdout: HALT } },
    { event: "TodoCompleted", answer: "exit 2 + stderr", by: planning, give: { stderr: REASON, exit: 2 } },
    { event: "TodoCompleted", answer: "context", by: planning, give: { stdout: context("TodoCompleted") } },
    { event: "TodoCompleted", answer: "plain text", by: planning, give: { stdout: CONTEXT } },
    { event: "TodoCompleted", answer: "systemMessage", by: planning, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "InstructionsLoaded", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "InstructionsLoaded", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "MessageDisplay", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "MessageDisplay", answer: "continue: false", by: shell, give: { stdout: HALT } },
  ],
};
