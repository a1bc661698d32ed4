/**
 * What a new agent starts from. It typechecks and claims nothing: no ability, no file, every fact with a placeholder as its
 * source, which the tests refuse until it is replaced.
 */

import type { GeneratedFile } from "./generate.ts";

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
    { path: `${source}/events.ts`, text: events(agent) },
    { path: `${source}/tools.ts`, text: tools(agent) },
    { path: `${source}/facts.ts`, text: facts(agent) },
    { path: `${source}/payload.ts`, text: payload(agent) },
    { path: `${source}/shim.ts`, text: shim(agent) },
    { path: `${source}/registration.ts`, text: registration(agent) },
    { path: `${source}/servers.ts`, text: servers(agent) },
    { path: `${test}/oracle.ts`, text: oracle(agent) },
    { path: `${test}/breaks.ts`, text: breaks() },
    { path: `${test}/payloads/README.md`, text: payloads(agent) },
  ];
}

const events = ({ title, date }: NewAgent) => `/** ${title}'s hook events: what each stands for, and what its answer can do. */

import { can } from "../abilities.ts";
import type { EventFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const events = tableOf<EventFacts>({
  PreToolUse: { event: "PreToolUse", can: can(), source: DOCS },
});
`;

const tools = ({ title, date }: NewAgent) => `/** ${title}'s tools, and the input fields that Claude names differently. */

import type { ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({}),
  fields: [],
  source: documented("${PLACEHOLDER}", "${date}"),
};
`;

const facts = ({ title, date }: NewAgent) => `import type { AgentFacts } from "../agent.ts";
import { documented, fact, fromHookTime } from "../fact.ts";
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const facts: AgentFacts = {
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
import { events } from "./events.ts";
import { tools } from "./tools.ts";

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
import { hookTime } from "./payload.ts";
import { tools } from "./tools.ts";

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

const registration = ({ name }: NewAgent) => `import { commandFor, type HookRegistration } from "../registration.ts";

const HOOKS = ".${name}/hooks.json";

export const registration: HookRegistration = {
  agent: "${name}",
  signs: { folders: [".${name}"], programs: ["${name}"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "powershell"), timeout: call.timeout }] }),
    shares: "hooks",
  },
};
`;

const servers = ({ name, date }: NewAgent) => `import { documented, fact } from "../fact.ts";
import type { ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";

const DOCS = documented("${PLACEHOLDER}", "${date}");

export const servers: ServerFiles = {
  agent: "${name}",
  entry: () => ({ impossible: "have MCP servers" }),
  references: fact("none", DOCS),
  isValidName: isPlainServerName,
  wrongShape: fact("servers-ignored", DOCS),
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
