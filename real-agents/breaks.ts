/**
 * What `break.ts` breaks: one thing an agent is told and the exit code of the answer, for each agent that can be run; and one thing for each kind
 * of scenario about MCP servers.
 */

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

/** The agent on which scenarios of servers must notice: it ends soonest, reads project files and wants them approved. */
export const SERVERS_BROKEN_ON = "codex";

/** By scenario. The command line is built again as well. */
export const SERVER_BREAKS: Readonly<Record<string, Break>> = {
  "server-stdio": {
    breaks: "an entry calls the launcher by another word",
    file: "agents/registered-server.ts",
    find: '"symposium", "serve", ...words]',
    replace: '"symposium", "server", ...words]',
  },
  "server-http": {
    breaks: "a bearer token is written under a key that Codex does not read",
    file: "agents/codex/servers.ts",
    find: "{ bearer_token_env_var: token }",
    replace: "{ bearer_token: token }",
  },
  "server-gated": {
    breaks: "what a missing dependency closes is open",
    file: "plugins/judge-hooks.ts",
    find: "if (rest === true) return {};",
    replace: 'if (typeof rest === "boolean") return {};',
  },
  "server-approval": {
    breaks: "what the user must approve is not reported",
    file: "registration/server-states.ts",
    find: "refers === true) ? [until] : []",
    replace: "refers === true) ? [] : []",
  },
  "server-refused": {
    breaks: "a server does not wait for consent",
    file: "plugins/judge-hooks.ts",
    find: "judged(plugin, server, surroundings, inactive)",
    replace: "judged(plugin, server, surroundings, undefined)",
  },
  "server-symposium-skill": {
    breaks: "a skill is read as nothing",
    file: "mcp/tools/own-tools.ts",
    find: "return textResult(read.text);",
    replace: 'return textResult("");',
  },
};
