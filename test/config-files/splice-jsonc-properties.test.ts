/** Whatever a user's file looks like: our entries go in, stay out of the way of edits by hand, and leave no byte behind. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../src/canonical/json.ts";
import type { Entry, Insertion } from "../../src/config-files/editor.ts";
import { jsoncEditor } from "../../src/config-files/splice-jsonc.ts";
import { documents } from "./jsonc-documents.ts";

const seed = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 2 ** 31);
console.log(`splice-jsonc-properties: PROPERTY_SEED=${seed}`);
const options = (numRuns: number) => ({ seed, numRuns });

const command = (text: string) => ({ type: "command", command: text, timeout: 60 });
const item = (event: string, value: Json): Entry => ({ kind: "item", path: ["hooks", event], value, shares: "hooks" });
const ENTRIES: readonly Entry[] = [
  item("PreToolUse", { hooks: [command('[ -e "$1" ] || :')] }),
  item("PreToolUse", { matcher: "é\u2028", hooks: [command("a"), command("b")] }),
  item("Stop", { hooks: [command("stop")] }),
  item("SessionStart", { hooks: [command("start")] }),
  { kind: "item", path: ["list"], value: "word" },
  { kind: "item", path: ["list"], value: [] },
  { kind: "key", path: ["version"], value: 1 },
  { kind: "key", path: ["permissions", "symposium"], value: { allow: ["*"], deny: [] } },
  { kind: "key", path: ["__proto__", "own", "deep"], value: null },
];
const entries = fc.shuffledSubarray([...ENTRIES], { minLength: 1, maxLength: 5 });

describe("generated documents", () => {
  test("RG-9 are read as the values they hold", () => {
    fc.assert(
      fc.property(documents, ({ text, plain }) => {
        expect(read(text)).toEqual(JSON.parse(plain));
      }),
      options(2000),
    );
  });

  test("RG-9 RG-12 RG-13 take entries, take them once, and are the same bytes when they are taken out in any order", () => {
    let taken = 0;
    fc.assert(
      fc.property(
        documents,
        entries,
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        ({ text }, entries, order, atOnce) => {
          let edited = text;
          const insertions: Insertion[] = [];
          for (const entry of entries) {
            const result = jsoncEditor.ensure(edited, entry);
            if (!result.ok) {
              expect(isInTheWay(read(edited), entry), `${result.trouble.message} in ${JSON.stringify(edited)}`).toBe(true);
              continue;
            }
            expect(read(result.text)).toEqual(withEntry(read(edited), entry));
            expect(jsoncEditor.ensure(result.text, entry)).toEqual({ ok: true, text: result.text, insertions: [] });
            edited = result.text;
            insertions.push(...result.insertions);
            taken++;
          }
          expect(undone(edited, insertions, atOnce ? undefined : order)).toBe(text);
        },
      ),
      options(5000),
    );
    expect(taken).toBeGreaterThan(5000);
  });
});

function undone(text: string, insertions: readonly Insertion[], order: readonly number[] | undefined): string {
  if (order === undefined) return removed(text, insertions).text;
  let waiting = insertions.filter(({ kind }) => kind === "key" || kind === "item");
  let around = insertions.filter(({ kind }) => kind === "container" || kind === "room");
  let left = text;
  for (const number of [...order, ...insertions.map(() => 0)]) {
    const next = waiting[number % waiting.length];
    if (next === undefined) break;
    const result = removed(left, [...around, next]);
    waiting = waiting.filter((one) => one !== next);
    around = [...(result.kept ?? [])];
    left = result.text;
  }
  return left;
}

function removed(text: string, insertions: readonly Insertion[]) {
  const result = jsoncEditor.remove(text, insertions);
  if (!result.ok) throw new Error(`${result.trouble.message} in ${JSON.stringify(text)}`);
  expect(result.missing).toEqual([]);
  return result;
}

function read(text: string): Json {
  const result = jsoncEditor.read(text);
  if (!result.ok) throw new Error(`${result.trouble.message} in ${JSON.stringify(text)}`);
  return result.value;
}

/** The value with the entry, by a way of its own. */
function withEntry(value: Json, entry: Entry): Json {
  const copy = structuredCloneOf(value) as Record<string, unknown>;
  let inner: Record<string, unknown> = copy;
  const keys = entry.kind === "key" ? entry.path.slice(0, -1) : entry.path;
  keys.forEach((key, index) => {
    const isList = entry.kind === "item" && index === keys.length - 1;
    if (!Object.hasOwn(inner, key)) Object.defineProperty(inner, key, own(isList ? [] : {}));
    inner = Object.getOwnPropertyDescriptor(inner, key)?.value as Record<string, unknown>;
  });
  if (entry.kind === "key") Object.defineProperty(inner, entry.path.at(-1) ?? "", own(entry.value));
  else if (!(inner as unknown as Json[]).some((one) => JSON.stringify(one) === JSON.stringify(entry.value)))
    (inner as unknown as Json[]).push(entry.value);
  return copy as Json;
}

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true };
}

function structuredCloneOf(value: Json): unknown {
  if (Array.isArray(value)) return (value as readonly Json[]).map(structuredCloneOf);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  for (const [key, inner] of Object.entries(value)) Object.defineProperty(copy, key, own(structuredCloneOf(inner as Json)));
  return copy;
}

/** Whether something on the way of the entry is of another kind, or another value. */
function isInTheWay(value: Json, entry: Entry): boolean {
  let inner: unknown = value;
  for (const [index, key] of entry.path.entries()) {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return true;
    if (!Object.hasOwn(inner, key)) return false;
    inner = Object.getOwnPropertyDescriptor(inner, key)?.value;
    if (index === entry.path.length - 1) return entry.kind === "key" || !Array.isArray(inner);
  }
  return false;
}
