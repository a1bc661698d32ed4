import { describe, expect, test } from "vitest";

import { inferCapabilities } from "../../src/interchange/capabilities.ts";
import type { Capability, ManifestHandler, ManifestHook } from "../../src/model/hook-manifest.ts";

const run = { type: "command", command: "./check.sh" } as const satisfies ManifestHandler;

const cases: readonly (readonly [title: string, hook: Partial<ManifestHook>, needs: readonly Capability[]])[] = [
  ["a plain command needs nothing", {}, []],
  ["a blocking hook may print a decision", { blocking: true }, ["structured_output"]],
  ["blocking: false is not a sign", { blocking: false }, []],
  [
    "a strategy for structured output says that the hook prints JSON",
    { degradation: { structured_output: "exclude" } },
    ["structured_output"],
  ],
  [
    "a strategy that blocks without a rewrite says that the hook rewrites",
    { degradation: { input_rewrite: "block" } },
    ["structured_output", "input_rewrite"],
  ],
  ["any other strategy for it says only that the hook prints JSON", { degradation: { input_rewrite: "exclude" } }, ["structured_output"]],
  ["a strategy for something else is not a sign", { degradation: { http_handler: "warn", custom_env: "block" } }, []],
  ["a listed rewrite is one", { capabilities: ["input_rewrite"] }, ["structured_output", "input_rewrite"]],
  ["listed structured output counts", { capabilities: ["structured_output"] }, ["structured_output"]],
  [
    "what a hook lists and its handler does not show is ignored",
    { capabilities: ["http_handler", "async_execution", "custom_env", "toString", "telepathy"] },
    [],
  ],
  ["a prompt is evaluated by a model", { handler: { type: "prompt", prompt: "Is this safe?" } }, ["llm_evaluated"]],
  ["an agent is evaluated by a model", { handler: { type: "agent", agent: { prompt: "Verify" } } }, ["llm_evaluated"]],
  ["http", { handler: { type: "http", url: "https://example.com" } }, ["http_handler"]],
  ["async", { handler: { ...run, async: true } }, ["async_execution"]],
  ["async: false is not a sign", { handler: { ...run, async: false } }, []],
  ["a command for one platform", { handler: { ...run, platform: { windows: "check.cmd" } } }, ["platform_commands"]],
  ["variables", { handler: { ...run, env: { LEVEL: "2" } } }, ["custom_env"]],
  ["a folder", { handler: { ...run, cwd: "." } }, ["configurable_cwd"]],
  ["empty tables ask for nothing", { handler: { ...run, platform: {}, env: {} } }, []],
  [
    "all at once, in the order of the format",
    {
      blocking: true,
      capabilities: ["input_rewrite"],
      handler: { ...run, cwd: "a", env: { A: "b" }, platform: { linux: "c" }, async: true },
    },
    ["structured_output", "input_rewrite", "async_execution", "platform_commands", "custom_env", "configurable_cwd"],
  ],
];

describe("IX-6 capabilities are inferred from the hook", () => {
  test.each(cases)("%s", (_, hook, needs) => {
    expect(inferCapabilities({ event: "before_tool_execute", handler: run, ...hook })).toEqual(needs);
  });
});
