import { resolve } from "node:path";

import { createFixture } from "fs-fixture";
import { beforeAll, describe, expect, test } from "vitest";

import type { HookTime } from "../../../src/agents/agent.ts";
import { loadHookTime, loadShim } from "../../../src/agents/find-agent.ts";
import { AGENT_NAMES } from "../../../src/agents/hook-list.ts";
import type { Shim, ShimPayload } from "../../../src/agents/shim.ts";
import { partsOf } from "../../../src/hook/shim/parts.ts";
import type { HookInput } from "../../../src/model/input.ts";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { matchNames } from "../../../src/model/tool.ts";
import { MCP_NAMES, SENT, SENT_FOR_ONE_KIND, type SentEvent, TOOL_NAMES } from "../../oracles/agent-payloads.ts";
import { capturedPayloads } from "../../support/payloads.ts";

const SOURCES = Object.keys(SENT);
const PROJECT = "/home/user/project";
const PLACE = { project: PROJECT, home: "/home/user" };

interface Called {
  readonly name: string;
  readonly input: HookInput;
}

const calls = new Map<string, Called[]>();
const shims = new Map<string, Shim>();
const readers = new Map<string, HookTime>();

beforeAll(async () => {
  for (const agent of AGENT_NAMES) {
    const hookTime = await loadHookTime(agent);
    if (hookTime !== undefined) readers.set(agent, hookTime);
    const shim = await loadShim(agent);
    if (shim !== undefined) shims.set(agent, shim);
  }
  for (const { agent, name, event, payload } of capturedPayloads()) {
    const input = readers.get(agent)?.read(payload, event);
    if (input === undefined || input.event === null) continue;
    calls.set(agent, [...(calls.get(agent) ?? []), { name: `${agent} ${name}`, input }]);
  }
});

function shimOf(agent: string): Shim {
  const shim = shims.get(agent);
  if (shim === undefined) throw new Error(`no shim of ${agent}`);
  return shim;
}

describe("IX-12 IX-14 hooks of any agent run on any other", () => {
  test("every agent has a shim, and its payloads are written down", () => {
    expect([...shims.keys()].sort()).toEqual([...AGENT_NAMES].sort());
    expect(Object.keys(SENT).sort()).toEqual(AGENT_NAMES.filter((agent) => agent !== "claude-code").sort());
  });

  describe.each(SOURCES)("a hook that was written for %s", (source) => {
    test.each(AGENT_NAMES.filter((agent) => agent !== source))("is told what happens on %s", (caller) => {
      const told = (calls.get(caller) ?? []).flatMap(({ name, input }) =>
        partsOf(input, readers.get(caller)).map((part) => judge(source, { name, input: part.input })),
      );
      expect(told.filter(Boolean).length).toBeGreaterThan(0);
    });
  });
});

describe("IX-12 tools have the names that the hook's agent gives them", () => {
  const ofClaude = (name: string) =>
    calls.get("claude-code")?.find(({ input }) => input.event === "PreToolUse" && input.tool?.name === name);

  test.each(Object.entries(TOOL_NAMES))("%s", (source, names) => {
    for (const [claude, own] of Object.entries(names)) expect([claude, nameTold(source, ofClaude(claude))]).toEqual([claude, own]);
  });

  test.each(Object.entries(MCP_NAMES))("%s: a tool of an MCP server", (source, own) => {
    expect(nameTold(source, ofClaude("mcp__my_srv-a__ping_al-pha"))).toBe(own);
  });

  test("Gemini CLI says besides which server it is", () => {
    const { input } = ofClaude("mcp__my_srv-a__ping_al-pha") ?? {};
    const payload = input && shimOf("gemini-cli").payload(input, PLACE)?.payload;
    expect(payload).toMatchObject({ mcp_context: { server_name: "my_srv-a", tool_name: "ping_al-pha" } });
  });

  test.each(Object.entries(TOOL_NAMES))(
    "%s: one that it has no counterpart for keeps Claude's, so that a hook for all tools runs",
    (source, names) => {
      for (const { input } of calls.get("claude-code") ?? []) {
        if (input.event !== "PreToolUse" || input.tool?.neutral === undefined || input.tool.name in names) continue;
        expect(nameTold(source, { name: "", input })).toBe(input.tool.name);
      }
    },
  );
});

