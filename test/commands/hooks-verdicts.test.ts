/** IX-9: `hooks explain`, `hooks convert` and the generated tables say the same of a hook. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS } from "../../src/agents/list.ts";
import type { ExplainedHook, ExplainedOnAgent } from "../../src/interchange/explain.ts";
import type { ConversionLoss } from "../../src/interchange/losses.ts";
import { type EventName, EVENTS } from "../../src/model/event.ts";
import {
  CAPABILITIES,
  type Capability,
  CAPABILITY_NAMES,
  CORE_EVENTS,
  EXCLUSIVE_EVENTS,
  EXTENDED_EVENTS,
} from "../../src/model/hook-manifest.ts";
import { household, symposium } from "./command-line.ts";

interface Feature {
  readonly hook?: Readonly<Record<string, unknown>>;
  readonly handler?: Readonly<Record<string, unknown>>;
}

const FEATURES: Readonly<Record<string, Feature>> = {
  observes: {},
  guards: { hook: { blocking: true } },
  waits: { hook: { blocking: true }, handler: { timeout: 2.5, timeout_action: "block" } },
  "expands variables": { handler: { command: 'echo "$HOME" "$CLAUDE_PROJECT_DIR"', env: { A: "$B" } } },
  "for tools": { hook: { matcher: ["shell", "web_search", "NoNeutralName"] } },
  "guards by pattern": { hook: { matcher: { pattern: "^(file_write|shell)$" }, blocking: true } },
  structured_output: { hook: { capabilities: ["structured_output"] } },
  input_rewrite: { hook: { capabilities: ["input_rewrite"] } },
  llm_evaluated: { handler: { type: "prompt", prompt: "x" } },
  http_handler: { handler: { type: "http", url: "https://hooks.example/" } },
  async_execution: { handler: { async: true } },
  platform_commands: { handler: { platform: { windows: "x.cmd" } } },
  custom_env: { handler: { env: { A: "b" } } },
  configurable_cwd: { handler: { cwd: "app" } },
};

const CASES = [...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS].flatMap((event) =>
  Object.entries(FEATURES).map(([feature, { hook = {}, handler = {} }]) => ({
    event,
    feature,
    hook: { name: `${event} that ${feature}`, event, handler: { type: "command", command: "./x.sh", ...handler }, ...hook },
  })),
);
const MANIFEST = JSON.stringify({ spec: "hooks/1.0", hooks: CASES.map(({ hook }) => hook) });
/** Scripts are found from elsewhere, which both commands must know. */
const FILE = "below/hooks.json";

const run = (...args: readonly string[]) => symposium(["hooks", ...args, FILE], { home: { below: { "hooks.json": MANIFEST } } });

async function answerOf<T>(...args: readonly string[]): Promise<T> {
  return (JSON.parse((await run(...args, "--json")).stdout) as { readonly answer: T }).answer;
}

const explained = async (...flags: readonly string[]) =>
  (await answerOf<{ readonly hooks: readonly ExplainedHook[] }>("explain", ...flags)).hooks;

const WAYS = { "through the shim": await explained(), "called directly": await explained("--no-shim") };

function on(hooks: readonly ExplainedHook[], agent: string): readonly ExplainedOnAgent[] {
  return hooks.map(({ agents }) => agents.find((one) => one.agent === agent) ?? expect.fail(agent));
}

/** What a sentence of `hooks convert` says of a hook, as the word that `hooks explain` has for it. */
const SAID = [
  ["refused", "is left out because"],
  ["excluded", "so the hook is left out"],
  ["blocks", "always blocks"],
  ["observes", "runs, and cannot prevent anything"],
  ["changed", "runs differently"],
  ["changed", "runs without it"],
] as const;

describe.each(Object.entries(WAYS))("IX-9 %s", (way, hooks) => {
  const flags = way === "called directly" ? ["--no-shim"] : [];

  test.each(AGENTS.map(({ name }) => name))("on %s both commands have the same losses and verdicts", async (agent) => {
    const { stderr } = await run("convert", "--to", agent, ...flags);
    const { losses } = await answerOf<{ readonly losses: readonly ConversionLoss[] }>("convert", "--to", agent, ...flags);
    const lines = stderr.split("\n");
    for (const [index, one] of on(hooks, agent).entries()) {
      const { name } = CASES[index]?.hook ?? expect.fail();
      expect(losses.filter((loss) => loss.index === index)).toEqual(one.losses);
      const about = lines.filter((line) => line.replace(/^\w+: /, "").startsWith(`${name} on `)).join("\n");
      const [said] = SAID.find(([, words]) => about.includes(words)) ?? ["same"];
      expect(said, `${name}\n${about}`).toBe(one.result);
      expect(/^error: /m.test(about), about).toBe(one.losses.some(({ severity }) => severity === "error"));
    }
  });
});

