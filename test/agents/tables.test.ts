import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { agentFolders, ROOT } from "../../scripts/agent-tables.ts";
import { PLACEHOLDER } from "../../scripts/new-agent-templates.ts";
import type { Source } from "../../src/agents/agent.ts";
import { loadHookTime } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { isEventName, meaningOf } from "../../src/model/event.ts";
import { NEUTRAL_TOOLS } from "../../src/model/tool.ts";
import { agentsUnderTest } from "../conformance/agents.ts";

const SPLIT_BY_TOOL = new Set(
  (await agentsUnderTest()).flatMap(({ oracle }) => {
    const before = oracle.events.filter((event) => oracle.means(event, {}) === "PreToolUse");
    return before.length > 1 ? [oracle.agent] : [];
  }),
);

describe.each(AGENTS.map((agent) => [agent.name, agent] as const))("%s", (name, agent) => {
  test("RG-4 an agent is one folder with its four files, beside its oracle and payloads", () => {
    const files = ["agent.ts", "payload.ts", "shim.ts", "hook-files.ts"].map((file) => `src/agents/${name}/${file}`);
    const wanted = [...files, `test/agents/${name}/oracle.ts`, `test/agents/${name}/payloads`];
    expect(wanted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("RG-4 every fact is measured with version and date, or documented with link and date", () => {
    const sources = sourcesIn(agent);
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((source) => !isUsable(source))).toEqual([]);
  });

  test("RG-4 everything stated beside a source has one", () => {
    // The sources of server files are in `mcpFiles`.
    expect(statedWithoutSource({ ...agent, servers: undefined })).toEqual([]);
  });

  test("native events stand for a neutral event or for none, and for the same one only where tools have events apart", () => {
    const neutral = Object.values(agent.events).flatMap(({ event }) => (event === undefined ? [] : [event]));
    expect(neutral.every(isEventName)).toBe(true);
    // Some agents have an event for each kind of tool; their oracles say so.
    const apart = neutral.filter((event) => !meaningOf(event).hasTool || !SPLIT_BY_TOOL.has(name));
    expect(new Set(apart).size).toBe(apart.length);
  });

  test("only an event with a tool can rewrite or ask, and only one that prevents something can block", () => {
    const wrong = Object.entries(agent.events).filter(([, { event, can }]) => {
      if (event === undefined) return false;
      const meaning = meaningOf(event);
      return ((can.rewrite || can.ask) && !meaning.hasTool) || (can.block && meaning.denial === undefined);
    });
    expect(wrong).toEqual([]);
  });

  test("an event that only this agent has says what it can prevent", () => {
    const own = Object.entries(agent.events).filter(([, { event }]) => event === undefined);
    const wrong = own.filter(([, { can, prevents, note }]) => (prevents === undefined ? can.block && note === undefined : !can.block));
    expect(wrong).toEqual([]);
    expect(Object.values(agent.events).filter(({ event, prevents }) => event !== undefined && prevents !== undefined)).toEqual([]);
  });

  test("tools have neutral names, and every rule about fields is for tools that it names", () => {
    expect(Object.values(agent.tools.names).filter((tool) => !Object.hasOwn(NEUTRAL_TOOLS, tool))).toEqual([]);
    expect(agent.tools.fields.filter(({ of, kinds }) => of === undefined && kinds === undefined)).toEqual([]);
  });

  test("what a hook call uses agrees with the table", async () => {
    const hookTime = await loadHookTime(name);
    expect(hookTime).toMatchObject({ name });
    expect(hookTime?.events).toBe(agent.events);
  });

  test("paths are relative to the home or the project", () => {
    const files = [agent.hookFiles, agent.mcpFiles, agent.skills, agent.instructions];
    const paths = files.flatMap(({ user, project }) => [...user, ...project].map(({ path }) => path));
    const moved = agent.relocatedBy.flatMap(({ value }) => [value.from, value.to]);
    expect([...paths, ...moved].filter((path) => /^[~/\\]|\.\./u.test(path))).toEqual([]);
  });
});

test("RG-4 the list holds every folder that has a table", () => {
  expect(AGENTS.map(({ name }) => name)).toEqual(agentFolders());
});

test("variables that relocate configuration", () => {
  const moves = AGENTS.flatMap(({ relocatedBy }) => relocatedBy.map(({ value }) => `${value.variable}/${value.to} <- ${value.from}`));
  expect(moves).toEqual(
    expect.arrayContaining([
      "CLAUDE_CONFIG_DIR/. <- .claude",
      "CLAUDE_CONFIG_DIR/.claude.json <- .claude.json",
      "CODEX_HOME/. <- .codex",
      "GEMINI_CLI_HOME/. <- .",
    ]),
  );
});

test("what each agent's own reader accepts", () => {
  expect(Object.fromEntries(AGENTS.map(({ name, reader }) => [name, Object.values(reader.value).join(" ")]))).toMatchObject({
    "claude-code": "file-ignored file-ignored works works",
    codex: "file-ignored file-ignored file-ignored works",
    "gemini-cli": "works agent-stops agent-stops works",
  });
});

function isUsable(source: Source): boolean {
  const known = source.how === "measured" ? /\d/u.test(source.version) : source.link.startsWith("https://") && source.link !== PLACEHOLDER;
  return known && /^20\d\d-\d\d-\d\d$/u.test(source.date);
}

/** Every `source` anywhere in the table. */
function sourcesIn(value: unknown): Source[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "source" ? [inner as Source] : sourcesIn(inner)));
}

/** Objects that state something (`value`, `path`, `can`, `names`) and do not say where it is known from. */
function statedWithoutSource(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const states = ["value", "path", "can", "names"].some((key) => Object.hasOwn(value, key));
  if (states && !Object.hasOwn(value, "source")) return [value, ...Object.values(value).flatMap(statedWithoutSource)];
  // A source covers the whole value beside it.
  return Object.entries(value).flatMap(([key, inner]) => (states && key === "value" ? [] : statedWithoutSource(inner)));
}
