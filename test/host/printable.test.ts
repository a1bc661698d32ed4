import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { reportToPeople } from "../../src/commands/terminal/open-reporter.ts";
import { problemText } from "../../src/files/problem.ts";
import { printable, printableJson, printableLines } from "../../src/model/safe-text.ts";
import { EVIL_NAMES, RAW } from "../attacks/evil-names.ts";

describe("RT-38 PL-22 text from outside", () => {
  test.each(Object.entries(EVIL_NAMES))("%s is shown as text", (_, name) => {
    expect(printable(name)).not.toMatch(RAW);
    expect(printable(name)).not.toContain("\n");
    expect(problemText({ severity: "error", file: `/x/${name}`, message: `says ${name}` })).not.toMatch(/[\n\r]/);
    expect(printableLines(`${name}\n\tnext`)).toMatch(/\n\tnext$/);
    const document = JSON.stringify({ [name]: [name] }, null, 2);
    expect(JSON.parse(printableJson(document))).toEqual({ [name]: [name] });
    expect(printableJson(document)).not.toMatch(RAW);
  });

  test("any text whatever", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(printable(text)).not.toMatch(RAW);
        expect(JSON.parse(printableJson(JSON.stringify([text])))).toEqual([text]);
      }),
    );
  });

  /** From Unicode's DerivedCoreProperties and UnicodeData: what fonts do not draw, blanks, and line breaks. */
  const UNSEEN: readonly (readonly [from: number, to: number])[] = [
    [0x00, 0x1f],
    [0x7f, 0xa0],
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x1680, 0x1680],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x2000, 0x200f],
    [0x2028, 0x202f],
    [0x205f, 0x206f],
    [0x2800, 0x2800],
    [0x3000, 0x3000],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfffb],
    [0x1bca0, 0x1bca3],
    [0x1d159, 0x1d159],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ];

  test("PL-17 no invisible letter is left, in a name and alone", () => {
    for (const [from, to] of UNSEEN)
      for (let code = from; code <= to; code++) {
        const letter = String.fromCodePoint(code);
        for (const name of [letter, `ab${letter}cd`, `${letter}ab`]) expect(printable(name), code.toString(16)).not.toContain(letter);
      }
  });

  test("PL-17 combining marks are left only on a letter", () => {
    expect(printable("\u0301\u0302")).toBe("\\u0301\\u0302");
    expect(printable("`\u0301` waits")).toBe("`\\u0301` waits");
    expect(printable("gro\u0308\u0301ße")).toBe("gro\u0308\u0301ße");
  });

  test("ordinary text stays as it is, in any script", () => {
    for (const text of ["src/größe.ts", "日本語", "naïve — “quotes”", "👩 ok", "⚠️ careful", "עברית", "हिन्दी", "ไทย"])
      expect(printable(text)).toBe(text);
  });

  test("on a terminal with colours only our own colours are left", () => {
    let written = "";
    const stream = { write: (text: string) => void (written += text), isTTY: true };
    const { report } = reportToPeople({ stdout: stream, stderr: stream, env: {}, quiet: false, verbose: false });
    report({ type: "answer", value: null, text: (style) => [style("good", "fine \u001b[31mred\u001b[8m")] });
    report({ type: "message", level: "warning", message: "\u001b]0;owned\u0007 <x+good>" });
    expect(written).toBe("\u001b[32mfine \\x1b[31mred\\x1b[8m\u001b[39m\n\u001b[33mwarning\u001b[39m: \\x1b]0;owned\\x07 <x+good>\n");
  });
});
