import { describe, expect, test } from "vitest";

import type { Style } from "../../src/commands/terminal/reporter.ts";
import { openScreen } from "../../src/commands/terminal/screen.ts";

interface Options {
  readonly columns?: number;
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

function printed(
  text: (style: Style) => string | readonly string[],
  { columns, isTTY = true, env = { NO_COLOR: "1" } }: Options = {},
): string {
  let out = "";
  const screen = openScreen({ write: (part) => void (out += part), isTTY, columns }, env);
  const lines = text(screen.style);
  screen.print(typeof lines === "string" ? [lines] : lines);
  return out;
}

const SENTENCE =
  "Symposium registers hooks with every agent in config.toml and installs the skills that apply for each agent of the workspace";

describe("wrapping", () => {
  test.each([60, 80, 120])("text breaks between words at %d columns, with its indent", (columns) => {
    const rows = printed(() => `    ${SENTENCE}`, { columns })
      .trimEnd()
      .split("\n");
    expect(rows.length).toBe(Math.ceil((SENTENCE.length + 4) / columns));
    expect(rows.every((row) => row.length <= columns && /^ {4}\S/.test(row))).toBe(true);
    expect(rows.map((row) => row.trim()).join(" ")).toBe(SENTENCE);
  });

  test("what is not a terminal gets each line whole", () => {
    expect(printed(() => SENTENCE, { isTTY: false, columns: 60 })).toBe(`${SENTENCE}\n`);
  });

  test("a line goes on below its last column, a message below its first word", () => {
    expect(printed(() => "changed  ~/file  one two three four five six", { columns: 40 })).toBe(
      "changed  ~/file  one two three four five\n                 six\n",
    );
    expect(printed(() => "error: one two three four five", { columns: 20 })).toBe("error: one two three\n       four five\n");
  });

  test("a column that leaves little room is not kept", () => {
    expect(printed(() => "  a-very-long-name-of-a-thing  one two three", { columns: 40 })).toBe(
      "  a-very-long-name-of-a-thing  one two\n  three\n",
    );
  });

  test("a path that is wider than the terminal is not broken", () => {
    const path = `/${"folder/".repeat(8)}file`;
    expect(printed(() => `changed  ${path}  by hand`, { columns: 40 })).toBe(`changed  ${path}\n         by hand\n`);
    expect(printed(() => `see ${path} for more`, { columns: 40 })).toBe(`see\n${path}\nfor more\n`);
  });

  test("a path that fits on a line of its own gets one", () => {
    const path = `/${"folder/".repeat(4)}file`;
    expect(printed(() => `changed by hand  in ${path}`, { columns: 40 })).toBe(`changed by hand  in\n  ${path}\n`);
  });

  test("a command in backticks and a name that is marked stay together", () => {
    expect(printed(() => "then you run `symposium plugin sync` again", { columns: 30 })).toBe(
      "then you run\n`symposium plugin sync` again\n",
    );
    expect(printed((style) => `it is in ${style("whole", "/my folder/with spaces")}, here`, { columns: 26 })).toBe(
      "it is in\n/my folder/with spaces,\nhere\n",
    );
  });

  test("code is not wrapped", () => {
    expect(printed((style) => style("code", `\t${SENTENCE}`), { columns: 60 })).toBe(`\t${SENTENCE}\n`);
  });

  test("characters count by the columns they take", () => {
    expect(printed(() => "漢字漢字 漢字漢字", { columns: 12 })).toBe("漢字漢字\n漢字漢字\n");
    expect(printed(() => "a\u0301a\u0301 a\u0301a\u0301", { columns: 5 })).toBe("a\u0301a\u0301 a\u0301a\u0301\n");
  });

  test("a wide terminal gets lines that can be read", () => {
    expect(printed(() => `${SENTENCE} ${SENTENCE}`, { columns: 300 }).split("\n")[0]!.length).toBeLessThanOrEqual(120);
  });
});

describe("escaping", () => {
  test.each([
    ["\u001B[31mred", String.raw`\x1b[31mred`],
    ["\u009B2J", String.raw`\x9b2J`],
    ["a\nerror: b", String.raw`a\nerror: b`],
    ["a\tb\r", String.raw`a\tb\r`],
    ["a\u202Eb", String.raw`a\u202eb`],
  ])("%j is shown as what it is", (name, shown) => {
    for (const isTTY of [true, false]) {
      expect(printed(() => [name], { isTTY })).toBe(`${shown}\n`);
      expect(printed((style) => [style("bad", name)], { isTTY })).toBe(`${shown}\n`);
      expect(printed((style) => [style("code", name)], { isTTY })).toBe(`${shown.replace("\\t", "\t")}\n`);
    }
  });
});

describe("colour", () => {
  const isColoured = (options: Options) => printed((style) => style("good", "yes"), options) !== "yes\n";

  test.each<[expected: boolean, isTTY: boolean, env: Readonly<Record<string, string>>]>([
    [true, true, {}],
    [true, true, { NO_COLOR: "" }],
    [false, true, { NO_COLOR: "1" }],
    [false, true, { TERM: "dumb" }],
    [false, false, {}],
    [true, false, { FORCE_COLOR: "1" }],
    [true, true, { FORCE_COLOR: "1", NO_COLOR: "1" }],
    [false, true, { FORCE_COLOR: "0" }],
  ])("is %s where a terminal is %s and the environment %j", (expected, isTTY, env) => {
    expect(isColoured({ isTTY, env })).toBe(expected);
  });

  test("it does not count as width", () => {
    expect(printed((style) => `${style("good", "one")} ${style("bad", "two")}`, { columns: 7, env: {} })).not.toContain("\none");
    expect(printed((style) => `${style("good", "one")} ${style("bad", "two")}`, { columns: 7, env: {} }).match(/\n/g)).toHaveLength(1);
  });
});
