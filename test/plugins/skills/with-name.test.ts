import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { bytesOf, textOf } from "../../../src/host/bytes.ts";
import { readFrontmatter, withName } from "../../../src/plugins/skills/frontmatter.ts";
import { anyText, withFrontmatter } from "./skill-folder.ts";

const renamed = (text: string, name = "x-1a2b3c4d") => textOf(withName(bytesOf(text), name));

/** The text around the value of `name`, with `$` in its place. */
const ROWS: readonly { readonly title: string; readonly before: string; readonly after: string }[] = [
  {
    title: "plain",
    before: "---\nname: x\ndescription: d\n---\nname: x\n",
    after: "---\nname: x-1a2b3c4d\ndescription: d\n---\nname: x\n",
  },
  {
    title: "CRLF, and a comment behind it",
    before: "---\r\nname:   x   # the name: x\r\ndescription: x\r\n---\r\nx\r\n",
    after: "---\r\nname:   x-1a2b3c4d   # the name: x\r\ndescription: x\r\n---\r\nx\r\n",
  },
  { title: "a byte-order mark", before: "\uFEFF---\nname: x\n---\n", after: "\uFEFF---\nname: x-1a2b3c4d\n---\n" },
  { title: "double quotes", before: '---\n"name": "\\u0078" # c\n---\n', after: '---\n"name": "x-1a2b3c4d" # c\n---\n' },
  { title: "single quotes", before: "---\nname: 'x'\nmeta: 'x'\n---\n", after: "---\nname: 'x-1a2b3c4d'\nmeta: 'x'\n---\n" },
  {
    title: "folded, with a comment, and blank lines behind it",
    before: "---\nname: >- # c\n  x\n\n\ndescription: |\n  x\n---\n",
    after: "---\nname: x-1a2b3c4d # c\n\n\ndescription: |\n  x\n---\n",
  },
  {
    title: "literal, last, CRLF",
    before: "---\r\ndescription: d\r\nname: |2\r\n  x\r\n---\r\n",
    after: "---\r\ndescription: d\r\nname: x-1a2b3c4d\r\n---\r\n",
  },
  { title: "plain over two lines", before: "---\nname: a\n  b\nc: d\n---\n", after: "---\nname: x-1a2b3c4d\nc: d\n---\n" },
  { title: "on a line of its own", before: "---\nname:\n  x\nc: d\n---\n", after: "---\nname:\n  x-1a2b3c4d\nc: d\n---\n" },
  { title: "in braces", before: "---\n{ name: x, description: d }\n---\n", after: "---\n{ name: x-1a2b3c4d, description: d }\n---\n" },
  { title: "an anchor and a tag", before: "---\nname: &n !!str x\n---\n", after: "---\nname: &n !!str x-1a2b3c4d\n---\n" },
  { title: "an alias", before: "---\na: &n x\nname: *n\n---\n", after: "---\na: &n x\nname: x-1a2b3c4d\n---\n" },
  { title: "below another key", before: "---\nmeta:\n  name: y\nname: x\n---\n", after: "---\nmeta:\n  name: y\nname: x-1a2b3c4d\n---\n" },
];

describe("PL-19 a renamed copy", () => {
  test.each(ROWS)("$title: the name and nothing else", ({ before, after }) => {
    expect(renamed(before)).toBe(after);
    const yaml = /---\r?\n([^]*?)\r?\n---/.exec(after)?.[1] ?? "";
    expect(parse(yaml)).toMatchObject({ name: "x-1a2b3c4d" });
  });

  test.each([
    ["no frontmatter", "name: x\n"],
    ["a frontmatter that does not end", "---\nname: x\n"],
    ["no name", "---\ndescription: d\n---\nname: x\n"],
    ["an empty name", "---\nname: # none\ndescription: d\n---\n"],
    ["no keys", "---\n- name: x\n---\n"],
    ["nothing", ""],
  ])("%s: the author's bytes", (_, text) => {
    expect(renamed(text)).toBe(text);
  });

  test("a name that could be taken for a number or a date is quoted", () => {
    expect(renamed("---\nname: x\n---\n", "12345678")).toBe('---\nname: "12345678"\n---\n');
    expect(renamed("---\nname: x\n---\n", "2026-01-02")).toBe('---\nname: "2026-01-02"\n---\n');
  });

  test("bytes that are not UTF-8: the author's bytes", () => {
    const bytes = Buffer.concat([Buffer.from("---\nname: x\n---\n"), Buffer.from([0xff, 0xfe, 0x00])]);
    expect(withName(bytes, "y")).toEqual(bytes);
  });

  test("whatever the author wrote, everything but the name reads the same", () => {
    const someText = (length: number) => anyText(length).map((text) => Buffer.from(text).toString());
    const keys = fc.dictionary(fc.constantFrom("description", "crates", "meta", "nam", "names"), someText(20), { maxKeys: 4 });
    fc.assert(
      fc.property(keys, someText(30), fc.constantFrom("x", "'x'", '"x" # c', ">-\n  x\n", "|\n  x"), (others, body, value) => {
        const lines = Object.entries(others).map(([key, text]) => `${key}: ${JSON.stringify(text)}`);
        const before = withFrontmatter([...lines.slice(0, 2), `name: ${value}`, ...lines.slice(2)].join("\n"), body);
        const after = renamed(before);
        const [was, is] = [before, after].map((text) => readFrontmatter("f", text));
        if (was?.kind !== "read") return;
        expect(is?.kind === "read" && is.field("name")?.text).toBe("x-1a2b3c4d");
        for (const key of Object.keys(others)) expect(is?.kind === "read" && is.field(key)?.text).toBe(was.field(key)?.text);
        expect(after.slice(after.lastIndexOf(body))).toBe(before.slice(before.lastIndexOf(body)));
      }),
      { numRuns: 300 },
    );
  });
});
