/** Edits of this agent's folder that tests must notice. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "gemini-cli/hookTime",
    ["RT-7 an allow is passed on to Gemini CLI", "...USUAL_ANSWER", '...USUAL_ANSWER, allow: "always"'],
    ["RT-19 context stands beside a denial, where no agent reads it", "...USUAL_ANSWER", '...USUAL_ANSWER, contextBesideDeny: "beside"'],
  ),
  ...seenByMatrix(
    "gemini-cli/encodeAnswer",
    ["RT-3 a rewrite is not written", "tool_input: answer.toolInput,", ""],
    ["RT-19 context is not written", ", additionalContext: answer.context", ""],
    ["RT-6 a decision is not written", "decision: answer.decision ?? ", "decision: "],
    ["RT-5 a reason is not written", "reason: answer.reason ?? ", "reason: "],
    ["RT-17 the end of the run is not written", "continue: false, stopReason", "stopReason"],
    ["RT-6 a message for the user is not written", "systemMessage: shownMessage(answer, input),", ""],
  ),
  ...seenByMatrix(
    "gemini-cli/shownMessage",
    ["RT-16 a message hides the reason of a denied prompt", 'decision === "deny" && (event', "false && (event"],
    ["RT-18 the reason of a question is not shown", 'decision === "ask" || (replacesReason', "(replacesReason"],
  ),
  ...seenByParts(
    "gemini-cli/encodeAnswer",
    ["RT-15 native fields do not pass through", "...answer.native,", ""],
    [
      "RT-16 suppressed output hides the message beside it",
      "shownMessage(answer, input) === undefined ? answer.suppressOutput : undefined",
      "answer.suppressOutput",
    ],
  ),
  ...seenByParts(
    "gemini-cli/tools",
    ["RT-1 Gemini CLI's shell has no name", 'shell: ["run_shell_command"],', ""],
    ["RT-1 a subagent's kind keeps its native field", '{ claude: "subagent_type", native: "agent_name", kinds: ["agent"] },', ""],
  ),
  ...seenByMatrix("gemini-cli/hookTime", ["RT-19 a failed tool is given context", "{ can: { ...input.can, context: false } }", "{}"]),
  ...seenByParts(
    "gemini-cli/readHandler",
    ["RT-15 a high exit code with words does not deny", "exit.code >= 2", "exit.code >= 200"],
    ["RT-15 a native rewrite is not understood", "isObject(tool_input) ? { nativeInput: tool_input } : {}", "{}"],
  ),
];
