/**
 * What OpenCode gives a plugin, for handlers that are written as one: `{hook, input, output}` in, and `output` with its changes back. A
 * plugin file that Symposium generated is not meant: its commands speak the interchange format.
 */

import { isObject, type Json, type JsonObject, stringOr } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import { textOf } from "../../model/tool-fields.ts";
import { namesFor, type OwnTools, payloadOf, type ShimValues } from "../shim-payload.ts";
import type { Shim } from "../shim.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `${plain(server)}_${plain(tool)}` };

const onBus = (hook: string, told: ShimValues, input: JsonObject = {}): JsonObject => ({
  hook,
  input: { sessionID: told.session, ...input },
  output: {},
});
const begins = (told: ShimValues): JsonObject =>
  onBus(told.source === "startup" ? "session.created" : "chat.message", told, {
    info: { id: told.session, directory: told.project, title: "", agent: told.agentType },
  });
const ofCall = ({ tool, session, callId }: ShimValues): JsonObject => ({ tool: tool.name, sessionID: session, callID: callId });

export const shim: Shim = {
  hookTime,
  payload: payloadOf({
    hookTime,
    own,
    everywhere: ({ session, cwd }) => ({ sessionID: session, cwd }),
    fields: {
      SessionStart: begins,
      UserPromptSubmit: (told) => ({ hook: "chat.message", input: { sessionID: told.session }, output: messageOf(told) }),
      PreToolUse: (told) => ({ hook: "tool.execute.before", input: ofCall(told), output: { args: told.tool.input } }),
      PostToolUse: (told) => ({ hook: "tool.execute.after", input: { ...ofCall(told), args: told.tool.input }, output: resultOf(told) }),
      Stop: (told) => onBus("session.idle", told),
      SubagentStart: (told) => ({ ...begins(told), parentID: told.session }),
      SubagentStop: (told) => ({ ...onBus("session.idle", told), parentID: told.session }),
      PreCompact: (told) => ({ ...onBus("experimental.session.compacting", told), output: { context: [] } }),
      Notification: (told) => onBus("permission.asked", told, { permission: told.message, patterns: [], metadata: {}, always: [] }),
      ErrorOccurred: (told) => onBus("session.error", told, { error: { name: "UnknownError", data: { message: told.error } } }),
      SessionEnd: (told) => onBus("dispose", told),
    },
  }),
  alsoNamed: (tool) => namesFor(tool, own),
  environment: () => ({}),
  meant: (outcome, { raw }) => {
    const output = outcome.native?.["output"];
    return isObject(output) ? changesIn(output, raw) : outcome;
  },
};

function messageOf({ session, prompt }: ShimValues): JsonObject {
  const id = "msg_prompt";
  const part = { id: "prt_prompt", sessionID: session, messageID: id, type: "text", text: prompt };
  return { message: { id, role: "user", sessionID: session }, parts: [part] };
}

function resultOf({ tool, result, content }: ShimValues): JsonObject {
  return tool.mcp === undefined ? { title: tool.name, metadata: { output: result, truncated: false }, output: result } : { content };
}

/** A plugin tells the model something by adding to a result or a prompt. A result in whose place it puts another is not for the model. */
function changesIn(output: JsonObject, { hook, output: given }: JsonObject): Outcome {
  const before = isObject(given) ? given : {};
  if (hook === "chat.message") {
    const known = textsOf(before["parts"]);
    const added = textsOf(output["parts"]).filter((text) => !known.includes(text));
    return added.length === 0 ? {} : { context: added.join("\n\n") };
  }
  if (hook !== "tool.execute.after") return { native: { output } };
  const [old, now] = [resultIn(before), resultIn(output)];
  if (now === undefined || now === old) return {};
  if (old === undefined || now.startsWith(old)) return { context: now.slice(old?.length ?? 0).trim() };
  return { decision: "deny", reason: now };
}

function resultIn(output: JsonObject): string | undefined {
  return stringOr(output["output"], undefined) ?? textOf(output["content"]);
}

function textsOf(parts: Json | undefined): readonly string[] {
  return Array.isArray(parts) ? parts.flatMap((part: Json) => textOf([part]) ?? []) : [];
}

/** OpenCode replaces every other character in the names of servers and their tools. */
function plain(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}
