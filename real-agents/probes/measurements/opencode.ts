import { opencode } from "../../recipes/opencode.ts";
import { MCP_SERVER, MCP_TOOL } from "../probe.ts";
import { CONTEXT, REASON, type Measurement, type MeasurementList } from "./measurement.ts";

/** Answers are in the form that our plugin file takes; what is measured is what OpenCode makes of what the plugin then does. */
const { calls, subagent } = opencode;
const shell: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")] }] };
const exiting: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt; exit 3")] }] };
const failing: Measurement["by"] = { steps: ({ project }) => [{ calls: [calls.read(`${project}/absent.txt`)] }] };
const calling: Measurement["by"] = { mcp: true, steps: () => [{ calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] }] };
const delegating: Measurement["by"] = {
  steps: () => subagent([{ calls: [calls.shell("echo ran > marker.txt")] }, { say: "Looked." }]),
};
const compacting: Measurement["by"] = { steps: () => [{ calls: [calls.shell("echo ran > marker.txt")], tokens: 99_000 }] };
const nothing: Measurement["by"] = {};
const deny = { deny: REASON };
const context = { context: CONTEXT };

export const opencodeMeasurements: MeasurementList = {
  recipe: opencode,
  measurements: [
    { event: "tool-execute-before", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "tool-execute-before", answer: "deny, subagent", by: delegating, give: { stdout: deny, onlyIf: '"tool":"task"' } },
    { event: "tool-execute-before", answer: "args", by: shell, give: { stdout: { args: { command: "echo changed > marker.txt" } } } },
    { event: "tool-execute-after", answer: "context", by: shell, give: { stdout: context } },
    { event: "tool-execute-after", answer: "context, command exited 3", by: exiting, give: { stdout: context } },
    { event: "tool-execute-after", answer: "context, tool failed", by: failing, give: { stdout: context } },
    { event: "tool-execute-after", answer: "context, MCP tool", by: calling, give: { stdout: context } },
    { event: "tool-execute-after", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "tool-execute-after", answer: "deny, MCP tool", by: calling, give: { stdout: deny } },
    { event: "tool-execute-after", answer: "output", by: shell, give: { stdout: { output: { output: CONTEXT } } } },
    { event: "chat-message", answer: "deny", by: shell, give: { stdout: deny } },
    { event: "chat-message", answer: "context", by: shell, give: { stdout: context } },
    { event: "session-created", answer: "context", by: shell, give: { stdout: context } },
    { event: "subagent-created", answer: "context", by: delegating, give: { stdout: context } },
    { event: "session-idle", answer: "deny + context", by: nothing, give: { stdout: { ...deny, ...context } } },
    { event: "session-compacting", answer: "output.context", by: compacting, give: { stdout: { output: { context: [CONTEXT] } } } },
    { event: "permission-asked", answer: "deny", by: { ...shell, permission: "ask" }, give: { stdout: deny } },
    { event: "session-end", answer: "nothing", by: nothing, give: {} },
  ],
};
