/** What Kiro CLI would have sent, for hooks that were written for it or for the Kiro IDE. No variables are documented. */

import { lookUp, tableOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { namesFor, type OwnTools, shimOf, type ShimValues, toolKeys } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const WRITE = "fs_write";
const own: OwnTools = { tools, covers: tableOf({ file_edit: WRITE }), mcpName: ({ server, tool }) => `@${server}/${tool}` };

const ofTool = (values: ShimValues): JsonObject => ({ ...toolKeys(values), tool_input: inputOf(values) });

/** The IDE's names of the same events. */
const IDE_NAMES = tableOf({ promptSubmit: "userPromptSubmit", agentStop: "stop" });

export const shim = shimOf({
  hookTime,
  own,
  everywhere: ({ cwd, session }, nativeEvent) => ({ hook_event_name: nativeEvent, cwd, session_id: session }),
  fields: {
    SessionStart: () => ({}),
    UserPromptSubmit: ({ prompt }) => ({ prompt }),
    PreToolUse: ofTool,
    PostToolUse: (values) => ({ ...ofTool(values), tool_response: { success: true, result: [values.result] } }),
    Stop: ({ lastMessage }) => ({ assistant_response: lastMessage }),
  },
  atEvent: (event, sent) =>
    lookUp(IDE_NAMES, event) === sent.nativeEvent ? { nativeEvent: event, payload: sent.payload, usual: sent } : sent,
  alsoNamed: (tool) => [...namesFor(tool, own), ...(tool.native === WRITE ? ["write", WRITE] : [])],
});

/** One tool creates and changes files, and says which; another reads a list of them. */
function inputOf({ tool: { name, neutral, input } }: ShimValues): Json {
  if (!isObject(input)) return input;
  if (name === WRITE) return { ...input, command: neutral === "file_write" ? "create" : "str_replace" };
  if (name !== "fs_read" || typeof input["path"] !== "string") return input;
  const { path, ...rest } = input;
  return { ...rest, operations: [{ mode: "Line", path }] };
}
