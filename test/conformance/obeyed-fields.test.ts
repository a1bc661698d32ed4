import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadHookTime, loadShim } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { partsOf } from "../../src/hook/shim/parts.ts";
import { entriesOf } from "../../src/lookup.ts";
import { isObject, type JsonObject } from "../../src/model/json.ts";
import { KNOWN_FIELDS, obeyed, type ToolLaw, type ToolOracle } from "../oracles/tool-law.ts";
import { allNames, inputs, payloadOf, toolIn, toolOracleOf } from "../support/obeyed-fields.ts";
import { agentsUnderTest } from "./agents.ts";

const UNDER_TEST = await agentsUnderTest();
const ORACLES = new Map<string, ToolOracle>();
for (const { oracle } of UNDER_TEST) {
  const tools = await toolOracleOf(oracle.agent);
  if (tools !== undefined) ORACLES.set(oracle.agent, tools);
}
const NAMES = allNames([...ORACLES.values()]);
const CALLS = [...ORACLES].flatMap(([agent, { tools }]) => Object.entries(tools).map(([tool, law]) => ({ agent, tool, law })));

async function reader(agent: string, tool: string) {
  const under = UNDER_TEST.find(({ oracle }) => oracle.agent === agent);
  const hookTime = await loadHookTime(agent);
  const oracle = ORACLES.get(agent);
  if (under === undefined || hookTime === undefined || oracle === undefined) throw new Error(agent);
  const read = (input: unknown) => {
    const { event, payload } = payloadOf(under, oracle, tool, input);
    return hookTime.read(payload as JsonObject, event);
  };
  return { hookTime, read };
}

/** Claude's fields for the call that a handler is given. */
function seen(toolInput: unknown, { obeys }: ToolLaw): unknown {
  const fields = isObject(toolInput) ? toolInput : {};
  return Object.fromEntries(Object.keys(obeys).flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])));
}

test.each(AGENTS.map(({ name, tools }) => ({ name, tools })))(
  "RT-1 $name: the oracle knows every tool of the tables",
  ({ name, tools }) => {
    const { tools: laws = {}, patches = [] } = ORACLES.get(name) ?? {};
    const listed = [...entriesOf(tools.names), ...entriesOf<string>(tools.beside ?? {})].map(([tool]) => tool);
    expect([...Object.keys(laws), ...patches].toSorted()).toEqual(listed.toSorted());
    for (const { is, obeys } of Object.values(laws)) expect(Object.keys(obeys)).toEqual(expect.arrayContaining([...KNOWN_FIELDS[is]]));
  },
);

test("RT-1 every file of a tool that takes a list is in `files`", async () => {
  const lists = CALLS.flatMap(({ agent, tool, law }) =>
    ["file_path", "path"].flatMap((field) => (law.obeys[field] ?? []).map((place) => ({ agent, tool, law, field, place }))),
  );
  const agents = new Set<string>();
  for (const { agent, tool, law, field, place } of lists) {
    if (typeof place === "string") continue;
    const entry = (file: string) => (place.at === undefined ? file : { [place.at]: file });
    const { read, hookTime } = await reader(agent, tool);
    const call = read({ ...law.with, [place.in]: [entry("/harmless"), entry("/project/.env")] });
    const { toolInput } = call;
    const asked = partsOf(call, hookTime).map((part) => (isObject(part.input.toolInput) ? part.input.toolInput[field] : undefined));
    expect(asked, `${agent} ${tool}`).toEqual(["/harmless", "/project/.env"]);
    expect(toolInput, `${agent} ${tool}`).toMatchObject({ [field]: "/harmless", files: ["/harmless", "/project/.env"] });
    if (place.at !== undefined) {
      const later = read({ ...law.with, path: "/harmless", filePath: "/harmless", [place.in]: [{ mode: "x" }, entry("/project/.env")] });
      expect(later.toolInput, `${agent} ${tool}`).toMatchObject({ file_path: "/project/.env", files: ["/project/.env"] });
    }
    agents.add(agent);
  }
  expect([...agents].toSorted()).toEqual(["copilot-cli", "gemini-cli", "kiro", "vscode-copilot"]);
});

