/** Qwen Code at hook time: Claude's keys, Gemini's tools. https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */

import { lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, parseJson, stringOr } from "../../model/json.ts";
import type { Answer, Outcome } from "../../model/outcome.ts";
import { textOf, toolResponse } from "../../model/tool-fields.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { claudeHookTime, encodeClaudeShape, readClaudeFields, readMcpName, toolPartOf } from "../claude-shape/payloads.ts";
import { can, documented, eventTable, measured } from "../facts.ts";
import { answered, denied, exitedWith, isEventOf, namedTool, recognised, USUAL_ANSWER } from "../payload.ts";

export const SEEN = measured("0.24.4", "2026-11-15");
export const HOOKS = documented("https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks", "2026-11-15");

const OWN = measured("0.24.4", "2026-11-18");

export const SETTINGS = ".qwen/settings.json";

export const events = eventTable(SEEN, {
  SessionStart: { can: can("context"), text: "context" },
  UserPromptSubmit: {
    can: can("block", "context", "stop"),
    text: "context",
    note: "fires again with an empty prompt after each tool turn, and with the reason of a blocked stop; neither is the user's",
  },
  PreToolUse: {
    can: can("block", "ask"),
    note: "context is ignored here and waits for the result of the tool; without a terminal a question is a denial",
  },
  PermissionRequest: {
    can: can("block"),
    note: "fires on a terminal and over the SDK's protocol; without either the call is declined and no hook is asked",
  },
  PostToolUse: {
    can: can("block", "context"),
    note: "`decision` is ignored; `continue: false` replaces the result by its reason, and the run goes on",
  },
  PostToolUseFailure: { can: can("context") },
  Stop: { can: can("block"), note: "`continue: false` blocks too; eight blocks end the turn" },
  SubagentStart: { note: "context reaches no model" },
  SubagentStop: { can: can("block"), note: "`continue: false` blocks too" },
  Notification: { can: can() },
  PreCompact: { source: HOOKS },
  SessionEnd: { note: "fires when an interactive session ends, not without a terminal" },
  StopFailure: { event: "ErrorOccurred", source: HOOKS },
  PostToolBatch: {
    can: can("block", "context"),
    source: OWN,
    note: "a block adds its reason to the results, and so does `continue: false`",
  },
  MessageDisplay: { note: "fires while the reply is written" },
  InstructionsLoaded: { can: can() },
  UserPromptExpansion: { can: can("block", "context"), prevents: "the command from becoming a prompt", text: "context", source: OWN },
  PermissionDenied: { source: HOOKS },
  PostCompact: { source: HOOKS },
  SessionDelete: { source: HOOKS },
  TodoCreated: { can: can("block"), prevents: "the change of the list", source: HOOKS },
  TodoCompleted: { can: can("block"), prevents: "the change of the list", source: HOOKS },
});

/** Qwen Code's tools: Gemini's names with Claude's fields. A tool reached through `tool_call` arrives under its own name. */
export const tools: ToolFacts = {
  names: tableOf({
    run_shell_command: "shell",
    read_file: "file_read",
    write_file: "file_write",
    edit: "file_edit",
    grep_search: "search",
    glob: "find",
    web_search: "web_search",
    web_fetch: "web_fetch",
    agent: "agent",
  }),
  beside: tableOf({ monitor: "shell", exec: "shell", notebook_edit: "file_edit", replace: "file_edit", save_memory: "file_write" }),
  fields: [
    { claude: "run_in_background", native: "is_background", kinds: ["shell"] },
    { claude: "command", native: "source", of: ["exec"] },
    { claude: "file_path", native: "notebook_path", of: ["notebook_edit"] },
    { claude: "new_string", native: "new_source", of: ["notebook_edit"] },
    { claude: "old_string", of: ["notebook_edit"] },
    { claude: "content", native: "fact", of: ["save_memory"] },
    { claude: "file_path", of: ["save_memory"] },
  ],
  source: SEEN,
};

/** A handler written for Qwen Code: JSON counts whatever the exit code, except that exit 2 leaves stdout unread. */
function readHandler({ code, stdout, stderr }: HandlerExit, { nativeEvent }: HookInput): NativeReading {
  const blocks = code === 2;
  const text = blocks ? stderr.trim() : stdout.trim() || stderr.trim();
  const parsed = parseJson(text);
  // Qwen Code also reads JSON inside a string.
  const value = typeof parsed === "string" ? parseJson(parsed) : parsed;
  if (isObject(value)) {
    const { nativeInput: _, ...outcome } = readClaudeFields(value);
    return answered(asObeyed(outcome, nativeEvent));
  }
  if (blocks) return answered(text === "" ? {} : asObeyed(denied(text), nativeEvent));
  if (code !== 0) return exitedWith(code);
  if (text.startsWith("{")) return { kind: "failure", cause: "its output is not JSON" };
  const isContext = lookUp(events, nativeEvent)?.text === "context" && stdout.trim() !== "";
  return answered(text === "" ? {} : isContext ? { context: text } : { systemMessage: text });
}

/** Where `continue: false` does the same as a block. */
const BLOCKED_BY_STOP = new Set(["PostToolUse", "Stop", "SubagentStop", "PostToolBatch", "UserPromptExpansion"]);

/** After a tool Qwen Code reads only `continue: false`, and applies it to the result; at a stop it means to continue. */
function asObeyed(outcome: Outcome, nativeEvent: string): Outcome {
  const { decision: _, reason, stop, ...rest } = outcome;
  if (BLOCKED_BY_STOP.has(nativeEvent) && stop !== undefined) return { ...rest, ...denied(stop.reason ?? reason) };
  return nativeEvent === "PostToolUse" ? rest : outcome;
}

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "qwen-code",
    events,
    tools,
    toolPart: (native, input) => toolPartOf(readMcpName(native) ?? namedTool(native, tools, input), input, tools),
    reread: (input) => {
      // Qwen Code sends tool results like a prompt without text.
      if (input.event === "UserPromptSubmit" && input.prompt?.trim() === "") return { ...input, event: null };
      return input.event === "PostToolUse" ? withResult(input) : input;
    },
  }),
  ...USUAL_ANSWER,
  recognise: (payload, env) => {
    const isOurs = isEventOf(events, payload["hook_event_name"]) && "timestamp" in payload && "permission_mode" in payload;
    return recognised(isOurs, env["QWEN_PROJECT_DIR"]);
  },
  encode: (answer, input) => encodeClaudeShape(enforced(answer, input), input),
  readNative: readHandler,
};

/** The model gets a shell's result wrapped in headings; the user sees the output itself. */
function withResult(input: HookInput): HookInput {
  const response = input.raw["tool_response"];
  if (!isObject(response)) return input;
  const shown = input.tool?.neutral === "shell" ? stringOr(response["returnDisplay"], undefined) : undefined;
  return { ...input, toolResponse: () => toolResponse(response, input.tool?.neutral, shown ?? textOf(response["llmContent"])) };
}

/** Adds `continue: false` where that alone enforces a refusal about a tool. The run continues. */
function enforced(answer: Answer, { event }: HookInput): Answer {
  if (answer.decision !== "deny" && answer.decision !== "ask") return answer;
  const stop = { reason: answer.reason ?? "" };
  // Of several hooks the last decision counts, so an allow after ours would undo a denial or a question. It cannot undo this.
  if (event === "PreToolUse") return { ...answer, stop };
  if (event !== "PostToolUse") return answer;
  // Here Qwen Code ignores `decision`.
  const { decision: _, ...rest } = answer;
  return { ...rest, stop };
}