function tableIn(file: string, name: string): readonly Readonly<Record<string, string>>[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", file), "utf8");
  const [head = [], , ...rows] = (text.split(`<!-- generated: ${name} -->`)[1]?.split("<!-- end -->")[0] ?? expect.fail(file))
    .trim()
    .split("\n")
    .map((line) => line.split("|").slice(1, -1));
  return rows.map((cells) =>
    Object.fromEntries(cells.map((cell, at) => [(head[at] ?? "").trim().replaceAll("`", ""), cell.trim().replaceAll("`", "")])),
  );
}

function verdict(way: keyof typeof WAYS, agent: string, event: string, feature: string): ExplainedOnAgent {
  const index = CASES.findIndex((one) => one.event === event && one.feature === feature);
  return on(WAYS[way], agent)[index] ?? expect.fail(`${event} ${feature}`);
}

function lacks({ losses }: ExplainedOnAgent, capability: Capability): ConversionLoss | undefined {
  return losses.find((loss) => loss.capability === capability);
}

const hasEvent = (agent: string, event: string) =>
  !verdict("through the shim", agent, event, "observes").losses.some(({ field, effect }) => field === "event" && effect === "excluded");

describe.each(AGENTS)("IX-6 the tables of $title", ({ name, title }) => {
  test("capabilities", () => {
    const row = tableIn("hook-losses.md", "capabilities").find(({ agent }) => agent === title) ?? expect.fail();
    const said = CAPABILITY_NAMES.map((capability) => {
      const loss = lacks(verdict("called directly", name, "before_tool_execute", capability), capability);
      return [capability, loss === undefined ? "yes" : CAPABILITIES[capability]];
    });
    expect(row).toMatchObject(Object.fromEntries(said));
  });

  test("how many events", () => {
    const row = tableIn("hook-interchange.md", "agents").find(({ agent }) => agent === title) ?? expect.fail();
    const counted = (events: readonly string[]) => {
      const found = events.filter((event) => hasEvent(name, event)).length;
      return found === events.length ? "all" : `${found} of ${events.length}`;
    };
    expect(row).toMatchObject({ "core events": counted(CORE_EVENTS), "extended events": counted(EXTENDED_EVENTS) });
  });

  test.each(tableIn("agents.md", "events").map((row) => [row["event"] ?? "", row[title] ?? ""]))("%s: %s", (event, cell) => {
    const { interchange } = EVENTS[event as EventName];
    expect(hasEvent(name, interchange)).toBe(cell !== "");
    if (cell === "") return;
    const { losses } = verdict("through the shim", name, interchange, "guards");
    expect(!losses.some(({ field, effect }) => field === "blocking" && effect === "observes")).toBe(cell.includes("B"));
    const rewrites = lacks(verdict("through the shim", name, interchange, "input_rewrite"), "input_rewrite") === undefined;
    expect(rewrites).toBe(cell.includes("R"));
  });
});

test("IX-9 a guard that no manifest can have is refused, and the manifest is valid", async () => {
  const entries = (command: string) => [{ matcher: "^(?!Read$)", hooks: [{ type: "command", command }] }];
  const other = { matcher: "Bash", hooks: [{ type: "command", command: "shell-guard" }] };
  const hooks = { PreToolUse: [...entries("guard"), other], PostToolUse: entries("look") };
  await using house = await household({ project: { ".claude": { "settings.json": JSON.stringify({ hooks }) } } });
  const { exitCode, stderr, stdout } = await house.run(["hooks", "convert", "--to", "hooks", "-o", "hooks.json", ".claude/settings.json"]);
  expect(stderr).toMatch(/^error: Hook 1 on .*lookaround.*would not be the same guard$/m);
  expect(stderr).toMatch(/^warning: Hook 3 on .*lookaround.*is left out$/m);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 1 });
  const validated = await house.run(["hooks", "validate", "hooks.json"]);
  expect(validated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 hook") });
});
