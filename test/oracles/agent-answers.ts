/**
 * What a hook that was written for an agent prints and returns, by hand from what the agent obeys (agents' measurements and
 * documentation). Each is a function of the payload that the hook reads.
 */

import type { HookAnswer, Payload } from "./oracle.ts";

type Said = (payload: Payload) => HookAnswer;

export interface AnswersOf {
  /** Before a shell command: it must not run, because of `NOT HERE` where a reason can be given. */
  readonly deny: Readonly<Record<string, Said>>;
  readonly ask?: Said;
  /** Before a shell command: `echo rewritten` runs instead. */
  readonly rewrite?: Said;
  /** After a tool: `REMEMBER THIS` is for the model. */
  readonly afterTool?: Said;
  readonly atPrompt?: Said;
}

const json =
  (output: object): Said =>
  () => ({ stdout: JSON.stringify(output), stderr: "", exitCode: 0 });
const text =
  (stdout: string): Said =>
  () => ({ stdout, stderr: "", exitCode: 0 });
const exit =
  (exitCode: number, stderr: string): Said =>
  () => ({ stdout: "", stderr, exitCode });
const nested = (hookEventName: string, fields: object): Said => json({ hookSpecificOutput: { hookEventName, ...fields } });

const NO = "NOT HERE";
const NEW = "echo rewritten";
const NOTE = "REMEMBER THIS";

const nestedDenial = nested("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: NO });
const nestedQuestion = nested("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: NO });
const block = json({ decision: "block", reason: NO });

export const ANSWERS: Readonly<Record<string, AnswersOf>> = {
  codex: {
    deny: { nested: nestedDenial, block, exit: exit(2, NO) },
    rewrite: nested("PreToolUse", { permissionDecision: "allow", updatedInput: { command: NEW } }),
    afterTool: nested("PostToolUse", { additionalContext: NOTE }),
    atPrompt: text(NOTE),
  },
  "gemini-cli": {
    deny: { deny: json({ decision: "deny", reason: NO }), block, exit: exit(2, NO), "exit 3": exit(3, NO) },
    ask: json({ decision: "ask", reason: NO }),
    rewrite: nested("BeforeTool", { tool_input: { command: NEW } }),
    afterTool: nested("AfterTool", { additionalContext: NOTE }),
    atPrompt: nested("BeforeAgent", { additionalContext: NOTE }),
  },
  "qwen-code": {
    deny: { nested: nestedDenial, block, exit: exit(2, NO) },
    ask: nestedQuestion,
    afterTool: nested("PostToolUse", { additionalContext: NOTE }),
    atPrompt: text(NOTE),
  },
  "copilot-cli": {
    deny: { flat: json({ permissionDecision: "deny", permissionDecisionReason: NO }), "exit 1": exit(1, ""), exit: exit(2, "") },
    ask: json({ permissionDecision: "ask", permissionDecisionReason: NO }),
    rewrite: ({ toolArgs }) => json({ modifiedArgs: { ...(toolArgs as object), command: NEW } })({}),
    afterTool: json({ additionalContext: NOTE }),
    atPrompt: json({ additionalContext: NOTE }),
  },
  goose: { deny: { block, exit: exit(2, NO) } },
  kiro: { deny: { exit: exit(2, NO) }, atPrompt: text(NOTE) },
  opencode: {
    deny: { exit: exit(2, NO) },
    rewrite: ({ output }) => json({ args: { ...(output as { args: object }).args, command: NEW } })({}),
    afterTool: ({ output }) => json({ ...(output as object), output: `${(output as { output: string }).output}\n${NOTE}` })({}),
    atPrompt: ({ output }) => {
      const { parts, ...rest } = output as { parts: object[] };
      return json({ ...rest, parts: [...parts, { type: "text", text: NOTE, synthetic: true }] })({});
    },
  },
  "vscode-copilot": {
    deny: { nested: nestedDenial, exit: exit(2, NO) },
    ask: nestedQuestion,
    rewrite: ({ tool_input }) => nested("PreToolUse", { updatedInput: { ...(tool_input as object), command: NEW } })({}),
    afterTool: nested("PostToolUse", { additionalContext: NOTE }),
    atPrompt: nested("UserPromptSubmit", { additionalContext: NOTE }),
  },
  cursor: {
    deny: { flat: json({ permission: "deny", user_message: NO, agent_message: NO }), exit: exit(2, NO) },
    rewrite: ({ tool_input }) => json({ permission: "allow", updated_input: { ...(tool_input as object), command: NEW } })({}),
    afterTool: json({ additional_context: NOTE }),
    atPrompt: json({ additional_context: NOTE }),
  },
  windsurf: { deny: { exit: exit(2, NO) } },
};
