/** YAML as people write it, made up at random from pieces, block by block; what does not come out valid is left out. */

import fc from "fast-check";
import { parse } from "yaml";

import type { Entry } from "../../src/files/editor.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";

const name = fc.constantFrom("hooks", "Pre", "extensions", "a", "b", "c", "x y", "yes", "1");
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const comment = fc.constantFrom("# a comment", "#", "# - not: an item", "# ünïcode 😀");

/** How to write a value: lines without their indentation. The first goes behind the key or dash if `inline`. */
interface Written {
  readonly inline: string;
  readonly lines: readonly string[];
}

const onLine = (inline: string): Written => ({ inline, lines: [] });

const scalar = fc.oneof(
  fc.constantFrom(
    ...[
      "1",
      "x",
      "'it''s: #'",
      '"a\\n#b"',
      "null",
      "true",
      "~",
      "&anchor v",
      "*anchor",
      "!!str 1",
      "2001-01-01",
      "[a, {b: 1}]",
      "{}",
      "[]",
      "[ a , b, ]",
    ].map(onLine),
  ),
  fc.constantFrom<Written>(
    { inline: "|", lines: ["text", "", "  # no comment"] },
    { inline: "|+", lines: ["text", "", ""] },
    { inline: ">-", lines: ["folded", "text"] },
    { inline: "plain", lines: ["over", "lines"] },
    { inline: "[", lines: ["a, # one", "b", "# inside", "]"] },
    { inline: "{", lines: ["a: 1,", "b: [x],", "}"] },
    { inline: "{", lines: ["}"] },
    { inline: "# on the key", lines: ["plain"] },
    { inline: "", lines: [] },
    { inline: "# nothing", lines: [] },
  ),
);

const { map } = fc.letrec<{ value: Written; map: Written; seq: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, { weight: 2, arbitrary: scalar }, tie("map"), tie("seq")),
  map: fc
    .tuple(
      fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      fc.array(tie("value"), { minLength: 3, maxLength: 3 }),
      between(),
      fc.constantFrom(1, 2, 4),
    )
    .map(([names, values, extras, indent]) => ({
      inline: "",
      lines: names.flatMap((key, at) => [
        ...(extras[at] ?? []),
        ...behind(`${JSON.stringify(key) === `"${key}"` && key !== "yes" && key !== "1" ? key : `"${key}"`}:`, values[at], indent),
      ]),
    })),
  seq: fc
    .tuple(fc.array(tie("value"), { minLength: 1, maxLength: 3 }), between())
    .map(([values, extras]) => ({ inline: "", lines: values.flatMap((item, at) => [...(extras[at] ?? []), ...dashed(item)]) })),
}));

/** Blank lines and comments in front of items. */
function between(): fc.Arbitrary<readonly (readonly string[])[]> {
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      comment.map((line) => [line]),
      fc.constant([""]),
    ),
    { minLength: 3, maxLength: 3 },
  );
}

function behind(lead: string, written: Written | undefined, indent: number): readonly string[] {
  const { inline, lines } = written ?? onLine("x");
  const deeper = lines[0]?.startsWith("- ") === true && indent === 1 ? 0 : indent;
  return [inline === "" ? lead : `${lead} ${inline}`, ...lines.map((line) => (line === "" ? "" : " ".repeat(deeper) + line))];
}

function dashed({ inline, lines }: Written): readonly string[] {
  const [first = "", ...rest] = lines;
  if (inline !== "" || first === "" || first.startsWith("#")) return behind("-", { inline, lines }, 2);
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))];
}

export const yamlDocuments = fc
  .tuple(
    fc.oneof(
      { weight: 10, arbitrary: map },
      fc.constant(onLine("")),
      fc.constantFrom<Written>({ inline: "", lines: ["{a: 1}"] }, { inline: "", lines: ["{}"] }),
    ),
    fc.constantFrom([], [], [], ["---"], ["# head"], ["# head", "", "--- # start"], ["%YAML 1.2", "---"]),
    fc.constantFrom([], [], [], ["# tail"], ["", "# tail"], ["..."], ["  # deep tail"], ["", ""]),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.boolean(),
    fc.constantFrom("", "", "", "\uFEFF"),
  )
  .map(([{ lines }, head, tail, newline, final, mark]) => mark + [...head, ...lines, ...tail, ...(final ? [""] : [])].join(newline))
  .filter(isValid);

const json = fc.letrec<{ any: Json; object: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>(
      "x",
      "",
      "no",
      "Null",
      "1",
      "1e3",
      "0x1",
      ".inf",
      "a: b",
      "a #b",
      "- x",
      "? x",
      "*x",
      "&x",
      "!x",
      "%x",
      "@x",
      "`x",
      "---",
      "<<",
      "~",
    ),
    fc.constantFrom<Json>(
      'quote " \\ \n',
      " x ",
      "x:",
      "\u007f\u2028\ufeff",
      "\t",
      "{",
      "]",
      ",",
      "#",
      "2001-01-01",
      1,
      -2.5,
      1e30,
      true,
      null,
    ),
    fc.array(tie("any"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.oneof(name, fc.constantFrom("", "no", "a: b", "# c")), tie("any"), { maxKeys: 3 }),
}));

export const yamlEntries: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ kind: fc.constant("key" as const), path, value: json.any }),
  fc.record({ kind: fc.constant("item" as const), path, value: json.any }),
);

export const yamlHandwritten = fc.oneof(
  comment,
  fc.constant(""),
  fc.constantFrom("user: 1", "users:", "  # indented", "  user: 1", "- user"),
);

export function yamlMeaning(text: string): Json {
  return plain((parse(text.replace(/^\uFEFF/, ""), { merge: true }) ?? null) as Json);
}

function plain(json: Json): Json {
  if (Array.isArray(json)) return json.map((item) => plain(item as Json));
  return isObject(json)
    ? (Object.fromEntries(Object.entries(json as JsonObject).map(([key, member]) => [key, plain(member ?? null)])) as Json)
    : json;
}

function isValid(text: string): boolean {
  try {
    yamlMeaning(text);
    return true;
  } catch {
    return false;
  }
}
