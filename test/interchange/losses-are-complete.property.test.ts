/** IX-5, IX-7: what encoding a hook and reading it again changes is in the losses, for every agent and every form of its files. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { type Target, targetFor } from "../../src/interchange/target.ts";
import {
  CORE_EVENTS,
  dialectData,
  EXCLUSIVE_EVENTS,
  EXTENDED_EVENTS,
  type ManifestHook,
  type MatcherElement,
} from "../../src/model/hook-manifest.ts";
import { NEUTRAL_TOOLS } from "../../src/model/tool.ts";
import { times } from "../support/thoroughness.ts";

const FORMS = HOOK_FILES.flatMap(({ agent, forms }) => forms.map(({ name }) => `${agent}:${name}`));

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const text = fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).map((one) => one.replaceAll("\0", ""));
const element = fc.oneof(
  fc.constantFrom(...(Object.keys(NEUTRAL_TOOLS) as (keyof typeof NEUTRAL_TOOLS)[])),
  word.map((name) => `Zed${name}`),
  fc.record({ pattern: fc.constantFrom("Edit|Write", "^mcp__", "file_(read|write)", "[a-z]+_x$") }),
  fc.record({ mcp: fc.record({ server: word, tool: word }, { requiredKeys: ["server"] }) }),
  fc.constant({ mcp: { server: "*" } }),
);
const shared = {
  timeout: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.double({ min: 0.5, max: 90, noNaN: true })),
  timeout_action: fc.constantFrom("warn", "block"),
  async: fc.boolean(),
  status_message: text,
  cwd: word,
  env: fc.dictionary(word, text, { maxKeys: 2 }),
};
const command = text.map((one) => `run ${one.trim()}!`);
const handler = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: fc.constant("command"),
        command,
        platform: fc.record({ windows: command, linux: command, darwin: command }, { requiredKeys: [] }),
        ...shared,
      },
      { requiredKeys: ["type", "command"] },
    ),
  },
  fc.record(
    {
      type: fc.constant("http"),
      url: word.map((host) => `https://${host}.example/h`),
      headers: fc.dictionary(word, word, { maxKeys: 2 }),
      allowed_env_vars: fc.array(word, { maxLength: 2 }),
      ...shared,
    },
    { requiredKeys: ["type", "url"] },
  ),
  fc.record({ type: fc.constantFrom("prompt", "agent"), prompt: text, model: word, ...shared }, { requiredKeys: ["type", "prompt"] }),
);
const hook = fc.record(
  {
    name: text,
    event: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...CORE_EVENTS) },
      fc.constantFrom(...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS, "of_tomorrow"),
    ),
    matcher: fc.oneof(element, fc.uniqueArray(element, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) })),
    handler,
    blocking: fc.boolean(),
    degradation: fc.dictionary(
      fc.constantFrom("structured_output", "input_rewrite", "custom_env", "http_handler"),
      fc.constantFrom("block", "warn", "exclude"),
    ),
    capabilities: fc.subarray(["input_rewrite", "structured_output"]),
  },
  { requiredKeys: ["event", "handler"] },
) as fc.Arbitrary<ManifestHook>;

const WAYS = [
  { way: "directly", options: {}, more: {} },
  { way: "through the shim", options: { shim: {} }, more: {} },
  { way: "through the shim, written for Claude Code", options: { shim: {} }, more: { provider_data: dialectData("claude-code") } },
] as const;

describe.each(WAYS)("IX-5, IX-7, IX-12 nothing changes without a loss, $way", ({ options, more }) => {
  test.each(FORMS)("%s", (form) => {
    const target = targetFor(form)!;
    fc.assert(
      fc.property(hook, (given) => {
        const { files, losses } = encodeHooks({ spec: "hooks/1.0", hooks: [{ ...given, ...more }] }, target, options);
        const lost = losses.map(({ field }) => field);
        const effects = new Set(losses.map(({ effect }) => effect));
        if (files.length === 0) {
          expect([...effects].some((effect) => effect === "excluded" || effect === "refused")).toBe(true);
          return;
        }
        expect(effects.has("excluded") || effects.has("refused")).toBe(false);
        const again = readAgain(
          files.map(({ content }) => content),
          target,
        );
        const isShimmed = files.some(({ content }) => content.includes("symposium-hook"));
        // Read and written again it is the same bytes.
        if (isShimmed) expect(encodeHooks({ spec: "hooks/1.0", hooks: again }, target, { shim: {} }).files).toEqual(files);
        for (const found of again) {
          const isLost = (field: string) => lost.some((one) => one === field || field.startsWith(`${one}.`));
          for (const [field, before, after] of compared(given, found)) {
            // A hook that always blocks has another command, and one that calls an address by a command has no address.
            if (field === "blocking" && effects.has("blocks")) continue;
            // The default of the hook's own agent is written out.
            if (field === "handler.timeout" && isShimmed && before === undefined) continue;
            if (field.startsWith("handler.") && (effects.has("blocks") || lost.includes("handler.type"))) continue;
            if (JSON.stringify(before) !== JSON.stringify(after) && !isLost(field))
              expect.fail(`${field}: ${JSON.stringify(before)} became ${JSON.stringify(after)} without a loss`);
          }
        }
      }),
      { numRuns: times({ quick: 60, sample: 200, all: 500, proof: 5_000 }) },
    );
  });
});

function readAgain(contents: readonly string[], target: Target): readonly ManifestHook[] {
  return contents.flatMap((content) => {
    const decoded = decodeHooks(documentIn(content, target.form) ?? expect.fail("unreadable"), target);
    return decoded.ok ? decoded.manifest.hooks : expect.fail(decoded.message);
  });
}

/** Each field before and after; what means the same is written the same. */
function compared(before: ManifestHook, after: ManifestHook): [field: string, before: unknown, after: unknown][] {
  const fields = new Set([...Object.keys(before.handler), ...Object.keys(after.handler)]) as Set<keyof ManifestHook["handler"]>;
  return [
    ["event", before.event, after.event],
    ["name", before.name, after.name],
    ["matcher", elements(before), elements(after)],
    ["blocking", before.blocking === true, after.blocking === true],
    ["degradation", before.degradation, after.degradation],
    ["capabilities", before.capabilities, after.capabilities],
    ...[...fields].map((field): [string, unknown, unknown] => [
      `handler.${field}`,
      plain(before.handler[field]),
      plain(after.handler[field]),
    ]),
  ];
}

function elements({ matcher }: ManifestHook): readonly string[] | undefined {
  if (matcher === undefined) return undefined;
  const list = Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher];
  return list.map((one) => JSON.stringify(one)).sort();
}

/** `false`, 0 and an empty object say what an absent field says. */
function plain(value: unknown): unknown {
  if (value === false || value === 0) return undefined;
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty ? undefined : typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value).sort() : value;
}
