/**
 * What `break.ts` breaks: one thing an agent is told and the exit code of the answer, for each agent that can be run; and one thing for each kind
 * of scenario about MCP servers and about Agent Plugins.
 */

import type { Mutation } from "../scripts/mutate-edit.ts";
import type { Group } from "./evidence.ts";

export type Break = Omit<Mutation, "seenBy">;

/** The answer as Claude's shape writes it, shared by the agents that copied it. */
const SHARED_EXIT_CODE: Break = {
  breaks: "an answer ends with exit code 1",
  within: "claude-shape/replyWith",
  find: "exitCode: 0",
  replace: "exitCode: 1",
};

export const BREAKS: Readonly<Record<string, { readonly encoder: Break; readonly "exit code": Break }>> = {
  "claude-code": {
    encoder: {
      breaks: "a decision about a tool is not written",
      within: "claude-shape/nestedFields",
      find: "permissionDecision: decision, ",
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  codex: {
    encoder: {
      breaks: "a rewrite goes without the allow that carries it",
      within: "codex/hookTime",
      find: '{ ...answer, decision: "allow" }',
      replace: "answer",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  "gemini-cli": {
    encoder: {
      breaks: "a decision is not written",
      within: "gemini-cli/encodeAnswer",
      find: 'decision: answer.decision ?? answer.native?.["decision"],',
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  goose: {
    encoder: {
      breaks: "a denial is called deny, which goose does not read",
      within: "goose/hookTime",
      find: 'decision: "block", reason',
      replace: 'decision: "deny", reason',
    },
    "exit code": SHARED_EXIT_CODE,
  },
  "qwen-code": {
    encoder: { breaks: "what was answered is not written", within: "qwen-code/hookTime", find: "enforced(answer, input)", replace: "{}" },
    "exit code": SHARED_EXIT_CODE,
  },
  "copilot-cli": {
    encoder: {
      breaks: "a decision about a tool is written where Claude wants it",
      within: "copilot-cli/decisionFields",
      find: "return { permissionDecision: decision, permissionDecisionReason: reason };",
      replace: "return { hookSpecificOutput: { permissionDecision: decision, permissionDecisionReason: reason } };",
    },
    "exit code": SHARED_EXIT_CODE,
  },
  opencode: {
    encoder: {
      breaks: "a denial is not written",
      within: "opencode/hookTime",
      find: 'deny: decision === "deny" ? reason : undefined, ',
      replace: "",
    },
    "exit code": SHARED_EXIT_CODE,
  },
};

/** The agent on which these scenarios must notice: it ends soonest, reads project files and wants them approved, and loads Agent Plugins itself. */
export const SCENARIOS_BROKEN_ON = "codex";

/** By scenario. */
type ScenarioBreaks = Readonly<Record<string, Break>>;

const SERVER_BREAKS: ScenarioBreaks = {
  "server-stdio": {
    breaks: "an entry calls the launcher by another word",
    within: "launcherCall",
    find: '"symposium", "serve", ...words]',
    replace: '"symposium", "server", ...words]',
  },
  "server-http": {
    breaks: "a bearer token is written under a key that Codex does not read",
    within: "codex/remoteEntry",
    find: "{ bearer_token_env_var: token }",
    replace: "{ bearer_token: token }",
  },
  "server-gated": {
    breaks: "what a missing dependency closes is open",
    within: "judgeItem",
    find: "if (rest === true) return {};",
    replace: 'if (typeof rest === "boolean") return {};',
  },
  "server-approval": {
    breaks: "what the user must approve is not reported",
    within: "setup/mcp-servers/written",
    find: "refers) ? [what] : []",
    replace: "refers) ? [] : []",
  },
  "server-refused": {
    breaks: "a server does not wait for consent",
    within: "judgeItem",
    find: "(consent && withheldPart(consent, kind, plugin, item))",
    replace: '(kind === "server" ? undefined : consent && withheldPart(consent, kind, plugin, item))',
  },
  "server-symposium-skill": {
    breaks: "a skill is read as nothing",
    within: "OWN_TOOLS",
    find: "return textResult(read.text);",
    replace: 'return textResult("");',
  },
};

const AGENT_PLUGIN_BREAKS: ScenarioBreaks = {
  "agent-plugin-waiting": {
    breaks: "a hook does not wait for consent",
    within: "judgeItem",
    find: "(consent && withheldPart(consent, kind, plugin, item))",
    replace: '(kind === "hook" ? undefined : consent && withheldPart(consent, kind, plugin, item))',
  },
  "agent-plugin-skill": {
    breaks: "skills are looked for beside their folder",
    within: "readParts",
    find: "join(plugin.directory, SKILLS)",
    replace: "plugin.directory",
  },
  "agent-plugin-server": {
    breaks: "a server does not get its data folder",
    within: "ofPackage",
    find: ", [PLUGIN_DATA]: data.folder",
    replace: "",
  },
  "agent-plugin-hook": {
    breaks: "the hook manifest that the extension names is not read",
    within: "readParts",
    find: "undefined ? undefined : extensionHooks(",
    replace: "undefined || true ? undefined : extensionHooks(",
  },
  "agent-plugin-gone": {
    breaks: "a skill that no longer applies stays",
    within: "planRemoval",
    find: 'plan.remove.push({ ...at, reason: isMoved ? "is installed under another name" : "no longer applies" });',
    replace: "",
  },
  "agent-plugin-itself": {
    breaks: "what the agent loads itself is installed again",
    within: "skillTargets",
    find: 'gives(found, agent, "skills")',
    replace: "false",
  },
  "agent-plugin-exported": {
    breaks: "a server is exported as a kind that the format does not have",
    within: "portableProcess",
    find: 'type: "stdio",',
    replace: 'type: "process",',
  },
};

/** By the group of the scenarios. The command line is built again as well. */
export const SCENARIO_BREAKS: Readonly<Partial<Record<Group, ScenarioBreaks>>> = {
  servers: SERVER_BREAKS,
  "agent-plugins": AGENT_PLUGIN_BREAKS,
};
