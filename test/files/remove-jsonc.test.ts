/** Taking our entries out of JSON files that someone has edited since. */

import { describe, expect, test } from "vitest";

import type { Entry, Insertion } from "../../src/files/editor.ts";
import { jsoncEditor } from "../../src/files/editors.ts";

const OURS: Entry = { kind: "item", path: ["hooks", "Stop"], value: { hooks: [{ command: "us" }] }, shares: "hooks" };
const OURS_MINIFIED = '{"hooks":[{"command":"us"}]}';

/** Our entry in a minified file; then what someone makes of it; then what is left without ours. */
const EDITED: readonly (readonly [what: string, original: string, edited: string, left: string])[] = [
  ["members before ours", '{"a":1}', `{"b": 2, "a":1,"hooks":{"Stop":[${OURS_MINIFIED}]}}`, '{"b": 2, "a":1}'],
  ["members behind ours", '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED}]}, "b": 2}`, '{"a":1, "b": 2}'],
  ["an item in our list, behind", '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED}, 2]}}`, '{"a":1,"hooks":{"Stop":[2]}}'],
  ["an item in our list, before", '{"a":1}', `{"a":1,"hooks":{"Stop":[2, ${OURS_MINIFIED}]}}`, '{"a":1,"hooks":{"Stop":[2]}}'],
  ["items around ours", '{"a":1}', `{"a":1,"hooks":{"Stop":[2, ${OURS_MINIFIED}, 3]}}`, '{"a":1,"hooks":{"Stop":[2, 3]}}'],
  ["a list in our object", '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED}],"End":[]}}`, '{"a":1,"hooks":{"End":[]}}'],
  ["a comment in our object", '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED}]/* mine */}}`, '{"a":1,"hooks":{/* mine */}}'],
  ["its neighbour gone", '{"a":1}', `{"hooks":{"Stop":[${OURS_MINIFIED}]}}`, "{}"],
  ["a trailing comma", '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED},]},}`, '{"a":1,}'],
  ["other keys in other order", '{"a":1}', '{"a":1,"hooks":{"Stop":[{ "hooks" : [ {"command": "us"} ] }]}}', '{"a":1}'],
  [
    "all laid out again",
    '{"a":1}',
    '{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"command": "us"}]}\n    ]\n  }\n}',
    '{\n  "a": 1\n}',
  ],
];

describe("remove", () => {
  for (const [what, original, edited, left] of EDITED) {
    test(`RG-12 takes ours alone out of a file with ${what}`, () => {
      const insertions = insertionsOf(original, OURS);
      expect(jsoncEditor.remove(edited, insertions)).toMatchObject({ ok: true, text: left, missing: [] });
      const [item] = insertions.filter(({ kind }) => kind === "item");
      expect([jsoncEditor.has(edited, item!), jsoncEditor.has(left, item!)]).toEqual([true, false]);
    });
  }

  test("RG-12 has no entry where the user changed it, or where the file is invalid", () => {
    const [ours] = insertionsOf('{"a":1}', { kind: "key", path: ["ours"], value: 1 });
    const texts = ['{"a":1,"ours":1}', '\uFEFF{"ours": 1}', '{"ours":2}', '{"a":{"ours":1}}', '{"ours":1', ""];
    expect(texts.map((text) => jsoncEditor.has(text, ours!))).toEqual([true, true, false, false, false, false]);
  });

  test("RG-12 keeps comments on their lines", () => {
    const insertions = insertionsOf('{\n  "a": 1 // one\n}', { kind: "key", path: ["ours"], value: 1 });
    const edited = '{\n  "a": 1, // one\n  // about ours\n  "ours": 1, // ours\n  "b": 2\n}';
    expect(jsoncEditor.remove(edited, insertions)).toMatchObject({ text: '{\n  "a": 1, // one\n  // about ours\n   // ours\n  "b": 2\n}' });
  });

  test("RG-12 keeps what stands on our line behind a comment that ends in front of it", () => {
    const insertions = insertionsOf('{\n  "a": 1 // one\n}', { kind: "key", path: ["ours"], value: 1 });
    expect(jsoncEditor.remove('{\n  "a": 1, // one\n  "ours": 1, "b": 2\n}', insertions)).toMatchObject({
      ok: true,
      text: '{\n  "a": 1, // one\n   "b": 2\n}',
    });
  });

  test("RG-12 keeps what someone wrote around the object that was the whole file", () => {
    const insertions = insertionsOf("", OURS);
    const { text } = ensured("", OURS);
    expect(jsoncEditor.remove(`// mine\n${text}`, insertions)).toMatchObject({ ok: true, text: "// mine\n" });
    expect(jsoncEditor.remove(text.replaceAll("\n", "\r\n"), insertions)).toMatchObject({ ok: true, text: "" });
  });

  test("RG-12 an entry that was changed is the user's: left, and reported", () => {
    const insertions = insertionsOf('{"a":1}', OURS);
    const edited = '{"a":1,"hooks":{"Stop":[{"hooks":[{"command":"us","timeout":5}]}]}}';
    expect(jsoncEditor.remove(edited, insertions)).toEqual({
      ok: true,
      text: edited,
      missing: insertions.filter(({ kind }) => kind === "item"),
      replaced: [],
      kept: insertions.filter(({ kind }) => kind === "container"),
    });
  });

  test("RG-12 an entry that someone already removed is reported, and its containers go", () => {
    const insertions = insertionsOf('{"a":1}', OURS);
    expect(jsoncEditor.remove('{"a":1,"hooks":{"Stop":[]}}', insertions)).toMatchObject({ text: '{"a":1}', missing: [{ kind: "item" }] });
  });

  test("one after the other, what is kept is handed in again", () => {
    const one = ensured("{}", { kind: "key", path: ["one"], value: 1 });
    const two = ensured(one.text, { kind: "key", path: ["two"], value: 2 });
    const first = jsoncEditor.remove(two.text, one.insertions);
    expect(first).toMatchObject({ ok: true, text: '{\n  "two": 2\n}', kept: [{ kind: "room" }] });
    const kept = first.ok ? (first.kept ?? []) : [];
    expect(jsoncEditor.remove('{\n  "two": 2\n}', [...kept, ...two.insertions])).toMatchObject({ ok: true, text: "{}" });
  });
});

/** What may stand in an object of the user's that has no members. */
const EMPTY_INSIDES = ["", " ", " \t", "/* one */", "/* one */ ", " /* one */\t", " /**/ /* two */ "];

describe("an object on one line that was empty before ours", () => {
  const one: Entry = { kind: "item", path: ["hooks", "One"], value: 1 };
  const two: Entry = { kind: "item", path: ["hooks", "Two"], value: 2 };
  const user: Entry = { kind: "item", path: ["hooks", "User"], value: "user" };

  test("RG-12 has the user's list where ours stood, right behind the comment", () => {
    const original = '{"hooks": {/* one */}}';
    const edited = ensured(ensured(original, one).text, user).text;
    expect(edited).toBe('{"hooks": {/* one */"One": [1], "User": ["user"]}}');
    expect(jsoncEditor.remove(edited, insertionsOf(original, one))).toMatchObject({ text: '{"hooks": {/* one */"User": ["user"]}}' });
  });

  for (const inside of EMPTY_INSIDES) {
    const original = `{"hooks": {${inside}}}`;
    const first = ensured(original, one);
    const second = ensured(first.text, two);

    test(`RG-12 is the same bytes again, whichever of our entries goes first: ${JSON.stringify(original)}`, () => {
      const atOnce = jsoncEditor.remove(second.text, [...first.insertions, ...second.insertions]);
      expect(atOnce).toMatchObject({ ok: true, text: original, missing: [] });
      for (const [sooner, later] of [
        [first, second],
        [second, first],
      ] as const) {
        const half = jsoncEditor.remove(second.text, sooner.insertions);
        expect(half).toMatchObject({ ok: true, missing: [] });
        const rest = half.ok ? jsoncEditor.remove(half.text, [...(half.kept ?? []), ...later.insertions]) : half;
        expect(rest).toMatchObject({ ok: true, text: original, missing: [] });
      }
    });

    test(`RG-12 is as if ours had never been there once the user put a list behind them: ${JSON.stringify(original)}`, () => {
      const edited = ensured(second.text, user).text;
      const wanted = ensured(original, user).text;
      expect(jsoncEditor.remove(edited, [...first.insertions, ...second.insertions])).toMatchObject({ ok: true, text: wanted });
    });
  }
});

describe("an entry whose list others use too", () => {
  const insertions = insertionsOf('{\n  "a": 1\n}', OURS);
  const { text } = ensured('{\n  "a": 1\n}', OURS);
  const us = '          {\n            "command": "us"\n          }';
  const group = (inner: string) =>
    `{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n${inner}\n        ]\n      }\n    ]\n  }\n}`;

  test("stands as expected", () => {
    expect(text).toBe(group(us));
  });

  for (const [where, inner] of [
    ["behind ours", `${us},\n          {"command": "mine"}`],
    ["before ours", `          {"command": "mine"},\n${us}`],
  ] as const) {
    test(`RG-12 RG-13 keeps the user's command ${where}`, () => {
      expect(jsoncEditor.remove(group(inner), insertions)).toMatchObject({ text: group('          {"command": "mine"}'), missing: [] });
    });
  }

  test("RG-12 is left where something else of it was changed", () => {
    const edited = group(`${us},\n          1`).replace('"Stop": [\n      {', '"Stop": [\n      {"matcher": "x",');
    expect(jsoncEditor.remove(edited, insertions)).toMatchObject({ text: edited, missing: [{ kind: "item" }] });
  });
});

describe("a list in which positions count", () => {
  const insertions = insertionsOf('{"a":1}', OURS);
  const placeholder = { hooks: [] };

  test("RG-12 has the placeholder where others follow ours", () => {
    const edited = `{"a":1,"hooks":{"Stop":[${OURS_MINIFIED}, {"mine":1}]}}`;
    expect(jsoncEditor.remove(edited, insertions, { placeholder })).toMatchObject({
      text: '{"a":1,"hooks":{"Stop":[{"hooks":[]}, {"mine":1}]}}',
      replaced: [{ kind: "item" }],
      missing: [],
    });
  });

  test("RG-12 has none where ours are the last", () => {
    const second: Entry = { kind: "item", path: ["hooks", "Stop"], value: 2 };
    const { text } = ensured('{"a":1}', OURS);
    const both = ensured(text, second);
    expect(jsoncEditor.remove(both.text, [...insertions, ...both.insertions], { placeholder })).toMatchObject({
      text: '{"a":1}',
      replaced: [],
    });
  });
});

describe("removeAt", () => {
  test("takes out what stands there, and the containers named that are empty then", () => {
    const text = '{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}';
    const place = ["hooks", "Stop", 0];
    expect(jsoncEditor.removeAt(text, place, [["hooks"], ["hooks", "Stop"]])).toEqual({ ok: true, text: '{\n  "a": 1\n}', insertions: [] });
    expect(jsoncEditor.removeAt(text, place)).toMatchObject({ text: text.replace("\n      1", "") });
  });

  test("leaves a container with a comment", () => {
    expect(jsoncEditor.removeAt('{"a": [1 /* x */]}', ["a", 0], [["a"]])).toMatchObject({ text: '{"a": [ /* x */]}' });
  });

  test("refuses where nothing stands", () => {
    expect(jsoncEditor.removeAt("{}", ["a", 0])).toEqual({ ok: false, trouble: { message: "there is no `a.0`", line: 1, column: 1 } });
  });
});

describe("replaceAt", () => {
  const text = '{\n\t"list": [\n\t\t{ "old": 1 }, // mine\n\t\t{\n\t\t\t"old": 2\n\t\t}\n\t]\n}';

  test("RG-13 puts another value in the same place, laid out as the one that was there", () => {
    const one = jsoncEditor.replaceAt(text, ["list", 0], { new: [1] });
    expect(one).toMatchObject({ text: text.replace('{ "old": 1 }', '{"new": [1]}') });
    const two = jsoncEditor.replaceAt(text, ["list", 1], { new: 2 });
    expect(two).toEqual({
      ok: true,
      text: text.replace('"old": 2', '"new": 2'),
      insertions: [{ kind: "item", path: ["list"], text: '{\n\t\t\t"new": 2\n\t\t}', before: "\n\t\t", after: "" }],
    });
  });

  test("RG-13 leaves an equal value as it is", () => {
    expect(jsoncEditor.replaceAt(text, ["list", 0], { old: 1 })).toEqual({ ok: true, text, insertions: [] });
  });

  test("RG-10 refuses another top level than an object", () => {
    expect(jsoncEditor.replaceAt("{}", [], [1])).toMatchObject({ ok: false });
  });
});

function ensured(text: string, entry: Entry): { readonly text: string; readonly insertions: readonly Insertion[] } {
  const result = jsoncEditor.ensure(text, entry);
  if (!result.ok) throw new Error(result.trouble.message);
  return result;
}

function insertionsOf(text: string, entry: Entry): readonly Insertion[] {
  return ensured(text, entry).insertions;
}