describe("IX-12 events for one kind of tool", () => {
  const KINDS = Object.entries(SENT_FOR_ONE_KIND).flatMap(([source, events]) =>
    Object.entries(events).map(([event, keys]) => [source, event, keys] as const),
  );
  const CALLERS = ["claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "qwen-code"];

  test.each(KINDS)("%s %s has its own keys, and only calls of that kind", (source, event, keys) => {
    const tools = new Set<string | undefined>();
    for (const { name, input } of CALLERS.flatMap((agent) => calls.get(agent) ?? [])) {
      const sent = shimOf(source).payload(input, PLACE, event);
      if (sent?.nativeEvent !== event) continue;
      tools.add(input.tool?.neutral ?? "mcp");
      expect(
        keys.filter((key) => at(sent.payload, key) === undefined),
        `${name}: keys`,
      ).toEqual([]);
      expect(sent.usual?.nativeEvent.toLowerCase(), name).toBe(input.event?.toLowerCase());
    }
    const expected = /shell/i.test(event)
      ? ["shell"]
      : /mcp/i.test(event)
        ? ["mcp"]
        : /read/i.test(event)
          ? ["file_read"]
          : ["file_edit", "file_write"];
    expect([...tools].sort()).toEqual(expected);
  });

  test("Cursor's hook before a file is read gets the file's text", async () => {
    await using folder = await createFixture({ "secret.txt": "hunter2" });
    const read = calls.get("claude-code")?.find(({ name }) => name.endsWith("PreToolUse.read"))?.input;
    const input = { ...read, cwd: folder.path, toolInput: { file_path: "secret.txt" } } as HookInput;
    expect(shimOf("cursor").payload(input, PLACE, "beforeReadFile")?.payload).toMatchObject({ content: "hunter2" });
  });
});

function nameTold(source: string, call: Called | undefined): Json | undefined {
  const { payload } = (call === undefined ? undefined : shimOf(source).payload(call.input, PLACE)) ?? {};
  return at(payload, "tool_name") ?? at(payload, "toolName") ?? at(payload, "input.tool");
}

describe("IX-12 the hand-written keys", () => {
  const captured = capturedPayloads().filter(
    ({ agent, name }) => agent in SENT && !/claude-file|camel-case|edit-files|no-session/.test(name),
  );

  test.each(captured.map((payload) => [`${payload.agent} ${payload.name}`, payload] as const))(
    "are those of %s",
    (_, { agent, event, payload }) => {
      const keys = SENT[agent]?.[event]?.keys ?? SENT_FOR_ONE_KIND[agent]?.[event] ?? [];
      expect(keys.filter((key) => at(payload, key) === undefined && key !== "submitted_prompt")).toEqual([]);
    },
  );
});

/** Whether the source has an event for it. */
function judge(source: string, { name, input }: Called): boolean {
  const sent = shimOf(source).payload(input, PLACE);
  const expected = Object.entries(SENT[source] ?? {}).filter(([, { means }]) => means === input.event);
  if (expected.length === 0 || (source === "windsurf" && !isKnownToWindsurf(input))) {
    expect(sent, name).toBeUndefined();
    return false;
  }
  if (sent === undefined) throw new Error(`${source} is not told of ${name}`);
  const [, event] = expected.find(([native]) => native === sent.nativeEvent) ?? [];
  if (event === undefined) throw new Error(`${source} has no event ${sent.nativeEvent}`);
  expect(JSON.parse(JSON.stringify(sent.payload)), `${name}: JSON`).toEqual(sent.payload);
  expect(
    event.keys.filter((key) => at(sent.payload, key) === undefined),
    `${name}: keys`,
  ).toEqual([]);
  judgeReading(source, name, input, event, sent);
  return true;
}

function judgeReading(source: string, name: string, input: HookInput, event: SentEvent, sent: ShimPayload): void {
  const seen = shimOf(source).hookTime.read(sent.payload, sent.nativeEvent);
  expect(
    { event: seen.event, session: seen.sessionId, prompt: seen.prompt ?? "", cwd: event.noFolder === true ? null : seen.cwd },
    name,
  ).toEqual({
    event: input.event,
    session: input.sessionId ?? "unknown",
    prompt: hasPrompt(input, seen) ? (input.prompt ?? "") : "",
    cwd: event.noFolder === true ? null : cwdOf(source, input),
  });
  if (input.tool !== undefined) judgeTool(source, name, input, seen);
  const result = resultOf(input);
  if (event.noResult !== true && input.event === "PostToolUse" && result !== undefined)
    expect(resultOf(seen), `${name}: result`).toBe(result);
}

/** Gemini's stop has the prompt of the turn. */
function hasPrompt({ event }: HookInput, seen: HookInput): boolean {
  return event === "UserPromptSubmit" || seen.prompt !== undefined;
}

/** Cursor names only the workspace where no tool is called. */
function cwdOf(source: string, { cwd, tool }: HookInput): string {
  return source === "cursor" && tool === undefined ? PROJECT : (cwd ?? PROJECT);
}

function judgeTool(source: string, name: string, { tool, toolInput }: HookInput, seen: HookInput): void {
  if (tool === undefined || seen.tool === undefined) throw new Error(`${name}: no tool`);
  const names = matchNames(seen.tool).map(folded);
  const possible = tool.mcp === undefined && tool.neutral === undefined ? [tool.name, ...(tool.also ?? [])] : [tool.name];
  const isServerless = [...names, ...possible].some((each) => each.startsWith("mcp__*__"));
  const compared = (each: string) => (isServerless ? folded(each).replace(/^mcp__.+?__/, "mcp__*__") : folded(each));
  const wanted = possible.map(compared);
  expect(
    names.map(compared).filter((each) => wanted.includes(each)),
    `${name}: ${names.join(" ")} is none of ${possible.join(" ")}`,
  ).not.toEqual([]);
  if (!isObject(toolInput)) return;
  const changed = Object.entries(toolInput).filter(([key, value]) => !isKept(source, tool.name, key, value, seen));
  expect(changed, `${name}: tool input, read as ${JSON.stringify(seen.toolInput)}`).toEqual([]);
}

/** What a source's own fields have no exact place for. */
function isKept(
  source: string,
  tool: string,
  key: string,
  value: Json | undefined,
  { toolInput: seen, nativeToolInput: given }: HookInput,
): boolean {
  // What the source's own tool does not obey, its reader does not tell; the handler finds it.
  const now = at(seen, key) ?? at(given, key);
  if (JSON.stringify(now) === JSON.stringify(value)) return true;
  // Paths are whole, and those of a patch as it has them.
  if (key === "file_path" && typeof value === "string") return now === resolve(PROJECT, value);
  if (key === "files" && Array.isArray(value))
    return JSON.stringify(now) === JSON.stringify(value.map((file) => resolve(PROJECT, String(file))));
  // An edit of nothing is a new file.
  if (source === "windsurf" && key === "new_string" && at(seen, "old_string") === "") return at(seen, "content") === value;
  // It finds the address in the prompt.
  if (source === "gemini-cli" && tool === "WebFetch" && key === "prompt") return String(now).includes(String(value));
  // Copilot asks about every change as an edit, and shows a diff.
  if (source === "copilot-cli" && key === "content") return at(given, "file_text") === value;
  // A patch takes the place of the word with which Kiro tells writing from editing.
  if (source === "codex" && key === "command" && tool !== "Bash") return true;
  // It searches everywhere, and reads every `path` as that of a file.
  return source === "vscode-copilot" && key === "path" && at(seen, "file_path") === value;
}

function isKnownToWindsurf({ tool, event }: HookInput): boolean {
  if (event === "UserPromptSubmit" || event === "Stop") return true;
  if (tool?.neutral !== undefined) return ["shell", "file_read", "file_write", "file_edit"].includes(tool.neutral);
  return tool?.mcp !== undefined || tool?.also?.some((name) => name.startsWith("mcp__")) === true;
}

function resultOf({ toolResponse }: HookInput): Json | undefined {
  const response = toolResponse?.() ?? {};
  return response["stdout"] ?? response["text"];
}

function folded(name: string): string {
  return name.replaceAll("-", "_");
}

function at(value: Json | undefined, path: string): Json | undefined {
  let now: Json | undefined = value;
  for (const key of path.split(".")) now = isObject(now) && Object.hasOwn(now, key) ? (now as JsonObject)[key] : undefined;
  return now;
}
