/** What must hold for an editor whatever the document: the same properties for each format, on documents that the format's own test makes up. */

import fc from "fast-check";
import { expect } from "vitest";

import type { Editor, Entry, Insertion } from "../../src/files/editor.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import { times } from "../support/thoroughness.ts";

export interface Format {
  readonly editor: Editor;
  /** Valid documents. */
  readonly documents: fc.Arbitrary<string>;
  readonly entries: fc.Arbitrary<Entry>;
  /** Lines that someone may write into a document: comments, blank lines, keys. */
  readonly handwritten: fc.Arbitrary<string>;
  /** The value by another way than the editor's. */
  readonly meaning: (text: string) => Json;
}

/** For each of the three properties. */
const RUNS = times({ quick: 30, sample: 60, all: 600, proof: 5_000 });

/** A busy machine is not a failure. */
export const PATIENCE = { timeout: 600_000 };

function check<Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void {
  fc.assert(property, { numRuns: RUNS });
}

interface Done {
  readonly text: string;
  /** One list for each entry that was put in. */
  readonly steps: readonly (readonly Insertion[])[];
  readonly entries: readonly Entry[];
}

function ensureAll(editor: Editor, document: string, entries: readonly Entry[]): Done {
  let text = document;
  const steps: (readonly Insertion[])[] = [];
  const done: Entry[] = [];
  for (const entry of entries) {
    const edited = editor.ensure(text, entry);
    if (!edited.ok) continue;
    if (edited.text === text) expect(edited.insertions).toEqual([]);
    text = edited.text;
    steps.push(edited.insertions);
    done.push(entry);
  }
  return { text, steps, entries: done };
}

/**
 * Entries mean what they say, a second run changes nothing, and taken out all at once or one by one in any order they leave the old bytes.
 * Gives the share of entries that could be put in; for a property that nothing passes through would prove nothing.
 */
export function entriesComeAndGo({ editor, documents, entries, meaning }: Format): number {
  const count = { tried: 0, done: 0 };
  const order = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });
  check(
    fc.property(documents, fc.array(entries, { minLength: 1, maxLength: 3 }), order, (document, wanted, keys) => {
      const apart = wanted.filter(isApart);
      const done = ensureAll(editor, document, apart);
      count.tried += apart.length;
      count.done += done.entries.length;
      expect(meaning(done.text)).toEqual(done.entries.reduce(withEntry, meaning(document)));
      for (const entry of done.entries) expect(editor.ensure(done.text, entry)).toEqual({ ok: true, text: done.text, insertions: [] });
      expect(editor.remove(done.text, done.steps.flat())).toEqual({ ok: true, text: document, missing: [], replaced: [], kept: [] });
      expect(oneByOne(editor, done, keys)).toBe(document);
    }),
  );
  return count.done / count.tried;
}

/** Containers that were kept are handed in again with what is taken out next. */
function oneByOne(editor: Editor, done: Done, keys: readonly number[]): string {
  const order = done.steps.map((insertions, at) => ({ insertions, key: keys[at] ?? 0 })).sort((left, right) => left.key - right.key);
  let { text } = done;
  let kept: readonly Insertion[] = [];
  for (const { insertions } of order) {
    const removed = editor.remove(text, [...kept, ...insertions]);
    expect(removed).toMatchObject({ ok: true, missing: [] });
    if (removed.ok) ({ text, kept = [] } = removed);
  }
  expect(kept).toEqual([]);
  return text;
}

