import { describe, expect, test } from "vitest";

import { loadHookTime, resolveAgent } from "../../src/agents/find-agent.ts";
import { AGENT_NAMES, AGENT_WORDS } from "../../src/agents/hook-list.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { NATIVE_EVENTS } from "../../src/agents/native-list.ts";
import { resolveNativeEvent } from "../../src/agents/resolve-event.ts";
import { entriesOf, lookUp } from "../../src/lookup.ts";
import { EVENTS } from "../../src/model/event.ts";

describe("names of agents", () => {
  test("RG-4 config names and interchange slugs mean the same agent", () => {
    const words = { claude: "claude-code", "claude-code": "claude-code", codex: "codex", gemini: "gemini-cli", "gemini-cli": "gemini-cli" };
    for (const [word, name] of Object.entries(words)) expect(resolveAgent(word)).toBe(name);
  });

  test("RG-4 every alias of every table resolves, and to one agent", () => {
    for (const { name, aliases } of AGENTS) for (const word of [name, ...aliases]) expect(resolveAgent(word)).toBe(name);
    expect(Object.keys(AGENT_WORDS)).toHaveLength(AGENTS.reduce((count, { aliases }) => count + 1 + aliases.length, 0));
    expect(AGENT_NAMES).toEqual(AGENTS.map(({ name }) => name));
  });

  test.each(["", "Claude", "claude code", "constructor", "__proto__", "toString"])("%j names no agent", (word) => {
    expect(resolveAgent(word)).toBeUndefined();
    expect(resolveNativeEvent(word, "pre-tool-use")).toBeUndefined();
    expect(loadHookTime(word)).toBeUndefined();
  });

  test("RT-22 the host for trying a hook by hand can call, and is in no list of agents", async () => {
    expect((await loadHookTime("symposium"))?.name).toBe("symposium");
    expect(resolveAgent("symposium")).toBeUndefined();
    expect(resolveNativeEvent("symposium", "pre-tool-use")).toBeUndefined();
    expect(AGENT_NAMES).not.toContain("symposium");
  });
});

describe("names of events", () => {
  test("RT-8 native names, neutral names and their kebab-case all name the native event", () => {
    const expected = { native: "BeforeTool", event: "PreToolUse" };
    for (const word of ["BeforeTool", "PreToolUse", "pre-tool-use", "pre_tool_use", "before-tool"]) {
      expect(resolveNativeEvent("gemini-cli", word)).toEqual(expected);
    }
  });

  test("RT-8 an event only one agent has resolves there, without a neutral one", () => {
    expect(resolveNativeEvent("claude-code", "PostToolBatch")).toEqual({ native: "PostToolBatch" });
    const own = { native: "BeforeModel", named: "before_model" };
    for (const word of ["BeforeModel", "before-model", "before_model"]) expect(resolveNativeEvent("gemini-cli", word)).toEqual(own);
    expect(resolveNativeEvent("claude-code", "file_saved")).toEqual({ native: "FileChanged", named: "file_changed" });
    expect(resolveNativeEvent("codex", "PostToolBatch")).toBeUndefined();
  });

  test("an event the agent lacks resolves to nothing", () => {
    expect(resolveNativeEvent("codex", "notification")).toBeUndefined();
    expect(resolveNativeEvent("gemini-cli", "permission-request")).toBeUndefined();
  });

  test.each(["", "constructor", "__proto__", "hasOwnProperty", "PRETOOLUSE"])("%j names no event", (word) => {
    for (const agent of AGENT_NAMES) expect(resolveNativeEvent(agent, word)).toBeUndefined();
  });

  test("RT-8 one of several native events that mean the same is that one alone by its own name", () => {
    expect(resolveNativeEvent("windsurf", "pre_write_code")).toEqual({
      native: "pre_write_code",
      event: "PreToolUse",
      isOneOfSeveral: true,
    });
    expect(resolveNativeEvent("windsurf", "pre-write-code")).toMatchObject({ native: "pre_write_code", isOneOfSeveral: true });
    expect(resolveNativeEvent("windsurf", "PreToolUse")).toEqual({ native: "pre_run_command", event: "PreToolUse" });
    expect(resolveNativeEvent("windsurf", "pre_user_prompt")).toEqual({ native: "pre_user_prompt", event: "UserPromptSubmit" });
  });

  test("every native event of the tables resolves by its own name, and the first of its kind by the neutral word", () => {
    for (const { name, events } of AGENTS) {
      for (const [native, { event }] of entriesOf(events)) {
        expect(resolveNativeEvent(name, native)).toMatchObject(event === undefined ? { native } : { native, event });
        if (event === undefined) continue;
        const first = entriesOf(events).find(([, other]) => other.event === event)?.[0];
        expect(resolveNativeEvent(name, EVENTS[event].word)).toEqual({ native: first, event });
      }
      expect(Object.keys(lookUp(NATIVE_EVENTS, name) ?? {})).toEqual(Object.keys(events));
    }
  });
});
