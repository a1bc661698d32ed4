import { describe, expect, test } from "vitest";

import { guardedTools, notGuarded } from "../../src/agents/describe.ts";
import { loadHookTime } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { entriesOf, hasWord } from "../../src/lookup.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../../src/model/tool.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { BESIDE_CALLS } from "../support/beside-calls.ts";
import { toolPayload } from "../support/tool-payload.ts";

const UNDER_TEST = await agentsUnderTest();

async function reading(agent: string, tool: string, input: unknown) {
  const under = UNDER_TEST.find(({ oracle }) => oracle.agent === agent);
  const hookTime = await loadHookTime(agent);
  if (under === undefined || hookTime === undefined) throw new Error(agent);
  const { event, payload } = toolPayload(under, tool, input);
  return { hookTime, read: hookTime.read(payload as JsonObject, event) };
}

describe("RT-40 tools beside the usual one", () => {
  test.each(BESIDE_CALLS)("$agent $tool $input arrives as $name with Claude's fields, and `native` keeps its own", async (call) => {
    const { read } = await reading(call.agent, call.tool, call.input);
    expect(read.tool).toMatchObject({ name: call.name, native: call.tool, beside: true });
    expect(read.toolInput).toMatchObject(call.fields);
    expect(read.nativeToolInput).toEqual(call.input);
  });

  test.each(BESIDE_CALLS.filter(({ back }) => back !== undefined))(
    "$agent $tool: a rewrite of the first field goes back to $back",
    async (call) => {
      const { hookTime, read } = await reading(call.agent, call.tool, call.input);
      const [field = ""] = Object.keys(call.fields);
      const changed = hookTime.changedInput(read, { [field]: "CHANGED" });
      // Cursor drops fields of a rewrite that it does not take, so such a rewrite is refused.
      if (changed === undefined) expect(call.agent).toBe("cursor");
      else expect(changed).toEqual({ ...call.input, [call.back ?? ""]: "CHANGED" });
    },
  );

  test("a rewrite of what stands in the list of edits goes back into its first", async () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "d" },
    ];
    const { hookTime, read } = await reading("claude-code", "MultiEdit", { file_path: "/a", edits });
    expect(hookTime.changedInput(read, { new_string: "B" })).toEqual({
      file_path: "/a",
      edits: [{ old_string: "a", new_string: "B" }, edits[1]],
    });
  });

  test("goose: code that calls other tools is met by guards on all of them, an image from an address by those on fetching", async () => {
    const code = await reading("goose", "execute_typescript", { code: "x" });
    expect(code.read.tool?.also).toEqual(expect.arrayContaining(["Write", "Edit", "WebFetch"]));
    expect((await reading("goose", "read_image", { source: "https://example.org/a.png" })).read.tool?.also).toContain("WebFetch");
    expect((await reading("goose", "read_image", { source: "/a.png" })).read.tool?.also ?? []).not.toContain("WebFetch");
  });

  test.each(AGENTS)(
    "$name: each table names a tool once, and every tool beside has a usual one of its kind or is listed alone",
    ({ tools }) => {
      for (const [native, does] of entriesOf<string>(tools.beside ?? {})) {
        expect(hasWord(tools.names, native), native).toBe(false);
        expect(does === "editor" || hasWord(NEUTRAL_TOOLS, does), native).toBe(true);
      }
    },
  );

  test.each(AGENTS)("$name: guards on a kind see its usual tools and those beside, as `symposium agents` says", (agent) => {
    const rows = BESIDE_CALLS.filter(({ agent: name }) => name === agent.name);
    for (const { tool, name } of rows) {
      const neutral = (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).find((word) => NEUTRAL_TOOLS[word] === name);
      expect(guardedTools(agent, neutral ?? "shell")).toContain(tool);
    }
  });

  test("what fires no event is told for the kinds that it does, with its source", () => {
    const of = (name: string) => AGENTS.find((agent) => agent.name === name) ?? expect.fail();
    expect(notGuarded(of("codex"), ["shell"]).map(({ tool }) => tool)).toEqual(["write_stdin"]);
    expect(notGuarded(of("codex"), ["web_fetch"])).toEqual([]);
    expect(notGuarded(of("goose"), ["file_edit"]).map(({ tool }) => tool)).toEqual(["delegate"]);
    expect(notGuarded(of("windsurf"), ["web_fetch"])).toHaveLength(1);
  });
});
