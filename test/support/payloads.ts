/** The payloads captured from the real agents, as the tests of all agents read them. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { isObject, type JsonObject } from "../../src/model/json.ts";

export interface CapturedPayload {
  readonly agent: string;
  /** File name: the native event up to the first dot, then the variant. */
  readonly name: string;
  readonly event: string;
  readonly payload: JsonObject;
}

/** Keys that some agent's payload has, for payloads that are bent at random. */
export const PAYLOAD_KEYS = [
  ...["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id", "agent_id", "parentAgentId"],
  ...["cwd", "working_dir", "workspace_roots", "transcript_path", "timestamp", "cursor_version"],
  ...["hook_event_name", "hookEventName", "event", "agent_action_name", "hook", "input", "output"],
  ...["tool_name", "toolName", "tool_input", "toolArgs", "toolInput", "tool_info", "tool_response", "toolResult", "tool_output"],
  ...["prompt", "message", "stop_hook_active", "loop_count", "status", "mcp_context", "mcp_server", "x"],
] as const;

/** The session a payload names, by whichever key. */
export function sessionIn(payload: JsonObject): string | null {
  const named = ["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id"].map((key) => payload[key]);
  return named.find((value): value is string => typeof value === "string") ?? null;
}

/** The folder a payload names. */
export function folderIn({ cwd, working_dir, workspace_roots, tool_info }: JsonObject): string | null {
  const [root] = Array.isArray(workspace_roots) ? workspace_roots : [];
  const own = isObject(tool_info) ? tool_info["cwd"] : undefined;
  return [cwd, working_dir, own, root].find((value): value is string => typeof value === "string") ?? null;
}

const AGENTS = join(dirname(fileURLToPath(import.meta.url)), "../agents");

export function capturedPayloads(): readonly CapturedPayload[] {
  return readdirSync(AGENTS, { recursive: true, encoding: "utf8" })
    .filter((file) => /payloads[\\/].*\.json$/.test(file))
    .sort()
    .map((file) => {
      const [agent = "", , name = ""] = file.split(/[\\/]/);
      const payload = JSON.parse(readFileSync(join(AGENTS, file), "utf8")) as JsonObject;
      return { agent, name: name.replace(/\.json$/, ""), event: name.split(".")[0] ?? "", payload };
    });
}

export function capturedPayload(agent: string, name: string): JsonObject {
  const found = capturedPayloads().find((captured) => captured.agent === agent && captured.name === name);
  if (found === undefined) throw new Error(`no captured payload ${agent}/${name}`);
  return found.payload;
}
