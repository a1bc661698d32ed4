/** Whatever a user's file looks like: our entries go in, stay out of the way of edits by hand, and leave no byte behind. */

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import type { Entry, Insertion } from "../../src/files/editor.ts";
import { jsoncEditor } from "../../src/files/editors.ts";
import { isObject, type Json, parseJson } from "../../src/model/json.ts";
import { documents } from "./jsonc-documents.ts";
import { editedByHand, handEdits, type Pair } from "./jsonc-hand-edits.ts";
import { times } from "../support/thoroughness.ts";

// Thousands of cases take some ten seconds, and a machine may have other things to do.
vi.setConfig({ testTimeout: 240_000 });
const SHARE = times({ quick: 0.04, sample: 0.1, all: 0.4, proof: 1 });
const options = (numRuns: number) => ({ numRuns: numRuns * SHARE });

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
const entries = fc.shuffledSubarray([...ENTRIES], { minLength: 1, maxLength: 4 });

describe("generated documents", () => {
  test("RG-9 are read as the values they hold", () => {
    fc.assert(
      fc.property(documents, ({ text, plain }) => same(read(text), JSON.parse(plain) as Json)),
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
              if (!isInTheWay(read(edited), entry)) throw new Error(`${result.trouble.message} in ${JSON.stringify(edited)}`);
              continue;
            }
            same(read(result.text), withEntry(read(edited), entry));
            const again = jsoncEditor.ensure(result.text, entry);
            same(again, { ok: true, text: result.text, insertions: [] });
            edited = result.text;
            insertions.push(...result.insertions);
            taken++;
          }
          same(undone(edited, insertions, atOnce ? undefined : order), text);
        },
      ),
      options(5000),
    );
    expect(taken).toBeGreaterThan(5000 * SHARE);
  });

  test("RG-12 are the same as if ours had never been there, after edits by hand around them", () => {
    fc.assert(
      fc.property(documents, entries, handEdits, ({ text }, entries, edits) => {
        const { text: ours, insertions } = withAll(text, entries);
        let pair: Pair = { without: text, with: ours };
        for (const edit of edits) pair = editedByHand(pair, edit);
        same(withoutOurs(pair.with, insertions), pair.without);
      }),
      options(5000),
    );
  });

  // Not together with edits by hand: what is put in looks like what stands before it, and that may be ours or what the user has just laid out again.
  test("RG-12 are the same as if ours had never been there, after others were put behind ours and into our containers", () => {
    fc.assert(
      fc.property(documents, entries, appended, ({ text }, entries, user) => {
        const { text: ours, insertions } = withAll(text, entries);
        same(withoutOurs(withAll(ours, [user]).text, insertions), withAll(text, [user]).text);
      }),
      options(2000),
    );
  });
});

describe("any text", () => {
  test("RG-10 is edited or refused, never thrown at, and gives back its bytes if it was edited", () => {
    let refused = 0;
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...ENTRIES),
        fc.array(fc.oneof(fc.constantFrom("hooks", "a", ""), fc.nat(3))),
        (text, entry, place) => {
          const result = jsoncEditor.ensure(text, entry);
          if (result.ok) same(removed(result.text, result.insertions).text, text);
          else refused++;
          const whole = isJsonObject(text);
          if (whole !== undefined) same(read(text), whole);
          jsoncEditor.removeAt(text, place, [place.slice(0, -1), []]);
          jsoncEditor.replaceAt(text, place, { put: [place.length] });
          jsoncEditor.remove(text, [{ kind: "item", path: ["hooks"], text, before: "\n", after: "" }], { placeholder: {} });
        },
      ),
      options(5000),
    );
    expect(refused).toBeGreaterThan(500 * SHARE);
  });
});

/** Put in behind ours by someone else; the editor itself does it, with and without ours. */
const appended = fc.constantFrom<Entry[]>(
  { kind: "item", path: ["hooks", "PreToolUse"], value: { user: 1 } },
  { kind: "item", path: ["hooks", "SessionStart"], value: "user" },
  { kind: "item", path: ["list"], value: { user: [] } },
  { kind: "key", path: ["user"], value: 1 },
  { kind: "key", path: ["permissions", "user"], value: ["x"] },
);

/** Documents with something cut out or put in anywhere, and any characters at all. */
const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'{}[],:"/*1 \n\r\\tn-.e\uFEFF') }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(documents, fc.nat(200), fc.nat(3), fc.constantFrom("", ",", "{", "]", '"', "//", "/*", "\u0000", "\uFEFF", "\r", "x", "\\"))
      .map(([{ text }, at, length, put]) => text.slice(0, at) + put + text.slice(at + length)),
  },
);

/** An edit by hand may have taken out a container with ours in it, so what is missing does not count here. */
function withoutOurs(text: string, insertions: readonly Insertion[]): string {
  const result = jsoncEditor.remove(text, insertions);
  if (!result.ok) throw new Error(`${result.trouble.message} in ${JSON.stringify(text)}`);
  return result.text;
}

function withAll(text: string, entries: readonly Entry[]): { readonly text: string; readonly insertions: Insertion[] } {
  const insertions: Insertion[] = [];
  let edited = text;
  for (const entry of entries) {
    const result = jsoncEditor.ensure(edited, entry);
    if (!result.ok) continue;
    edited = result.text;
    insertions.push(...result.insertions);
  }
  return { text: edited, insertions };
}

function isJsonObject(text: string): Json | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** `expect` is slow, and this is asked a hundred thousand times. Both sides have their keys in the order of the text. */
function same(actual: unknown, wanted: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) expect(actual).toEqual(wanted);
}

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
  same(result.missing, []);
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
