/** A hook manifest of twice the size takes twice as many steps, counted by what the code asks of its maps, sets and lists. */

import { afterEach, expect, test, vi } from "vitest";

import { MOST_LETTERS } from "../../../src/plugins/hook-manifest/json-document.ts";
import { manifestHooks } from "../../../src/plugins/hook-manifest/load-hooks.ts";

afterEach(() => vi.restoreAllMocks());

const handler = { type: "command", command: "x" };
const named = (name: (n: number) => string) => (size: number) =>
  JSON.stringify({
    spec: "hooks/1.0",
    hooks: Array.from({ length: size }, (_, n) => ({ event: "before_tool_execute", name: name(n), handler })),
  });

const MANIFESTS: readonly (readonly [what: string, file: string, text: (size: number) => string])[] = [
  ["hooks of one name", "hooks.json", named(() => "x")],
  ["names that look like made ones", "hooks.json", named((n) => (n % 2 === 0 ? "x" : `x (${n})`))],
  [
    "unknown capabilities of one hook",
    "hooks.json",
    (size) => {
      const degradation = Object.fromEntries(Array.from({ length: size }, (_, n) => [`c${n}`, "warn"]));
      return JSON.stringify({ spec: "hooks/1.0", hooks: [{ event: "before_tool_execute", handler, degradation }] });
    },
  ],
  ["comments", "hooks.json", (size) => `{"spec": "hooks/1.0", ${"/**/".repeat(size)} "hooks": []}`],
  [
    "YAML",
    "hooks.yaml",
    (size) =>
      `spec: hooks/1.0\nhooks:\n${"  - event: before_tool_execute\n    name: x\n    handler: { type: command, command: x }\n".repeat(size)}`,
  ],
];

test.each(MANIFESTS)("RT-28 %s", { timeout: 60_000 }, (_, file, text) => {
  const [small, large] = [stepsOf(file, text(200)), stepsOf(file, text(800))];
  expect(large).toBeLessThanOrEqual(small * 4.2 + 100);
});

test("RT-28 YAML that takes its parser too long is refused before it is parsed, and the same in JSON is not", () => {
  const [, , yaml] = MANIFESTS.find(([what]) => what === "YAML")!;
  const messages = (file: string, text: string) => JSON.stringify(manifestHooks(`/no/such/${file}`, text, "linux"));
  const long = yaml(Math.ceil(MOST_LETTERS / yaml(1).length) * 2);
  expect(long.length).toBeGreaterThan(MOST_LETTERS);
  expect(messages("hooks.yaml", long)).toContain("a hook manifest in YAML may have 128 KiB");
  expect(messages("hooks.yaml", yaml(100))).not.toContain("128 KiB");
  expect(messages("hooks.json", named((n) => `x${n}`)(3_000))).not.toContain("128 KiB");
});

/** Lists and texts count with their length: a search may read each entry. */
function stepsOf(file: string, text: string): number {
  let steps = 0;
  const count = (of: object, name: string, cost: (self: never) => number) => {
    const original = Reflect.get(of, name) as (...given: unknown[]) => unknown;
    vi.spyOn(of as Record<string, () => unknown>, name).mockImplementation(function (this: never, ...given: unknown[]) {
      steps += cost(this);
      return Reflect.apply(original, this, given);
    });
  };
  for (const of of [Map.prototype, Set.prototype]) count(of, "has", () => 1);
  for (const name of ["find", "includes", "indexOf"]) count(Array.prototype, name, (self: readonly unknown[]) => self.length);
  count(RegExp.prototype, "exec", () => 1);
  count(String.prototype, "slice", (self: string) => (self.length > 1_000 ? 10 : 1));
  manifestHooks(`/no/such/${file}`, text, "linux");
  vi.restoreAllMocks();
  return steps;
}
