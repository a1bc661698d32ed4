/** Guards as people write them for an agent: each knows only its own agent's payload, and denies in its own agent's words, as the oracle of that agent says. */

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import { decodeHooks } from "../../src/interchange/decode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import { EVENTS } from "../../src/model/event.ts";
import type { HookManifest } from "../../src/model/hook-manifest.ts";
import type { Json } from "../../src/model/json.ts";
import { type AgentUnderTest, agentsUnderTest, onePerEvent, type PayloadFile } from "../conformance/agents.ts";
import type { HookAnswer } from "../oracles/oracle.ts";

export const UNDER_TEST = (await agentsUnderTest()).filter(({ oracle }) => HOOK_FILES.some(({ agent }) => agent === oracle.agent));

export interface NativeGuard {
  readonly agent: string;
  /** The agent's own event. */
  readonly event: string;
  /** The neutral one. */
  readonly means: string;
  /** `shell`, `read` …; empty where there is no tool. */
  readonly tool: string;
  readonly document: Json;
}

const NO = "NOT HERE";
const says = (output: object): HookAnswer => ({ stdout: JSON.stringify(output), stderr: "", exitCode: 0 });
const decided = { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: NO } };
const nested = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: NO };

/** How agents are told no. Which of them an agent obeys at an event, its oracle says. */
const DENIALS: readonly HookAnswer[] = [
  { stdout: "", stderr: NO, exitCode: 2 },
  says({ hookSpecificOutput: nested }),
  says({ permissionDecision: "deny", permissionDecisionReason: NO }),
  says({ permission: "deny", user_message: NO, agent_message: NO }),
  says({ hookSpecificOutput: decided }),
  says({ behavior: "deny", message: NO }),
  says({ decision: "deny", reason: NO }),
  says({ decision: "block", reason: NO }),
  says({ continue: false, user_message: NO }),
];

/** What the neutral meaning of Cursor's events for one kind of tool is; its oracle calls them the agent's own. */
const KINDS: Readonly<Record<string, string>> = { beforeShellExecution: "shell", beforeMCPExecution: "mcp", beforeReadFile: "read" };
const WINDSURF: Readonly<Record<string, string>> = { pre_mcp_tool_use: "mcp", pre_read_code: "read", pre_write_code: "write" };

function guardsOf(under: AgentUnderTest): readonly NativeGuard[] {
  const { oracle, payloads } = under;
  const { agent } = oracle;
  // Its hooks are code; what we generate for it speaks the format.
  if (agent === "opencode") return [];
  return onePerEvent(payloads).flatMap((file) => {
    const means = agent === "cursor" && file.event in KINDS ? "PreToolUse" : oracle.means(file.event, file.payload);
    const meaning = Object.entries(EVENTS).find(([name]) => name === means)?.[1];
    if (means === null || meaning === undefined || !("prevents" in meaning)) return [];
    const tool = meaning.hasTool ? (KINDS[file.event] ?? WINDSURF[file.event] ?? "shell") : "";
    return denialsAt(under, file).map((denial) => ({
      agent,
      event: file.event,
      means,
      tool,
      document: documentOf(agent, file.event, script(agent, file, denial)),
    }));
  });
}

function denialsAt({ oracle: { agent, read } }: AgentUnderTest, { event, payload }: PayloadFile): readonly HookAnswer[] {
  if (agent === "cursor" && event in KINDS) return DENIALS.slice(3, 4);
  return DENIALS.filter((denial) => (read(event, payload, denial) as { blocked: boolean }).blocked);
}

/** It lets everything pass that is not its own agent's event. */
function script(agent: string, { event, payload }: PayloadFile, { stdout, stderr, exitCode }: HookAnswer): string {
  const named = Object.entries(payload).find(([, value]) => value === event)?.[0];
  const known = named === undefined ? `"sessionId":` : `"${named}":"${event}"`;
  const says = exitCode === 0 ? `printf '%s' '${stdout}'` : `echo '${stderr}' >&2; exit ${exitCode}`;
  return `input=$(cat); case "$input" in *'${known}'*) ${says} ;; esac`;
}

/** Its own file, by hand. */
function documentOf(agent: string, event: string, command: string): Json {
  const flat = (entry: Json): Json => ({ version: 1, hooks: { [event]: [entry] } });
  if (agent === "copilot-cli") return flat({ type: "command", bash: command });
  if (agent === "vscode-copilot") return flat({ type: "command", command });
  if (["cursor", "kiro", "windsurf"].includes(agent)) return flat({ command });
  return { hooks: { [event]: [{ hooks: [{ type: "command", command }] }] } };
}

/** What another agent sends for the same. */
export function callOf(
  { oracle, payloads }: AgentUnderTest,
  { means, tool }: Pick<NativeGuard, "means" | "tool">,
): PayloadFile | undefined {
  const meant = payloads.filter(({ event, payload }) => oracle.means(event, payload) === means);
  return tool === "" ? onePerEvent(meant)[0] : meant.find(({ name, event }) => name === `${event}.${tool}`);
}

/** The agent obeys a denial there, and has such a tool. */
export function canDeny({ oracle }: AgentUnderTest, call: PayloadFile | undefined): call is PayloadFile {
  return call !== undefined && oracle.obeys(call.event, call.payload).block;
}

export function manifestOf({ agent, document }: NativeGuard): HookManifest {
  const decoded = decodeHooks(document, targetFor(agent)!);
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.manifest;
}

export const GUARDS: readonly NativeGuard[] = UNDER_TEST.flatMap(guardsOf);
