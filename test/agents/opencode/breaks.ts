/** Breaks what OpenCode's plugin file is told, field by field, and what it does with it. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "opencode/hookTime",
    ["RT-6 a denial is not written", 'deny: decision === "deny" ? reason : undefined,', ""],
    ["RT-5 a denial has no reason", '"deny" ? reason', '"deny" ? ""'],
    ["RT-3 a rewrite is not written", "args: toolInput,", ""],
    ["RT-19 context is not written", "args: toolInput, context }", "args: toolInput }"],
  ),
  ...seenByMatrix("opencode/hookTime", [
    "RT-19 context stands beside a denial, where no agent reads it",
    "...USUAL_ANSWER",
    '...USUAL_ANSWER, contextBesideDeny: "beside"',
  ]),
  ...seenByMatrix("opencode/eventOf", [
    "RT-8 what a subagent is told counts as the user's prompt",
    "isChild || isWritten(payload) ? null",
    "isWritten(payload) ? null",
  ]),
  ...seenByMatrix(
    "opencode/plugin.js",
    ["RG-6 a denied tool runs", "if (answer.deny !== undefined) throw new Error(answer.deny);", ""],
    ["RG-6 a denied prompt is sent", "throw new Error(answer.deny);\n      }", "}"],
    ["RG-6 the reason of a denial is lost", "!== undefined) throw new Error(answer.deny)", '!== undefined) throw new Error("denied")'],
    [
      "RG-6 a new input is put where OpenCode does not look",
      "replace(output.args, answer.args);",
      "output.args = answer.args ?? output.args;",
    ],
    ["RG-6 context after a tool is dropped", "else if (answer.context !== undefined) addText(output, answer.context);", ""],
    ["RG-6 context does not reach an MCP result", 'output.content.push({ type: "text", text });', ";"],
    ["RT-6 a blocked result reaches the model", "if (answer.deny !== undefined) setText(output, answer.deny);\n      else if", "if"],
    ["RG-6 context at a prompt is dropped", "output.parts.push(syntheticPart(answer.context, output));", "{}"],
    ["RG-6 the text of session start is dropped", "system.push(context);", "{}"],
    ["RG-6 a subagent counts as a session", 'parentID === undefined ? "session-created" : "subagent-created"', '"session-created"'],
  ),
  ...seenByParts("opencode/plugin.js", [
    "RG-6 an answer that cannot be read blocks",
    "} catch {\n    return {};\n  }\n}\n\n/** On Windows",
    "} finally {\n  }\n}\n\n/** On Windows",
  ]),
];