/** A line written by hand into the edited document, and the same line into the one without us. How many were worth comparing. */
export function editsAroundItStay({ editor, documents, entries, handwritten, meaning }: Format): number {
  const compared = { count: 0 };
  check(
    fc.property(documents, entries, handwritten, fc.nat(), (document, entry, line, at) => {
      const edited = editor.ensure(document, entry);
      if (!edited.ok || edited.text === document) return;
      const beside = edited.insertions.every(({ kind }) => kind !== "container");
      const places = placesAround(document, edited.text, beside);
      const place = places[at % Math.max(1, places.length)];
      if (place === undefined) return;
      const newline = document.includes("\r\n") ? "\r\n" : "\n";
      const put = (text: string, start: number) => text.slice(0, start) + line + newline + text.slice(start);
      const without = put(document, place.old);
      const withUs = put(edited.text, place.now);
      if (!sameMeaning(meaning, withUs, without, entry)) return;
      compared.count += 1;
      expect(editor.remove(withUs, edited.insertions)).toEqual({ ok: true, text: without, missing: [], replaced: [], kept: [] });
    }),
  );
  return compared.count / RUNS;
}

/** Whatever the text, the answer is an edit or a reason, and an edit of a text that is not a document is never made. */
export function nothingIsThrown({ editor, documents, entries, handwritten }: Format): void {
  const broken = fc
    .tuple(documents, fc.nat(), fc.nat({ max: 3 }), fc.string({ unit: "binary", maxLength: 3 }))
    .map(([text, at, cut, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + cut));
  const anything = fc.oneof(
    broken,
    broken,
    fc.string({ unit: "binary" }),
    fc.array(handwritten).map((lines) => lines.join("\n")),
  );
  check(
    fc.property(anything, entries, (text, entry) => {
      const read = editor.read(text);
      const edited = editor.ensure(text, entry);
      const insertion: Insertion = { kind: entry.kind, path: entry.path, text: "1", before: "", after: "" };
      const others = [editor.remove(text, [insertion]), editor.removeAt(text, entry.path), editor.replaceAt(text, [...entry.path, 0], 1)];
      for (const result of [read, edited, ...others]) if (!result.ok) expect(result.trouble.message).not.toBe("");
      if (!read.ok) expect([edited, ...others].filter(({ ok }) => ok)).toEqual([]);
      if (edited.ok) expect(editor.remove(edited.text, edited.insertions)).toMatchObject({ ok: true, text, missing: [] });
    }),
  );
}

/** Written apart from the editors, so that it can judge them. */
function withEntry(root: Json, { kind, path, value }: Entry): Json {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (kind === "key") return value;
    const list = (root ?? []) as readonly Json[];
    return list.some((item) => JSON.stringify(item) === JSON.stringify(value)) ? list : [...list, value];
  }
  const members = isObject(root) ? root : {};
  const below = withEntry(Object.hasOwn(members, key) ? (members[key] ?? null) : null, { kind, path: rest, value });
  return Object.fromEntries([...Object.entries(members).filter(([name]) => name !== key), [key, below]]) as Json;
}

/** Where lines begin that both documents have, in the old one and in the new one; `beside` takes in those next to what was put in. */
function placesAround(old: string, now: string, beside: boolean): readonly { readonly old: number; readonly now: number }[] {
  const ends = [samePrefix(old, now), old.length - samePrefix(reversed(old), reversed(now))];
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const starts = Array.from({ length: old.length }, (_, at) => at).filter(
    (at) => (at === 0 && old[0] !== "\uFEFF") || old[at - 1] === "\n",
  );
  return starts.flatMap((at) => [
    ...(at < first || (at === first && first === last && beside) ? [{ old: at, now: at }] : []),
    ...(at > last || (at === last && first === last && beside) ? [{ old: at, now: at + now.length - old.length }] : []),
  ]);
}

function samePrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return text.split("").toReversed().join("");
}

/** What is put into something we wrote changes it, and then it is no longer what we put in. */
function isApart({ path }: Entry, at: number, all: readonly Entry[]): boolean {
  return !all.slice(0, at).some((other) => other.kind === "key" && other.path.every((key, step) => key === path[step]));
}

function sameMeaning(meaning: Format["meaning"], withUs: string, without: string, entry: Entry): boolean {
  try {
    expect(meaning(withUs)).toEqual(withEntry(meaning(without), entry));
    return true;
  } catch {
    return false;
  }
}
