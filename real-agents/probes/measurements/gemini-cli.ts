import { geminiCli } from "../../recipes/gemini-cli.ts";
import { BLOCK, context, FIRST_STOP, HALT, MESSAGE, REASON, specific, type Measurement, type MeasurementList } from "./measurement.ts";

const { calls } = geminiCli;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const exiting: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const failing: Measurement["by"] = { steps: () => [{ calls: [{ name: "read_file", args: { file_path: "absent.txt" } }] }] };
const nothing: Measurement["by"] = {};
const deny = { decision: "deny", reason: REASON };
const changed = { command: "echo changed > marker.txt" };

export const geminiCliMeasurements: MeasurementList = {
  recipe: geminiCli,
  measurements: [
    { event: "BeforeTool", answer: "deny + systemMessage", by: shell, give: { stdout: { ...deny, systemMessage: MESSAGE } } },
    { event: "BeforeTool", answer: "deny + suppressOutput", by: shell, give: { stdout: { ...deny, suppressOutput: true } } },
    {
      event: "BeforeTool",
      answer: "deny + suppressOutput + systemMessage",
      by: shell,
      give: { stdout: { ...deny, suppressOutput: true, systemMessage: MESSAGE } },
    },
    { event: "BeforeTool", answer: "deny + context", by: shell, give: { stdout: { ...deny, ...context("BeforeTool") } } },
    {
      event: "BeforeTool",
      answer: "deny + continue: false",
      by: shell,
      give: { stdout: { ...deny, continue: false, stopReason: "MARK_STOP" } },
    },
    {
      event: "BeforeTool",
      answer: "rewrite + systemMessage",
      by: shell,
      give: { stdout: { ...specific("BeforeTool", { tool_input: changed }), systemMessage: MESSAGE } },
    },
    {
      event: "BeforeTool",
      answer: "allow + rewrite + suppressOutput",
      by: shell,
      give: { stdout: { decision: "allow", suppressOutput: true, ...specific("BeforeTool", { tool_input: changed }) } },
    },
    {
      event: "AfterTool",
      answer: "context + suppressOutput",
      by: shell,
      give: { stdout: { ...context("AfterTool"), suppressOutput: true } },
    },
    {
      event: "AfterTool",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("AfterTool"), systemMessage: MESSAGE } },
    },
    { event: "AfterTool", answer: "context, command exited 3", by: exiting, give: { stdout: context("AfterTool") } },
    { event: "AfterTool", answer: "context, tool failed", by: failing, give: { stdout: context("AfterTool") } },
    { event: "AfterTool", answer: "deny, tool failed", by: failing, give: { stdout: deny } },
    { event: "AfterTool", answer: "deny + context", by: shell, give: { stdout: { ...deny, ...context("AfterTool") } } },
    {
      event: "BeforeAgent",
      answer: "deny + context + systemMessage",
      by: shell,
      give: { stdout: { ...deny, ...context("BeforeAgent"), systemMessage: MESSAGE } },
    },
    {
      event: "BeforeAgent",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("BeforeAgent"), systemMessage: MESSAGE } },
    },
    {
      event: "SessionStart",
      answer: "context + systemMessage",
      by: shell,
      give: { stdout: { ...context("SessionStart"), systemMessage: MESSAGE } },
    },
    { event: "AfterAgent", answer: "context", by: nothing, give: { stdout: context("AfterAgent"), onlyIf: FIRST_STOP } },
    { event: "AfterAgent", answer: "deny", by: nothing, give: { stdout: deny, onlyIf: FIRST_STOP } },
    { event: "AfterAgent", answer: "block", by: nothing, give: { stdout: BLOCK, onlyIf: FIRST_STOP } },
    {
      event: "AfterAgent",
      answer: "deny + context",
      by: nothing,
      give: { stdout: { ...deny, ...context("AfterAgent") }, onlyIf: FIRST_STOP },
    },
    {
      event: "AfterAgent",
      answer: "deny + systemMessage",
      by: nothing,
      give: { stdout: { ...deny, systemMessage: MESSAGE }, onlyIf: FIRST_STOP },
    },
    { event: "AfterAgent", answer: "continue: false", by: nothing, give: { stdout: HALT, onlyIf: FIRST_STOP } },
    { event: "AfterAgent", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE }, onlyIf: FIRST_STOP } },
    { event: "PreCompress", answer: "context", by: shell, give: { stdout: context("PreCompress") } },
    { event: "PreCompress", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "PreCompress", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "SessionEnd", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "BeforeModel", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "BeforeModel", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "BeforeModel", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "BeforeModel", answer: "exit 2, nothing said", by: shell, give: { exit: 2 } },
    { event: "BeforeModel", answer: "deny + systemMessage", by: shell, give: { stdout: { ...deny, systemMessage: MESSAGE } } },
    { event: "BeforeModel", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "BeforeModel", answer: "context", by: shell, give: { stdout: context("BeforeModel") } },
    { event: "BeforeModel", answer: "plain text", by: shell, give: { stdout: "MARK_MESSAGE" } },
    { event: "AfterModel", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "AfterModel", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "AfterModel", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "AfterModel", answer: "exit 2, nothing said", by: shell, give: { exit: 2 } },
    { event: "AfterModel", answer: "deny + systemMessage", by: shell, give: { stdout: { ...deny, systemMessage: MESSAGE } } },
    { event: "AfterModel", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "AfterModel", answer: "context", by: shell, give: { stdout: context("AfterModel") } },
    { event: "AfterModel", answer: "plain text", by: shell, give: { stdout: "MARK_MESSAGE" } },
    { event: "BeforeToolSelection", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "BeforeToolSelection", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "BeforeToolSelection", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "BeforeToolSelection", answer: "exit 2, nothing said", by: shell, give: { exit: 2 } },
    { event: "BeforeToolSelection", answer: "deny + systemMessage", by: shell, give: { stdout: { ...deny, systemMessage: MESSAGE } } },
    { event: "BeforeToolSelection", answer: "systemMessage", by: shell, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "BeforeToolSelection", answer: "context", by: shell, give: { stdout: context("BeforeToolSelection") } },
    { event: "BeforeToolSelection", answer: "plain text", by: shell, give: { stdout: "MARK_MESSAGE" } },
    {
      event: "BeforeToolSelection",
      answer: "mode NONE",
      by: shell,
      give: { stdout: specific("BeforeToolSelection", { toolConfig: { mode: "NONE" } }) },
    },
    { event: "SessionStart", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "SessionEnd", answer: "exit 2 + stderr", by: nothing, give: { stderr: REASON, exit: 2 } },
    { event: "PreCompress", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
  ],
};
