/**
 * What Claude Code sends to its hooks, written by hand from payloads that Claude Code 2.1.325 sent (`test/agents/claude-code/payloads`). It says what is
 * wrong with a payload that pretends to be one. A key that is not listed is wrong, so that nothing of another agent slips in.
 */

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const word: Check = (value) => typeof value === "string" && value !== "";
const flag: Check = (value) => typeof value === "boolean";
const number: Check = (value) => typeof value === "number";
const list: Check = (value) => Array.isArray(value);
const object: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const path: Check = (value) => typeof value === "string" && value.startsWith("/");
const nothing: Check = (value) => value === null;
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

interface Shape {
  readonly has: Readonly<Record<string, Check>>;
  readonly may?: Readonly<Record<string, Check>>;
}

const MODE = oneOf("default", "plan", "acceptEdits", "bypassPermissions", "dontAsk", "auto");
const ALWAYS = { session_id: word, transcript_path: path, cwd: path, hook_event_name: word };
const TURN = { prompt_id: word, effort: object };
const TOOL = { permission_mode: MODE, tool_name: word, tool_input: object };
const IN_SUBAGENT = { agent_id: word, agent_type: text };
const TOOL_MAY = { ...TURN, ...IN_SUBAGENT, mcp_server: object };
const STOP = { permission_mode: MODE, stop_hook_active: flag, last_assistant_message: text, background_tasks: list, session_crons: list };

const SHAPES: Readonly<Record<string, Shape>> = {
  SessionStart: {
    has: { source: oneOf("startup", "resume", "clear", "compact") },
    may: {
      ...TURN,
      model: word,
      seconds_since_last_response: number,
      context_tokens: number,
      prompt_cache_likely_expired: flag,
      estimated_cache_write_usd: number,
    },
  },
  SessionEnd: {
    has: { reason: oneOf("clear", "resume", "logout", "prompt_input_exit", "bypass_permissions_disabled", "other") },
    may: TURN,
  },
  UserPromptSubmit: { has: { permission_mode: MODE, prompt: text }, may: TURN },
  PreToolUse: { has: { ...TOOL, tool_use_id: word }, may: TOOL_MAY },
  PostToolUse: { has: { ...TOOL, tool_use_id: word, tool_response: either(object, list) }, may: { ...TOOL_MAY, duration_ms: number } },
  PostToolUseFailure: { has: { ...TOOL, tool_use_id: word, error: text, is_interrupt: flag }, may: { ...TOOL_MAY, duration_ms: number } },
  PermissionRequest: { has: { ...TOOL, permission_suggestions: list }, may: TOOL_MAY },
  Stop: { has: STOP, may: TURN },
  SubagentStart: { has: { agent_id: word, agent_type: text }, may: TURN },
  SubagentStop: { has: { ...STOP, agent_id: word, agent_type: text, agent_transcript_path: path }, may: TURN },
  PreCompact: { has: { trigger: oneOf("manual", "auto"), custom_instructions: either(text, nothing) }, may: TURN },
  // From https://code.claude.com/docs/en/hooks, 2026-11-17: no run without a terminal sends these two.
  Notification: { has: { message: text, notification_type: text }, may: { ...TURN, title: text } },
  StopFailure: { has: { error: text }, may: { ...TURN, error_details: text, last_assistant_message: text } },
};

const INPUTS: Readonly<Record<string, Shape>> = {
  Bash: { has: { command: text } },
  Read: { has: { file_path: path } },
  Write: { has: { file_path: path } },
  Edit: { has: { file_path: path } },
};

const RESPONSES: Readonly<Record<string, Shape>> = {
  Bash: {
    has: { stdout: text, stderr: text, interrupted: flag, isImage: flag, noOutputExpected: flag },
    may: { bashEditDiff: object, backgroundTaskId: word },
  },
  Read: { has: { type: oneOf("text", "image", "notebook", "pdf"), file: object } },
  Write: {
    has: {
      type: oneOf("create", "update"),
      filePath: path,
      content: text,
      structuredPatch: list,
      originalFile: either(text, nothing),
      userModified: flag,
    },
  },
  Edit: {
    has: {
      filePath: path,
      oldString: text,
      newString: text,
      originalFile: either(text, nothing),
      structuredPatch: list,
      userModified: flag,
      replaceAll: flag,
    },
  },
  Glob: {
    has: { filenames: list, durationMs: number, numFiles: number, truncated: flag },
    may: { totalMatches: number, countIsComplete: flag },
  },
  Grep: { has: { mode: word, numFiles: number, filenames: list, content: text, numLines: number }, may: { totalLines: number } },
  WebSearch: { has: { query: text, results: list, durationSeconds: number }, may: { searchCount: number } },
};

/** What is wrong with it, each in a few words; empty where Claude Code could have sent it. */
export function faultsOfClaudePayload(payload: Readonly<Record<string, unknown>>): readonly string[] {
  const event = String(payload["hook_event_name"]);
  const shape = SHAPES[event];
  if (shape === undefined) return [`no event ${event}`];
  const faults = faultsIn(payload, { has: { ...ALWAYS, ...shape.has }, may: shape.may ?? {} }, event, false);
  const tool = String(payload["tool_name"]);
  const input = INPUTS[tool];
  if (input !== undefined) faults.push(...faultsIn(payload["tool_input"], input, `${event} ${tool} input`, true));
  if (event !== "PostToolUse") return faults;
  const response = payload["tool_response"];
  const wanted = RESPONSES[tool];
  if (wanted !== undefined) faults.push(...faultsIn(response, wanted, `${tool} response`, false));
  if (tool.startsWith("mcp__") && !Array.isArray(response)) faults.push("the response of an MCP tool is not a list");
  return faults;
}

function faultsIn(value: unknown, { has, may = {} }: Shape, where: string, isOpen: boolean): string[] {
  if (!object(value)) return [`${where}: not an object`];
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = Object.keys(has).filter((name) => !Object.hasOwn(fields, name));
  const wrong = Object.entries({ ...may, ...has }).filter(([name, check]) => Object.hasOwn(fields, name) && !check(fields[name]));
  const foreign = Object.keys(fields).filter((name) => !isOpen && !Object.hasOwn(has, name) && !Object.hasOwn(may, name));
  return [
    ...missing.map((name) => `${where}: no ${name}`),
    ...wrong.map(([name]) => `${where}: wrong ${name}: ${JSON.stringify(fields[name])}`),
    ...foreign.map((name) => `${where}: foreign ${name}`),
  ];
}
