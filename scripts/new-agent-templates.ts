/**
 * What a new agent starts from. It typechecks and claims nothing: no ability, no file, every fact with a placeholder as its
 * source, which the tests refuse until it is replaced.
 */

import type { GeneratedFile } from "./write-generated.ts";

/** The source of facts no one has looked up yet. */
export const PLACEHOLDER = "https://example.com/fill-in";

export interface NewAgent {
  readonly name: string;
  readonly title: string;
  /** Of the day the facts are looked up. */
  readonly date: string;
}

export function newAgentFiles(agent: NewAgent): GeneratedFile[] {
  const source = `src/agents/${agent.name}`;
  const test = `test/agents/${agent.name}`;
  return [
    { path: `${source}/payload.ts`, text: payload(agent) },
    { path: `${source}/shim.ts`, text: shim(agent) },
    { path: `${source}/agent.ts`, text: agentText(agent) },
    { path: `${test}/oracle.ts`, text: oracle(agent) },
    { path: `${test}/breaks.ts`, text: breaks() },
    { path: `${test}/payloads/README.md`, text: payloads(agent) },
  ];
}

const payload = ({
  name,
  title,
  date,
}: NewAgent) => `/** ${title} at hook time: its events and tools, payload and answer. It starts from Claude's shape; replace what this agent does differently. */

import { tableOf } from "../../lookup.ts";
import type { HookTime, ToolFacts } from "../agent.ts";
import { claudeHookTime, encodeClaudeShape, readClaudeHandler, readMcpName, toolPartOf } from "../claude-shape/payloads.ts";
import { can, documented, eventTable } from "../facts.ts";
import { namedTool } from "../payload.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const HOOKS_FILE = ".${name}/hooks.json";

export const events = eventTable(DOCS, {
  PreToolUse: { event: "PreToolUse", can: can() },
});

export const tools: ToolFacts = {
  names: tableOf({}),
  // Those that Claude names differently.
  fields: [],
  source: DOCS,
};

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "${name}",
    events,
    tools,
    toolPart: (native, input) => toolPartOf(readMcpName(native) ?? namedTool(native, tools, input), input, tools),
  }),
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: () => "no",
  encode: encodeClaudeShape,
  readNative: (exit) => readClaudeHandler(exit, { exit2Blocks: true, passesUnknownFields: false }),
};
`;

const shim = ({ title }: NewAgent) => `/** What ${title} would have sent, for hooks that were written for it. */

import { mcpToolName } from "../../model/tool.ts";
import { claudeKeys, type OwnTools, shimOf, toolKeys } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: mcpToolName };

export const shim = shimOf({
  hookTime,
  own,
  everywhere: claudeKeys,
  fields: { PreToolUse: (call) => ({ ...toolKeys(call), tool_use_id: call.callId }) },
});
`;

const agentText = ({ name, title, date }: NewAgent) => `/** ${title} at set-up: facts, registration and MCP servers. */

import { documented, fact, fromHookTime } from "../facts.ts";
import { type Agent, commandFor } from "../setup.ts";
import { HOOKS_FILE, hookTime, tools } from "./payload.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const agent: Agent = {
  ...fromHookTime(hookTime, DOCS),
  title: "${title}",
  aliases: [],
  homepage: "${PLACEHOLDER}",
  tools,
  notGuarded: [],
  mcpToolName: fact(DOCS, "mcp__<server>__<tool>"),
  timeout: fact(DOCS, { unit: "seconds", default: 60, field: "timeout" }),
  limits: [],
  trust: [],
  marks: fact(DOCS, { env: [], payload: [] }),
  hookFiles: { user: [], project: [] },
  mcpFiles: { user: [], project: [] },
  skills: { user: [], project: [] },
  instructions: { user: [], project: [] },
  relocatedBy: [],
  reader: fact(DOCS, { comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }),
  knownDifferences: [],
  registration: {
    signs: { folders: [".${name}"], programs: ["${name}"] },
    file: { user: HOOKS_FILE, project: HOOKS_FILE },
    denies: "json",
    content: {
      kind: "entries",
      entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "powershell"), timeout: call.timeout }] }),
      shares: "hooks",
    },
  },
  servers: {
    entry: () => ({ impossible: "have MCP servers" }),
    references: fact(DOCS, "none"),
    wrongShape: fact(DOCS, "servers-ignored"),
  },
};
`;

const oracle = ({
  name,
  title,
}: NewAgent) => `/** What ${title} obeys, written by hand from what the running program was seen to do. It may import nothing from \`src\`. */

import { NOTHING, type Oracle, thrownAway } from "../../oracles/oracle.ts";

export const oracle: Oracle = {
  agent: "${name}",
  events: ["PreToolUse"],
  means: (event) => (event === "PreToolUse" ? event : null),
  toolInput: (payload) => payload["tool_input"],
  obeys: () => NOTHING,
  read: () => thrownAway("nothing is known of this agent yet"),
};
`;

const payloads = ({ title }: NewAgent) => `# Payloads of ${title}

One file per native event and variant, \`<Event>.<variant>.json\`, each exactly what the agent sent on stdin. Say here from which
version they were captured, on what day and how; payloads of an agent that cannot be run are written from the vendor's
documentation, with the link and the day.
`;

const breaks = () => `/** Edits of this agent's folder that tests must notice. */

import type { Mutation } from "../../../scripts/mutate-edit.ts";

export const BREAKS: readonly Mutation[] = [];
`;