test("RT-1 of two lists of files each counts", async () => {
  const { read, hookTime } = await reader("gemini-cli", "read_many_files");
  const call = read({ include: ["a.txt", "b.txt"], paths: [".env", "a.txt"] });
  expect(call.toolInput).toMatchObject({ file_path: "a.txt", files: ["a.txt", "b.txt", ".env"] });
  const asked = partsOf(call, hookTime).map(({ input }) => (isObject(input.toolInput) ? input.toolInput["file_path"] : undefined));
  expect(asked.toSorted()).toEqual([".env", "a.txt", "b.txt"]);
  const single = partsOf(read({ include: ["a.txt"], paths: [".env"] }), hookTime);
  expect(single.map(({ input }) => (isObject(input.toolInput) ? input.toolInput["file_path"] : undefined))).toEqual(["a.txt", ".env"]);
});

describe("RT-1 whatever else an input holds, a handler sees what the agent will do", () => {
  test.each(CALLS)("$agent $tool", async ({ agent, tool, law }) => {
    const { read } = await reader(agent, tool);
    fc.assert(
      fc.property(inputs(law, NAMES), (input) => {
        const { tool: call, toolInput, nativeToolInput } = read(input);
        expect(call?.name).toBe(law.is);
        expect(seen(toolInput, law)).toEqual(obeyed(law, input));
        expect(nativeToolInput).toEqual(input);
      }),
    );
  });
});

describe("RT-3 a rewrite changes what the agent will do, whatever else the input holds", () => {
  test.each(CALLS)("$agent $tool", async ({ agent, tool, law }) => {
    const { hookTime, read } = await reader(agent, tool);
    fc.assert(
      fc.property(inputs(law, NAMES), fc.constantFrom(...KNOWN_FIELDS[law.is]), (input, field) => {
        const call = read(input);
        const changed = hookTime.changedInput(call, { [field]: "/changed" });
        // What cannot be expressed denies, which is tested elsewhere.
        if (changed === undefined) return;
        for (const known of KNOWN_FIELDS[law.is])
          expect(obeyed(law, changed as JsonObject)[known]).toBe(known === field ? "/changed" : obeyed(law, input)[known]);
        expect(hookTime.changedInput(call, call.toolInput ?? {})).toEqual(input);
      }),
    );
  });
});

describe("RT-1 IX-12 a hook that was written for another agent sees it too", () => {
  const sources = [...ORACLES.keys()];
  const usual = CALLS.filter(({ agent, tool }) => {
    const tools = AGENTS.find(({ name }) => name === agent)?.tools;
    return tools !== undefined && entriesOf(tools.names).some(([name]) => name === tool);
  });
  test.each(usual)("$agent $tool", async ({ agent, tool, law }) => {
    const { read } = await reader(agent, tool);
    const shims = await Promise.all(sources.map(async (source) => ({ source, shim: await loadShim(source) })));
    fc.assert(
      fc.property(inputs(law, NAMES), (input) => {
        const call = read(input);
        const happens = obeyed(law, input);
        for (const { source, shim } of shims) {
          const sent = source === agent ? undefined : shim?.payload(call, { project: "/p", home: "/h" });
          const oracle = UNDER_TEST.find((each) => each.oracle.agent === source)?.oracle;
          if (sent === undefined || oracle === undefined) continue;
          const name = toolIn(sent.payload, sent.nativeEvent);
          const told = ORACLES.get(source)?.tools[name];
          const given = oracle.toolInput(sent.payload);
          if (told === undefined || !isObject(given)) continue;
          const understood = obeyed(told, given);
          for (const field of KNOWN_FIELDS[law.is]) {
            // An edit may be told as a write, and has other fields there.
            if (!(KNOWN_FIELDS[told.is] as readonly string[]).includes(field) || field === "url") continue;
            const [is, says] = [happens[field], understood[field]];
            if (is !== undefined) expect({ source, name, field, says }).toEqual({ source, name, field, says: is });
            else expect({ source, name, field, says: says ?? "" }).toEqual({ source, name, field, says: "" });
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
