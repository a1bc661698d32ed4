/** Manifests as documents, for properties: right ones, and ones with something wrong in them. */

import fc from "fast-check";

import { CAPABILITY_NAMES, CORE_EVENTS, EXCLUSIVE_EVENTS, EXTENDED_EVENTS, STRATEGIES } from "../../../src/model/hook-manifest.ts";

const HOSTILE = ["__proto__", "constructor", "toString", "", "*", ".*", "a|b", "$(x)", "'", "\u2028", "\0", "é", "<<", "on", "1"];

const word = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...HOSTILE));
const someWord = word.map((text) => (text === "" ? "x" : text));
const json = fc.jsonValue({ maxDepth: 2 });
const texts = fc.dictionary(word, word, { maxKeys: 3 });

export const TOOL_WORDS = ["shell", "file_read", "file_write", "file_edit", "search", "find", "web_search", "web_fetch", "agent"];
const PATTERNS = ["^Bash$", "Write|Edit", "mcp__.*", "file", "[a-z]+_", "(?i)bash", "a{2,3}", "\\d"];

export const element = fc.oneof(
  fc.constantFrom(...TOOL_WORDS),
  someWord,
  fc.constantFrom(...PATTERNS).map((pattern) => ({ pattern })),
  fc
    .record({ server: fc.oneof(fc.constantFrom("github", "*"), someWord), tool: someWord }, { requiredKeys: ["server"] })
    .map((mcp) => ({ mcp })),
);

export const matcher = fc.oneof(element, fc.array(element, { minLength: 1, maxLength: 3 }));

const common = {
  platform: fc.dictionary(fc.constantFrom("windows", "linux", "osx", "beos"), word),
  cwd: word,
  env: texts,
  timeout: fc.oneof(fc.nat(1000), fc.constantFrom(0, 0.5, 1e21)),
  timeout_action: fc.constantFrom("warn", "block"),
  async: fc.boolean(),
  status_message: word,
  headers: texts,
  allowed_env_vars: fc.array(word, { maxLength: 2 }),
  model: word,
  agent: json,
  shell: json,
};

function handlerOf(type: fc.Arbitrary<string>, needs: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc.record({ ...common, ...needs, type }, { requiredKeys: ["type", ...Object.keys(needs)] as never[] });
}

export const handler = fc.oneof(
  handlerOf(fc.constant("command"), { command: someWord }),
  handlerOf(fc.constant("http"), { url: someWord }),
  handlerOf(fc.constant("prompt"), { prompt: someWord }),
  handlerOf(fc.constantFrom("agent", "mcp_tool", "constructor"), {}),
);

export const hook = fc.record(
  {
    name: word,
    event: fc.oneof(fc.constantFrom(...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS), someWord),
    matcher,
    handler,
    blocking: fc.boolean(),
    degradation: fc.dictionary(fc.oneof(fc.constantFrom(...CAPABILITY_NAMES), word), fc.constantFrom(...STRATEGIES), { maxKeys: 3 }),
    provider_data: fc.oneof(
      fc.dictionary(fc.oneof(fc.constantFrom("claude-code", "cursor"), word), fc.dictionary(word, json, { maxKeys: 2 }), { maxKeys: 2 }),
      fc.record({ symposium: fc.record({ dialect: fc.constantFrom("claude-code", "cursor"), later: json }, { requiredKeys: [] }) }),
    ),
    capabilities: fc.array(fc.oneof(fc.constantFrom(...CAPABILITY_NAMES), word), { maxLength: 2 }),
    extra: json,
  },
  { requiredKeys: ["event", "handler"] },
);

export const manifest = fc.record(
  { $schema: word, spec: fc.constantFrom("hooks/1.0", "hooks/0.1"), hooks: fc.array(hook, { minLength: 1, maxLength: 3 }), more: json },
  { requiredKeys: ["spec", "hooks"] },
);

type Step = (value: unknown, replace: (value: unknown) => void) => void;

/** Almost right: one place somewhere in it has another value, or is gone. */
export const almost = fc
  .tuple(
    manifest,
    fc.nat(),
    fc.oneof(json, fc.constantFrom(undefined, [], {}, "", -1, "warn", { pattern: "a", mcp: { server: "s" } }, { mcp: {} })),
  )
  .map(([document, at, other]) => {
    const copy = structuredClone(document) as unknown;
    const places: (() => void)[] = [];
    const walk: Step = (value, replace) => {
      places.push(() => replace(other));
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) {
        const inner = (value as Record<string, unknown>)[key];
        walk(
          inner,
          (next) => void Object.defineProperty(value, key, { value: next, enumerable: true, configurable: true, writable: true }),
        );
      }
    };
    let whole = copy;
    walk(copy, (next) => (whole = next));
    places[at % places.length]!();
    // Without what is undefined.
    return whole === undefined ? null : (JSON.parse(JSON.stringify(whole)) as unknown);
  });

export const anyDocument = fc.oneof(manifest, almost, json);
