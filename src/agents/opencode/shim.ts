/** For handlers written as a plugin: `{hook, input, output}` in, `output` back. Generated plugins speak the interchange format. */

import { isObject, type Json, type JsonObject, stringOr } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import { textOf } from "../../model/tool-fields.ts";
import { type OwnTools, shimOf, type ShimValues } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `${plain(server)}_${plain(tool)}` };

const onBus = (hook: string, values: ShimValues, input: JsonObject = {}): JsonObject => ({
  hook,
  input: { sessionID: values.session, ...input },
  output: {},
});
const begins = (values: ShimValues): JsonObject =>
  onBus(values.source === "startup" ? "session.created" : "chat.message", values, {
    info: { id: values.session, directory: values.project, title: "", agent: values.agentType },
  });
const ofCall = ({ tool, session, callId }: ShimValues): JsonObject => ({ tool: tool.name, sessionID: session, callID: callId });

export const shim = shimOf({
  hookTime,
  own,
  everywhere: ({ session, cwd }) => ({ sessionID: session, cwd }),
  fields: {
    SessionStart: begins,
    UserPromptSubmit: (values) => ({ hook: "chat.message", input: { sessionID: values.session }, output: messageOf(values) }),
    PreToolUse: (values) => ({ hook: "tool.execute.before", input: ofCall(values), output: { args: values.tool.input } }),
    PostToolUse: (values) => {
      const { tool, result, content } = values;
      const output = tool.mcp ? { content } : { title: tool.name, metadata: { output: result, truncated: false }, output: result };
      return { hook: "tool.execute.after", input: { ...ofCall(values), args: tool.input }, output };
    },
    Stop: (values) => onBus("session.idle", values),
    SubagentStart: (values) => ({ ...begins(values), parentID: values.session }),
    SubagentStop: (values) => ({ ...onBus("session.idle", values), parentID: values.session }),
    PreCompact: (values) => ({ ...onBus("experimental.session.compacting", values), output: { context: [] } }),
    Notification: (values) => onBus("permission.asked", values, { permission: values.message, patterns: [], metadata: {}, always: [] }),
    ErrorOccurred: (values) => onBus("session.error", values, { error: { name: "UnknownError", data: { message: values.error } } }),
    SessionEnd: (values) => onBus("dispose", values),
  },
  meant: (outcome, { raw }) => {
    const output = outcome.native?.["output"];
    return isObject(output) ? changesIn(output, raw) : outcome;
  },
});

function messageOf({ session, prompt }: ShimValues): JsonObject {
  const id = "msg_prompt";
  const part = { id: "prt_prompt", sessionID: session, messageID: id, type: "text", text: prompt };
  return { message: { id, role: "user", sessionID: session }, parts: [part] };
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
