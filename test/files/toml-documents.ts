/** TOML as people write it, made up at random: chunks that would make the document invalid are left out. */

import fc from "fast-check";
import { parse } from "smol-toml";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";

import type { Entry } from "../../src/files/editor.ts";
import type { Json } from "../../src/model/json.ts";

const name = fc.constantFrom("agent", "hook-scope", "hooks", "PreToolUse", "mcp_servers", "a", "b", "c", "d", "x y", "ü");
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const space = fc.constantFrom("", " ", "  ", "\t");
const comment = fc.constantFrom("# a comment", "#", "# [agent] = 'x', \"y\" ]", "# ünïcode 😀");
const ending = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  fc.tuple(space, comment).map((parts) => parts.join("")),
  space,
);

const scalar = fc.constantFrom(
  ...'\'x\'|"a # b"|"\\u00e9\\n"|1|-0.5|1e3|0xff|inf|true|1979-05-27T07:32:00Z|07:32:00|\'\'\'\nmulti ] } #\n\'\'\'|"""\nline\n\n[not.a.header]"""|9007199254740993'.split(
    "|",
  ),
);

const { value } = fc.letrec<{ value: string; list: string; table: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 2, withCrossShrink: true }, scalar, tie("list"), tie("table")),
  list: fc
    .tuple(fc.array(tie("value"), { maxLength: 3 }), fc.constantFrom("", "line", "lines"), ending, fc.boolean())
    .map(([items, style, end, comma]) => {
      if (style === "") return `[${items.join(", ")}${comma && items.length > 0 ? "," : ""}]`;
      const lines = items.map((item, at) => `  ${item}${at < items.length - 1 || comma ? "," : ""}${end}`);
      return `[${style === "line" ? end : ""}\n${lines.join("\n")}${lines.length > 0 ? "\n" : ""}${style === "lines" ? "  # inside\n" : ""}]`;
    }),
  table: fc
    .tuple(fc.uniqueArray(name, { maxLength: 2 }), fc.array(tie("value"), { minLength: 2, maxLength: 2 }), space)
    .map(([names, values, gap]) => `{${gap}${names.map((key, at) => `${written([key])} = ${values[at]}`).join(", ")}${gap}}`),
}));

const pair = fc
  .tuple(space, path, space, value, ending)
  .map(([indent, keys, gap, item, end]) => `${indent}${written(keys)}${gap}=${gap}${item}${end}`);
const header = fc.tuple(space, path, fc.boolean(), space, ending).map(([indent, keys, list, gap, end]) => {
  const [open, close] = list ? ["[[", "]]"] : ["[", "]"];
  return `${indent}${open}${gap}${written(keys)}${gap}${close}${end}`;
});
const chunk = fc.oneof(
  { weight: 4, arbitrary: pair },
  { weight: 3, arbitrary: header },
  comment,
  fc.constantFrom("", "", "  "),
  fc.tuple(space, comment).map((parts) => parts.join("")),
);

export const tomlDocuments = fc
  .tuple(fc.array(chunk, { maxLength: 12 }), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean(), fc.constantFrom("", "", "", "\uFEFF"))
  .map(([chunks, newline, final, mark]) => {
    const lines = chunks.reduce<readonly string[]>((kept, one) => (isValid([...kept, one].join("\n")) ? [...kept, one] : kept), []);
    return mark + (lines.join("\n") + (final && lines.length > 0 ? "\n" : "")).replaceAll("\n", newline);
  });

const json = fc.letrec<{ any: Json; object: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>("x", "", 'quote " \\ \n', "\u007f", 1, -2.5, 1e30, 1e20, true),
    fc.array(tie("any"), { maxLength: 2 }),
    tie("object"),
  ),
  object: fc.dictionary(name, tie("any"), { maxKeys: 3 }),
}));

export const tomlEntries: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ kind: fc.constant("key" as const), path, value: json.any }),
  fc.record({ kind: fc.constant("item" as const), path, value: fc.oneof(json.object, json.any) }),
);

export const tomlHandwritten = fc.oneof(
  comment,
  fc.constant(""),
  fc.constantFrom("user = 1", "user.x = []", "[user]", "[[users]]", "  # indented"),
);

/** By the parser that the editor uses for places only. */
export function tomlMeaning(text: string): Json {
  return JSON.parse(
    JSON.stringify(getStaticTOMLValue(parseTOML(text.replace(/^\uFEFF/, ""))), (_, item: unknown) => {
      if (typeof item === "number" && !Number.isFinite(item)) return String(item);
      return typeof item === "bigint" ? Number(item) : item;
    }),
  ) as Json;
}

function written(keys: readonly string[]): string {
  return keys.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join(".");
}

function isValid(text: string): boolean {
  try {
    parseTOML(text);
    parse(text, { integersAsBigInt: true });
    return true;
  } catch {
    return false;
  }
}
