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
    { path: `${source}/native.ts`, text: native(agent) },
    { path: `${source}/payload.ts`, text: payload(agent) },
    { path: `${source}/shim.ts`, text: shim(agent) },
    { path: `${source}/agent.ts`, text: agentText(agent) },
    { path: `${test}/oracle.ts`, text: oracle(agent) },
    { path: `${test}/breaks.ts`, text: breaks() },
    { path: `${test}/payloads/README.md`, text: payloads(agent) },
  ];
}

const native = ({
  name,
  title,
  date,
}: NewAgent) => `/** ${title}'s own names: its hook file, its events and what each can do, its tools and their fields. */

import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const HOOKS_FILE = ".${name}/hooks.json";

export const events = tableOf<EventFacts>({
  PreToolUse: { event: "PreToolUse", can: can(), source: DOCS },
});

export const tools: ToolFacts = {
  names: tableOf({}),
  // Those that Claude names differently.
  fields: [],
  source: DOCS,
};
`;

const payload = ({
  name,
  title,
}: NewAgent) => `/** ${title} at hook time. It starts from Claude's shape; replace what this agent does differently. */

import { fromClaudeFields, toClaudeFields } from "../../canonical/tool-fields.ts";
import { toolCall } from "../../canonical/tool.ts";
import { lookUp } from "../../lookup.ts";
import type { HookTime } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { readClaudeHandler } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { events, tools } from "./native.ts";

const shape: ClaudeShape = {
  agent: "${name}",
  events,
  toolPart: (native, input) => ({
    tool: readMcpName(native) ?? toolCall(native, lookUp(tools.names, native)),
    toolInput: toClaudeFields(input, tools.fields),
  }),
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: () => "no",
  read: (raw, nativeEvent) => readClaudeShape(raw, nativeEvent, shape),
  encode: encodeClaudeShape,
  changedInput: (input, fields) => fromClaudeFields(input.nativeToolInput ?? {}, fields, tools.fields),
  withToolInput,
  readNative: (exit) => readClaudeHandler(exit, { takesPlainText: false, exit2Blocks: true, passesUnknownFields: false }),
};
`;

const shim = ({ title }: NewAgent) => `/** What ${title} would have sent, for hooks that were written for it. */

import { mcpToolName } from "../../canonical/tool.ts";
import { claudeKeys, toolKeys } from "../claude-shape/write-payload.ts";
import type { Shim } from "../shim.ts";
import { payloadOf } from "../told-event.ts";
import { namesFor, type OwnTools } from "../told-tool.ts";
import { tools } from "./native.ts";
import { hookTime } from "./payload.ts";

const own: OwnTools = { tools, mcpName: mcpToolName };

export const shim: Shim = {
  hookTime,
  payload: payloadOf({
    hookTime,
    own,
    everywhere: claudeKeys,
    fields: { PreToolUse: (told) => ({ ...toolKeys(told), tool_use_id: told.callId }) },
  }),
  alsoNamed: (tool) => namesFor(tool, own),
  environment: () => ({}),
};
`;

const agentText = ({ name, title, date }: NewAgent) => `/** ${title} at set-up: facts, registration and MCP servers. */

import type { AgentFacts } from "../agent.ts";
import { documented, fact, fromHookTime } from "../fact.ts";
import { isPlainServerName } from "../server-name.ts";
import { type Agent, commandFor, type HookRegistration, type ServerFiles } from "../set-up.ts";
import { HOOKS_FILE, tools } from "./native.ts";
import { hookTime } from "./payload.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

const facts: AgentFacts = {
  ...fromHookTime(hookTime, DOCS),
  title: "${title}",
  aliases: [],
  homepage: "${PLACEHOLDER}",
  tools,
  notGuarded: [],
  mcpToolName: fact("mcp__<server>__<tool>", DOCS),
  timeout: fact({ unit: "seconds", default: 60, field: "timeout" }, DOCS),
  limits: [],
  trust: [],
  marks: fact({ env: [], payload: [] }, DOCS),
  hookFiles: { user: [], project: [] },
  mcpFiles: { user: [], project: [] },
  skills: { user: [], project: [] },
  instructions: { user: [], project: [] },
  relocatedBy: [],
  reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored", crlf: "works" }, DOCS),
  knownDifferences: [],
};

const registration: HookRegistration = {
  signs: { folders: [".${name}"], programs: ["${name}"] },
  file: { user: HOOKS_FILE, project: HOOKS_FILE },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "powershell"), timeout: call.timeout }] }),
    shares: "hooks",
  },
};

const servers: ServerFiles = {
  entry: () => ({ impossible: "have MCP servers" }),
  references: fact("none", DOCS),
  isValidName: isPlainServerName,
  wrongShape: fact("servers-ignored", DOCS),
};

export const agent: Agent = { ...facts, registration, servers };
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
