import { copilotCli } from "../../recipes/copilot-cli.ts";
import { BLOCK, context, CONTEXT, HALT, MESSAGE, REASON, specific, type Measurement, type MeasurementList } from "./measurement.ts";

const { calls, subagent, asksPermission } = copilotCli;
type By = Measurement["by"];
const RUN = "echo ran > marker.txt";
const shell: By = { steps: () => [{ calls: [calls.shell(RUN)] }] };
const failing: By = { steps: ({ project }) => [{ calls: [calls.read(`${project}/absent.txt`)] }] };
const nothing: By = {};
const asking: By = { permission: "ask", steps: () => asksPermission(RUN) };
const delegating: By = { steps: () => subagent([{ calls: [calls.shell(RUN)] }, { say: "Looked." }]) };
const compacting: By = { steps: () => [{ calls: [calls.shell("true")], tokens: 990_000 }, { calls: [calls.shell(RUN)] }] };
const waiting: By = {
  steps: () => [
    { calls: [{ name: "bash", args: { command: "sleep 1", description: "scripted", mode: "async" } }] },
    { calls: [calls.shell(`sleep 3; ${RUN}`)] },
  ],
};
const unreachable: By = { moreEnv: { COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:1/v1" } };
const forbidden: By = { ...shell, moreArgs: ["--deny-tool", "shell(echo:*)"] };
const patching: By = {
  moreEnv: { COPILOT_MODEL: "gpt-5.5", COPILOT_PROVIDER_WIRE_API: "responses" },
  steps: ({ project }) => [{ calls: [{ name: "apply_patch", args: {}, text: patch(`${project}/marker.txt`, "ran") }] }],
};

const deny = { permissionDecision: "deny", permissionDecisionReason: REASON };
const ask = { permissionDecision: "ask", permissionDecisionReason: REASON };
const refuse = { behavior: "deny", message: REASON };
const told = { additionalContext: CONTEXT };
const changed = { command: "echo changed > marker.txt", description: "scripted" };
const LONG = `MARK_BEGIN ${"It is a long story. ".repeat(3000)} MARK_END`;

/** Of the agent itself and of a subagent: the keys stand in this order. */
const FIRST_STOP = '"stop_hook_active":false}';
const SUBAGENTS_FIRST_STOP = '"stop_hook_active":false,';

const before = (answer: string, stdout: unknown, by = shell): Measurement => ({ event: "preToolUse", answer, by, give: { stdout } });
const after = (answer: string, stdout: unknown): Measurement => ({ event: "postToolUse", answer, by: shell, give: { stdout } });
const prompted = (answer: string, stdout: unknown): Measurement => ({ event: "userPromptSubmitted", answer, by: shell, give: { stdout } });
const stopping = (answer: string, stdout: unknown): Measurement => ({
  event: "agentStop",
  answer,
  by: nothing,
  give: { stdout, onlyIf: FIRST_STOP },
});
const permitting = (answer: string, stdout: unknown, by = asking): Measurement => ({
  event: "permissionRequest",
  answer,
  by,
  give: stdout === undefined ? {} : { stdout },
});

export const copilotCliMeasurements: MeasurementList = {
  recipe: copilotCli,
  measurements: [
    before("deny + context", { ...deny, ...told }),
    before("deny + modifiedArgs", { ...deny, modifiedArgs: changed }),
    before("deny + systemMessage", { ...deny, systemMessage: MESSAGE }),
    before("deny + suppressOutput", { ...deny, suppressOutput: true }),
    before("deny + continue: false", { ...deny, continue: false, stopReason: "MARK_STOP" }),
    before("continue: false", HALT),
    before("ask", ask),
    before("ask + context", { ...ask, ...told }),
    before("ask + modifiedArgs", { ...ask, modifiedArgs: changed }),
    before("modifiedArgs + context + systemMessage", { modifiedArgs: changed, ...told, systemMessage: MESSAGE }),
    before("modifiedArgs + suppressOutput", { modifiedArgs: changed, suppressOutput: true }),
    before("modifiedArgs as JSON text", { modifiedArgs: JSON.stringify(changed) }),
    before("modifiedArgs without description", { modifiedArgs: { command: changed.command } }),
    before("modifiedArgs, permission asked", { modifiedArgs: changed }, asking),
    before("patch: modifiedArgs as text", { modifiedArgs: patch("marker.txt", "changed") }, patching),
    before("patch: modifiedArgs as object", { modifiedArgs: { input: patch("marker.txt", "changed") } }, patching),
    before("patch: deny", deny, patching),
    before("long context", { additionalContext: LONG }),
    before("nothing, the user forbids echo", {}, forbidden),
    before("allow, the user forbids echo", { permissionDecision: "allow" }, forbidden),
    before("modifiedArgs + allow, the user forbids echo", { permissionDecision: "allow", modifiedArgs: changed }, forbidden),
    before("context, inside a subagent", told, delegating),
    after("context", told),
    after("context + suppressOutput", { ...told, suppressOutput: true }),
    after("context + systemMessage", { ...told, systemMessage: MESSAGE }),
    after("block", BLOCK),
    after("block + context", { ...BLOCK, ...told }),
    after("deny", deny),
    after("continue: false", HALT),
    after("modifiedResult", { modifiedResult: { resultType: "success", textResultForLlm: REASON } }),
    after("long context", { additionalContext: LONG }),
    after("block, long reason", { decision: "block", reason: LONG }),
    { event: "postToolUseFailure", answer: "context", by: failing, give: { stdout: told } },
    { event: "postToolUseFailure", answer: "long context", by: failing, give: { stdout: { additionalContext: LONG } } },
    { event: "postToolUseFailure", answer: "block", by: failing, give: { stdout: BLOCK } },
    { event: "postToolUseFailure", answer: "exit 2 + stderr", by: failing, give: { stderr: REASON, exit: 2 } },
    prompted("block", BLOCK),
    prompted("block + context + systemMessage", { ...BLOCK, ...told, systemMessage: MESSAGE }),
    prompted("deny", deny),
    prompted("context + suppressOutput", { ...told, suppressOutput: true }),
    prompted("continue: false", HALT),
    prompted("long context", { additionalContext: LONG }),
    { event: "sessionStart", answer: "context + systemMessage", by: shell, give: { stdout: { ...told, systemMessage: MESSAGE } } },
    { event: "sessionStart", answer: "block", by: shell, give: { stdout: BLOCK } },
    { event: "sessionStart", answer: "continue: false", by: shell, give: { stdout: HALT } },
    { event: "sessionStart", answer: "long context", by: shell, give: { stdout: { additionalContext: LONG } } },
    stopping("block", BLOCK),
    stopping("block without reason", { decision: "block" }),
    stopping("context", told),
    stopping("block + context", { ...BLOCK, ...told }),
    stopping("block + systemMessage", { ...BLOCK, systemMessage: MESSAGE }),
    stopping("continue: false", HALT),
    stopping("block + continue: false", { ...BLOCK, continue: false }),
    { event: "agentStop", answer: "exit 2 + stderr", by: nothing, give: { stderr: REASON, exit: 2, onlyIf: FIRST_STOP } },
    { event: "agentStop", answer: "block, every time", by: nothing, give: { stdout: BLOCK } },
    { event: "agentStop", answer: "of a subagent: block", by: delegating, give: { stdout: BLOCK, onlyIf: SUBAGENTS_FIRST_STOP } },
    { event: "agentStop", answer: "of a subagent: context", by: delegating, give: { stdout: told, onlyIf: SUBAGENTS_FIRST_STOP } },
    { event: "subagentStart", answer: "context", by: delegating, give: { stdout: told } },
    { event: "subagentStart", answer: "long context", by: delegating, give: { stdout: { additionalContext: LONG } } },
    { event: "subagentStart", answer: "block", by: delegating, give: { stdout: BLOCK } },
    { event: "subagentStop", answer: "context", by: delegating, give: { stdout: told, onlyIf: SUBAGENTS_FIRST_STOP } },
    { event: "subagentStop", answer: "block", by: delegating, give: { stdout: BLOCK, onlyIf: SUBAGENTS_FIRST_STOP } },
    { event: "subagentStop", answer: "block, every time", by: delegating, give: { stdout: BLOCK } },
    permitting("nothing", undefined),
    permitting("allow", { behavior: "allow" }),
    permitting("deny", refuse),
    permitting("deny without message", { behavior: "deny" }),
    permitting("deny + context", { ...refuse, ...told }),
    permitting("deny + systemMessage", { ...refuse, systemMessage: MESSAGE }),
    permitting("deny + suppressOutput", { ...refuse, suppressOutput: true }),
    permitting("deny, all tools allowed", refuse, shell),
    permitting("context", told, shell),
    permitting("nested decision deny", specific("PermissionRequest", { decision: refuse }), shell),
    permitting("permissionDecision deny", deny, shell),
    permitting("modifiedArgs", { modifiedArgs: changed }, shell),
    permitting("allow + updatedInput", { behavior: "allow", updatedInput: changed }, shell),
    permitting("allow, the user forbids echo", { behavior: "allow" }, forbidden),
    { event: "permissionRequest", answer: "exit 1", by: shell, give: { stderr: REASON, exit: 1 } },
    { event: "permissionRequest", answer: "exit 2 + stderr", by: shell, give: { stderr: REASON, exit: 2 } },
    { event: "preCompact", answer: "context", by: compacting, give: { stdout: told } },
    { event: "preCompact", answer: "block", by: compacting, give: { stdout: BLOCK } },
    { event: "preCompact", answer: "plain text", by: compacting, give: { stdout: REASON } },
    { event: "notification", answer: "context", by: waiting, give: { stdout: told } },
    { event: "notification", answer: "context, permission asked", by: asking, give: { stdout: told } },
    { event: "notification", answer: "block", by: waiting, give: { stdout: BLOCK } },
    { event: "errorOccurred", answer: "context", by: unreachable, give: { stdout: told } },
    { event: "sessionEnd", answer: "systemMessage", by: nothing, give: { stdout: { systemMessage: MESSAGE } } },
    { event: "preToolUse", answer: "nested context", by: shell, give: { stdout: context("preToolUse") } },
    { event: "preToolUse", answer: "deny + exit 1", by: shell, give: { stdout: deny, exit: 1 } },
    { event: "preToolUse", answer: "context + exit 1", by: shell, give: { stdout: told, exit: 1 } },
    { event: "postToolUse", answer: "context + exit 1", by: shell, give: { stdout: told, exit: 1 } },
    { event: "userPromptSubmitted", answer: "block + exit 1", by: shell, give: { stdout: BLOCK, exit: 1 } },
    { event: "userPromptSubmitted", answer: "plain text", by: shell, give: { stdout: CONTEXT } },
  ],
};

function patch(path: string, word: string): string {
  return `*** Begin Patch\n*** Add File: ${path}\n+${word}\n*** End Patch`;
}
