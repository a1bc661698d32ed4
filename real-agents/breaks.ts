/** What `break.ts` breaks: one thing an agent is told and the exit code of the answer, for each agent that can be run. */

import type { Mutation } from "../scripts/mutate-edit.ts";

export type Break = Omit<Mutation, "seenBy">;

/** The answer as Claude's shape writes it, shared by the agents that copied it. */
const SHARED_EXIT_CODE: Break = {
  breaks: "an answer ends with exit code 1",
  file: "agents/claude-shape/encode-answer.ts",
  find: "exitCode: 0",
  replace: "exitCode: 1",
};

export const BREAKS: Readonly<Record<string, { readonly encoder: Break; readonly "exit code": Break }>> = {
  "claude-code": {
    encoder: {
      breaks: "a decision about a tool is not written",
      file: "agents/claude-shape/encode-answer.ts",
      find: "permissionDecision: decision, ",
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  codex: {
    encoder: {
      breaks: "a rewrite goes without the allow that carries it",
      file: "agents/codex/payload.ts",
      find: '{ ...answer, decision: "allow" }',
      replace: "answer",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  "gemini-cli": {
    encoder: {
      breaks: "a decision is not written",
      file: "agents/gemini-cli/encode-answer.ts",
      find: 'decision: answer.decision ?? answer.native?.["decision"],',
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  goose: {
    encoder: {
      breaks: "a denial is called deny, which goose does not read",
      file: "agents/goose/encode-answer.ts",
      find: 'decision: "block", reason',
      replace: 'decision: "deny", reason',
    },
    "exit code": SHARED_EXIT_CODE,
  },
  "qwen-code": {
    encoder: {
      breaks: "what was answered is not written",
      file: "agents/qwen-code/encode-answer.ts",
      find: "refuses ? enforced(answer, input) : answer",
      replace: "{}",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  "copilot-cli": {
    encoder: {
      breaks: "a decision about a tool is written where Claude wants it",
      file: "agents/copilot-cli/encode-answer.ts",
      find: "return { permissionDecision: decision, permissionDecisionReason: reason };",
      replace: "return { hookSpecificOutput: { permissionDecision: decision, permissionDecisionReason: reason } };",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  opencode: {
    encoder: {
      breaks: "a denial is not written",
      file: "agents/opencode/encode-answer.ts",
      find: 'deny: decision === "deny" ? reason : undefined,',
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
};
